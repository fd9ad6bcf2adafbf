/* An LD_PRELOAD library that intercepts file system calls, for fault injection.

   It counts the calls of given kinds on files below a folder. The n-th call fails with an error, writes only
   part of its data, or kills the process before the call or in the middle of a write. Calls that change the
   disk can be recorded with their data; powercut.py derives the possible states after a power cut from them.

   Calls of Python, SQLite and the C library are intercepted alike. sendfile and copy_file_range fail, so that
   copies become ordinary writes. Writes through mmap are not intercepted; only SQLite's -shm files use them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 1, WRITE = 2, READ = 4, SYNC = 8, NAME = 16, LOOK = 32, CLOSE = 64, LOCK = 128, SIZE = 256, META = 512 };
enum { FAIL = 1, KILL = 2, SHORT = 3, TEAR = 4, FULL = 5 };
enum { MOST = 4096 };

static char root[PATH_MAX];
static size_t root_length;
static long at, seen;
static int action, error_number, kinds, record = -1, trace = 0;
static char *path_of[MOST];
static char nameless[MOST]; /* O_TMPFILE: never on the disk after a power cut */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

/* Injects fault `what` with `error` at call number `when` (from 1) of the kinds `mask` below `folder`; records to `into`. */
void jingdu_arm(const char *folder, long when, int what, int error, int mask, int into) {
    snprintf(root, sizeof root, "%s", folder);
    root_length = strlen(root);
    at = when; action = what; error_number = error; kinds = mask; record = into; seen = 0;
}

long jingdu_seen(void) { return seen; }

void jingdu_trace(int on) { trace = on; }

static void raw(const void *data, size_t size) {
    while (size) {
        long done = syscall(SYS_write, record, data, size);
        if (done <= 0) _exit(97);
        data = (const char *)data + done; size -= done;
    }
}

/* Writes a record: its length, kind, two numbers, two zero-terminated strings, data. */
static void note(char what, long a, long b, const char *one, const char *two, const void *data, size_t size) {
    if (record < 0 || (strchr("ocdwstg", what) && a >= 0 && a < MOST && nameless[a])) return;
    uint64_t head[4] = {strlen(one) + 1 + strlen(two) + 1 + size, (uint64_t)what, (uint64_t)a, (uint64_t)b};
    raw(head, sizeof head); raw(one, strlen(one) + 1); raw(two, strlen(two) + 1); raw(data, size);
}

void jingdu_mark(const char *words) { note('!', 0, 0, words, "", "", 0); }

/* The absolute path if it is below the watched folder, else NULL. */
static const char *below(int folder, const char *path, char *whole) {
    if (!root_length || !path) return NULL;
    if (path[0] == '/') snprintf(whole, PATH_MAX, "%s", path);
    else if (folder >= 0 && folder < MOST && path_of[folder]) snprintf(whole, PATH_MAX, "%s/%s", path_of[folder], path);
    else if (folder == AT_FDCWD) {
        char here[PATH_MAX];
        if (!getcwd(here, sizeof here)) return NULL;
        snprintf(whole, PATH_MAX, "%s/%s", here, path);
    } else return NULL;
    if (strncmp(whole, root, root_length) || (whole[root_length] && whole[root_length] != '/')) return NULL;
    return whole;
}

static const char *of(int file) { return root_length && file >= 0 && file < MOST ? path_of[file] : NULL; }

static void kill_process(void) { syscall(SYS_kill, getpid(), SIGKILL); }

/* Counts a call and injects the fault: 0 none, 1 fail with errno, 2 write half of the data; or kills the process. */
static int hit(int kind, const char *what, const char *path) {
    if (!path || !(kind & kinds)) return 0;
    seen++;
    if (trace) { char line[PATH_MAX + 64]; int n = snprintf(line, sizeof line, "shim %ld %s %s\n", seen, what, path); syscall(SYS_write, 2, line, n); }
    if (!at || (action == FULL ? seen < at : seen != at)) return 0;
    if (action == KILL) kill_process();
    if (action == SHORT || action == TEAR) return kind == WRITE ? 2 : 0;
    errno = error_number;
    return 1;
}

