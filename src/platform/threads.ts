/**
 * The script with this name beside the module `module` (its `import.meta.url`), for a thread or a process of its own.
 * It is always the built one: the sources, which only tests and benches run, start that of the last build.
 */
export function scriptBeside(module: string, name: string): URL {
  const isSource = module.endsWith('.ts');
  return isSource ? new URL(`../../dist/chunks/${name}.mjs`, import.meta.url) : new URL(`${name}.mjs`, module);
}
