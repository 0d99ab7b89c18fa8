/** What a command says where the system gives this process no more open files, and nothing more can be loaded. */
export const TOO_MANY_FILES = 'too many open files: allow this process more (ulimit -n 1024) and run it again';