static void opened(int file, const char *path, int flags, int there) {
    if (file < 0 || file >= MOST) return;
    pthread_mutex_lock(&lock);
    free(path_of[file]);
    path_of[file] = path ? strdup(path) : NULL;
    nameless[file] = (flags & O_TMPFILE) == O_TMPFILE;
    pthread_mutex_unlock(&lock);
    if (path) note('o', file, (flags & O_TRUNC ? 2 : 0) | (there ? 0 : 1), path, "", "", 0);
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    static int (*openat_)(int, const char *, int, ...);
    if (!openat_) openat_ = REAL(openat);
    char whole[PATH_MAX];
    const char *mine = below(folder, path, whole);
    int kind = flags & (O_CREAT | O_WRONLY | O_RDWR | O_TRUNC) ? OPEN : OPEN | LOOK;
    if (mine && (error_number == ENOSPC || action == KILL) && at && !(flags & (O_CREAT | O_TRUNC))) kind = LOOK;
    if (hit(kind & kinds, "open", mine)) return -1;
    struct stat status;
    int there = mine && !REAL(fstatat)(folder, path, &status, AT_SYMLINK_NOFOLLOW);
    int file = openat_(folder, path, flags, mode);
    opened(file, mine, flags, there);
    return file;
}

#define OPENER(name)                                                             \
    int name(const char *path, int flags, ...) {                                 \
        va_list rest; va_start(rest, flags);                                     \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;\
        va_end(rest);                                                            \
        return open_at(AT_FDCWD, path, flags, mode);                             \
    }
#define OPENER_AT(name)                                                          \
    int name(int folder, const char *path, int flags, ...) {                     \
        va_list rest; va_start(rest, flags);                                     \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;\
        va_end(rest);                                                            \
        return open_at(folder, path, flags, mode);                               \
    }
OPENER(open)
OPENER(open64)
OPENER_AT(openat)
OPENER_AT(openat64)

int close(int file) {
    const char *mine = of(file);
    int failed = hit(CLOSE, "close", mine), kept = errno;
    if (mine) { note('c', file, 0, "", "", "", 0); pthread_mutex_lock(&lock); free(path_of[file]); path_of[file] = NULL; pthread_mutex_unlock(&lock); }
    int done = REAL(close)(file);
    if (failed) { errno = kept; return -1; }
    return done;
}

static void copied(int from, int to) {
    if (to < 0 || to >= MOST) return;
    free(path_of[to]);
    path_of[to] = from >= 0 && from < MOST && path_of[from] ? strdup(path_of[from]) : NULL;
    nameless[to] = path_of[to] && nameless[from];
    if (path_of[to]) note('d', from, to, "", "", "", 0);
}
int dup(int file) { int to = REAL(dup)(file); copied(file, to); return to; }
int dup2(int file, int other) { int to = REAL(dup2)(file, other); copied(file, to); return to; }
int dup3(int file, int other, int flags) { int to = REAL(dup3)(file, other, flags); copied(file, to); return to; }

