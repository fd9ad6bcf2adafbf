/**
 * Runs the extension's modules with a real host. Only what a browser provides is emulated: native messaging and
 * localised messages. Reads JSON lines from stdin and replies to each with one line:
 *
 *     {"ask": {…}}                 the result of `Host.ask` for a request
 *     {"ask": {…}, "html": n}      the same with a page of n characters
 *     {"ask": {…}, "garbled": hex} the same, but sends these bytes instead
 *
 * node link.mjs EXTENSION LANGUAGE TIMEOUT COMMAND…
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { endianness } from "node:os";
import { createInterface } from "node:readline";

const [extension, language, timeout, ...command] = process.argv.slice(2);
const messages = JSON.parse(readFileSync(`${extension}/_locales/${language}/messages.json`, "utf8"));
const little = endianness() === "LE";

let garbled = null;
let sent = null;
let frames = [];
let host = null;

/** A port, as a browser creates it. */
function connectNative() {
  const listeners = { message: [], disconnect: [] };
  const child = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  host = child.pid;
  let coming = Buffer.alloc(0);
  let open = true;
  const end = () => {
    if (open) for (const listen of listeners.disconnect) listen(port);
    open = false;
  };
  child.stdin.on("error", () => {});
  child.on("exit", end);
  child.stdout.on("data", (data) => {
    coming = Buffer.concat([coming, data]);
    for (let size; coming.length >= 4 && coming.length >= 4 + (size = length(coming)); coming = coming.subarray(4 + size)) {
      const message = JSON.parse(coming.toString("utf8", 4, 4 + size));
      frames.push(message);
      if (open) for (const listen of listeners.message) listen(message);
    }
  });
  const port = {
    onMessage: { addListener: (listen) => listeners.message.push(listen) },
    onDisconnect: { addListener: (listen) => listeners.disconnect.push(listen) },
    disconnect() {
      open = false;
      child.stdin.end();
    },
    postMessage(message) {
      sent = message.id;
      const body = garbled && message.action !== "hello" ? Buffer.from(garbled, "hex") : Buffer.from(JSON.stringify(message));
      const head = Buffer.alloc(4);
      little ? head.writeUInt32LE(body.length) : head.writeUInt32BE(body.length);
      child.stdin.write(head);
      child.stdin.write(body);
    },
  };
  return port;
}

const length = (data) => (little ? data.readUInt32LE() : data.readUInt32BE());

/** `$1` in a message is replaced by the first value. */
const getMessage = (key, values = []) =>
  (messages[key]?.message ?? "").replace(/\$(\d)/g, (_, number) => values[number - 1] ?? "");

globalThis.chrome = {
  runtime: { connectNative, getManifest: () => ({ version: "1.0.0" }), lastError: undefined },
  i18n: { getMessage },
};

const { Host } = await import(`${extension}/background/host.js`);
const { faultWords } = await import(`${extension}/shared/faults.js`);
const asker = Object.assign(new Host(), { timeout: Number(timeout) });

async function answer({ ask, html, garbled: bytes = null }) {
  garbled = bytes;
  frames = [];
  const request = html ? { ...ask, html: "x".repeat(html) } : ask;
  try {
    return { result: await asker.ask(request) };
  } catch (fault) {
    return { state: fault.state, message: fault.message, words: faultWords(fault.state, fault.message) };
  }
}

await asker.version();
console.log(JSON.stringify({ host }));
for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify({ ...(await answer(JSON.parse(line))), sent, frames, host }));
process.exit(0);
