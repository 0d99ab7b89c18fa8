import { basename, isAbsolute } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Splitting makes a file of every set of modules that some parts share: hundreds, most of them of a few lines. npm
 * needs longer for them than for the rest of the package, and Node reads fifty of them at each start. So small shared
 * files become one where they need the same large ones and are first needed at the same moment.
 */

/** A file from this size on stays by itself. */
const LARGE_BYTES = 50_000;

/**
 * Merges the files of a split build into `folder`. `command` is the entry point that catches what goes wrong when the
 * rest is loaded, so that what it imports itself stays small. `shell` are those that a command at a shell imports:
 * they stay apart from what only the server needs. `moments` are those imported together, the most frequent ones first.
 */
export async function mergeChunks({ outputs }, folder, { command, shell, moments }) {
  const needed = new Map(Object.keys(outputs).map((path) => [path, closureOf(path, outputs)]));
  const neededBy = (entryPoints) =>
    new Set([...needed].flatMap(([path, set]) => (entryPoints.includes(outputs[path].entryPoint) ? [...set] : [])));
  const neededFirst = neededBy([command]);
  const neededByShell = neededBy(shell);
  const neededAt = moments.map(neededBy);
  const groups = new Map();
  const groupOf = new Map();
  for (const [path, { bytes, entryPoint }] of Object.entries(outputs)) {
    if (entryPoint !== undefined || bytes >= LARGE_BYTES || neededFirst.has(path)) continue;
    const large = [...needed.get(path)].filter((each) => outputs[each].bytes >= LARGE_BYTES).sort();
    const when = neededAt.findIndex((set) => set.has(path));
    const key = `${when} ${neededByShell.has(path)} ${large}`;
    if (!groups.has(key)) groups.set(key, `shared${groups.size}`);
    groupOf.set(basename(path), groups.get(key));
  }
  const bundle = await rolldown({
    input: Object.fromEntries(fixedEntries(outputs).map((path) => [path.replace(/^.*?split\/|\.mjs$/g, ''), path])),
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    platform: 'neutral',
    // What a file does when it is loaded stays as it is, and so does what is exported.
    treeshake: false,
    preserveEntrySignatures: 'allow-extension',
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    minify: true,
    hashCharacters: 'base36',
    entryFileNames: '[name].mjs',
    chunkFileNames: ({ name }) => `chunks/${name.replace(/-[A-Z0-9]{8}$/, '')}-[hash:8].mjs`,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'shared', name: (id) => groupOf.get(basename(id)) ?? null }],
    },
  });
  await bundle.close();
  const known = new Set(Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path)));
  const written = new Set(output.map(({ fileName }) => fileName));
  const missing = output.flatMap(({ imports = [], dynamicImports = [] }) =>
    [...imports, ...dynamicImports].filter((path) => !written.has(path) && !known.has(path)),
  );
  if (missing.length > 0) throw new Error(`the merged files import what is not installed: ${missing.join(', ')}`);
}

/** The file and those that it imports at once, theirs included. */
function closureOf(path, outputs, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { path: next, kind, external } of outputs[path].imports)
    if (kind === 'import-statement' && !external) closureOf(next, outputs, seen);
  return seen;
}

/** Those that others name: the command, modules and threads; what is imported on demand has a hash in its name. */
function fixedEntries(outputs) {
  return Object.keys(outputs).filter((path) => !/-[A-Z0-9]{8}\.mjs$/.test(path));
}