static ssize_t put(int file, const void *data, size_t size, off_t place, int placed) {
    static ssize_t (*pwrite_)(int, const void *, size_t, off_t);
    static ssize_t (*write_)(int, const void *, size_t);
    if (!pwrite_) { pwrite_ = REAL(pwrite); write_ = REAL(write); }
    const char *mine = of(file);
    int failed = size ? hit(WRITE, "write", mine) : 0;
    if (failed == 1) return -1;
    if (failed == 2) size = size > 1 ? size / 2 : size;
    if (mine && !placed) place = fcntl(file, F_GETFL) & O_APPEND ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
    ssize_t done = placed ? pwrite_(file, data, size, place) : write_(file, data, size);
    if (failed == 2 && action == TEAR) kill_process();
    if (mine && done > 0) note('w', file, place, "", "", data, done);
    return done;
}
ssize_t write(int file, const void *data, size_t size) { return put(file, data, size, 0, 0); }
ssize_t pwrite(int file, const void *data, size_t size, off_t place) { return put(file, data, size, place, 1); }
ssize_t pwrite64(int file, const void *data, size_t size, off64_t place) { return put(file, data, size, place, 1); }
ssize_t writev(int file, const struct iovec *parts, int count) {
    if (!of(file)) return REAL(writev)(file, parts, count);
    return count ? put(file, parts[0].iov_base, parts[0].iov_len, 0, 0) : 0;
}
ssize_t read(int file, void *data, size_t size) {
    static ssize_t (*read_)(int, void *, size_t);
    if (!read_) read_ = REAL(read);
    return hit(READ, "read", of(file)) ? -1 : read_(file, data, size);
}
ssize_t pread(int file, void *data, size_t size, off_t place) {
    return hit(READ, "pread", of(file)) ? -1 : REAL(pread)(file, data, size, place);
}
ssize_t pread64(int file, void *data, size_t size, off64_t place) {
    return hit(READ, "pread", of(file)) ? -1 : REAL(pread64)(file, data, size, place);
}
ssize_t sendfile(int to, int from, off_t *place, size_t size) {
    if (of(to) || of(from)) { errno = ENOSYS; return -1; }
    return ((ssize_t (*)(int, int, off_t *, size_t))real("sendfile"))(to, from, place, size);
}
ssize_t sendfile64(int to, int from, off64_t *place, size_t size) { return sendfile(to, from, (off_t *)place, size); }
ssize_t copy_file_range(int from, off64_t *a, int to, off64_t *b, size_t size, unsigned flags) {
    if (of(to) || of(from)) { errno = ENOSYS; return -1; }
    return REAL(copy_file_range)(from, a, to, b, size, flags);
}

static int synced(int file, int (*call)(int), const char *what) {
    const char *mine = of(file);
    if (hit(SYNC, what, mine)) return -1;
    int done = call(file);
    if (mine && !done) note('s', file, 0, "", "", "", 0);
    return done;
}
int fsync(int file) { return synced(file, REAL(fsync), "fsync"); }
int fdatasync(int file) { return synced(file, REAL(fdatasync), "fdatasync"); }

static int resized(int file, off_t size, int (*call)(int, off_t)) {
    const char *mine = of(file);
    if (hit(SIZE, "ftruncate", mine)) return -1;
    int done = call(file, size);
    if (mine && !done) note('t', file, size, "", "", "", 0);
    return done;
}
int ftruncate(int file, off_t size) { return resized(file, size, REAL(ftruncate)); }
int ftruncate64(int file, off64_t size) { return resized(file, size, REAL(ftruncate)); }
int posix_fallocate(int file, off_t place, off_t size) {
    const char *mine = of(file);
    if (hit(SIZE, "fallocate", mine)) return error_number;
    int done = REAL(posix_fallocate)(file, place, size);
    if (mine && !done) note('g', file, place + size, "", "", "", 0);
    return done;
}
int posix_fallocate64(int file, off64_t place, off64_t size) { return posix_fallocate(file, place, size); }

static int renamed(int from, const char *old, int to, const char *new, unsigned flags) {
    char one[PATH_MAX], two[PATH_MAX];
    const char *a = below(from, old, one), *b = below(to, new, two);
    if (hit(NAME, "rename", b ? b : a)) return -1;
    int done = syscall(SYS_renameat2, from, old, to, new, flags);
    if (!done && (a || b)) note(flags & 2 ? 'x' : 'r', 0, 0, a ? a : "", b ? b : "", "", 0);
    return done;
}
int rename(const char *old, const char *new) { return renamed(AT_FDCWD, old, AT_FDCWD, new, 0); }
int renameat(int from, const char *old, int to, const char *new) { return renamed(from, old, to, new, 0); }
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) { return renamed(from, old, to, new, flags); }

static int linked(int from, const char *old, int to, const char *new, int flags) {
    char one[PATH_MAX], two[PATH_MAX];
    const char *a = below(from, old, one), *b = below(to, new, two);
    if (hit(NAME, "link", b ? b : a)) return -1;
    int done = REAL(linkat)(from, old, to, new, flags);
    if (!done && b) note('l', 0, 0, a ? a : "", b, "", 0);
    return done;
}
int link(const char *old, const char *new) { return linked(AT_FDCWD, old, AT_FDCWD, new, 0); }
int linkat(int from, const char *old, int to, const char *new, int flags) { return linked(from, old, to, new, flags); }

