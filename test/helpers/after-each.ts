const hooks: (() => unknown)[] = [];

/**
 * For helpers that open something: runs the hook after every test of every file. Many files share one import of a
 * helper, so a vitest hook would only be registered for the first of them. Hooks run in reverse order of registration,
 * after the hooks of the test file.
 */
export function afterEachTest(hook: () => unknown): void {
  hooks.push(hook);
}

/** What `each-file.ts` does after every test. */
export async function runHooks(): Promise<void> {
  for (const hook of hooks.toReversed()) await hook();
}
