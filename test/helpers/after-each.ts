const hooks: (() => unknown)[] = [];

/**
 * For helpers that open what has to be closed: runs the hook after every test of every file. A helper is imported once
 * while many files run, so a hook of vitest's would be registered for the first of these files only. The hook that is
 * registered last runs first, and all of them run after the hooks of the test file.
 */
export function afterEachTest(hook: () => unknown): void {
  hooks.push(hook);
}

/** What `each-file.ts` does after every test. */
export async function runHooks(): Promise<void> {
  for (const hook of hooks.toReversed()) await hook();
}