#define NAMED(signature, call, folder, letter, what, ...)                        \
    int signature {                                                              \
        char whole[PATH_MAX];                                                    \
        const char *mine = below(folder, path, whole);                           \
        if (hit(NAME, what, mine)) return -1;                                    \
        int done = REAL(call)(__VA_ARGS__);                                      \
        if (mine && !done) note(letter, 0, 0, mine, "", "", 0);                  \
        return done;                                                             \
    }
NAMED(unlink(const char *path), unlink, AT_FDCWD, 'u', "unlink", path)
NAMED(unlinkat(int folder, const char *path, int flags), unlinkat, folder, 'u', "unlink", folder, path, flags)
NAMED(remove(const char *path), remove, AT_FDCWD, 'u', "unlink", path)
NAMED(rmdir(const char *path), rmdir, AT_FDCWD, 'u', "rmdir", path)
NAMED(mkdir(const char *path, mode_t mode), mkdir, AT_FDCWD, 'm', "mkdir", path, mode)
NAMED(mkdirat(int folder, const char *path, mode_t mode), mkdirat, folder, 'm', "mkdir", folder, path, mode)

#define LOOKED(signature, call, folder, kind, what, ...)                         \
    int signature {                                                              \
        char whole[PATH_MAX];                                                    \
        if (hit(kind, what, below(folder, path, whole))) return -1;              \
        return REAL(call)(__VA_ARGS__);                                          \
    }
LOOKED(stat(const char *restrict path, struct stat *restrict to), stat, AT_FDCWD, LOOK, "stat", path, to)
LOOKED(stat64(const char *restrict path, struct stat64 *restrict to), stat64, AT_FDCWD, LOOK, "stat", path, to)
LOOKED(lstat(const char *restrict path, struct stat *restrict to), lstat, AT_FDCWD, LOOK, "lstat", path, to)
LOOKED(lstat64(const char *restrict path, struct stat64 *restrict to), lstat64, AT_FDCWD, LOOK, "lstat", path, to)
LOOKED(fstatat(int folder, const char *restrict path, struct stat *restrict to, int flags), fstatat, folder, LOOK, "stat", folder, path, to, flags)
LOOKED(fstatat64(int folder, const char *restrict path, struct stat64 *restrict to, int flags), fstatat64, folder, LOOK, "stat", folder, path, to, flags)
LOOKED(access(const char *path, int mode), access, AT_FDCWD, LOOK, "access", path, mode)
LOOKED(chmod(const char *path, mode_t mode), chmod, AT_FDCWD, META, "chmod", path, mode)
LOOKED(utimensat(int folder, const char *path, const struct timespec times[2], int flags), utimensat, folder, META, "utimens", folder, path, times, flags)

DIR *opendir(const char *path) {
    char whole[PATH_MAX];
    if (hit(LOOK | OPEN, "opendir", below(AT_FDCWD, path, whole))) return NULL;
    return REAL(opendir)(path);
}
int flock(int file, int how) { return hit(LOCK, "flock", of(file)) ? -1 : REAL(flock)(file, how); }

static int controlled(int file, int command, void *rest) {
    int is_lock = command == F_SETLK || command == F_SETLKW || command == F_GETLK;
    if (is_lock && hit(LOCK, "lock", of(file))) return -1;
    int done = ((int (*)(int, int, ...))real("fcntl"))(file, command, rest);
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && done >= 0) copied(file, done);
    return done;
}
#define CONTROL(name)                                                            \
    int name(int file, int command, ...) {                                       \
        va_list rest; va_start(rest, command);                                   \
        void *argument = va_arg(rest, void *);                                   \
        va_end(rest);                                                            \
        return controlled(file, command, argument);                              \
    }
CONTROL(fcntl)
CONTROL(fcntl64)
