/**
 * Waiting for a page. One that was left may be kept whole for Back: it runs no scripts then, and what it was asked
 * is not answered, nor refused, until the user is back.
 * @module
 */

/**
 * @template T @param {Promise<T>} answer @param {number} limit milliseconds
 * @returns {Promise<T | null>} null where the answer is late
 */
export const inTime = (answer, limit) => Promise.race([answer, new Promise((resolve) => setTimeout(resolve, limit, null))]);
