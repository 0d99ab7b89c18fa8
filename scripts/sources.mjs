// Writes what sources say of themselves (src/sources/*/index.ts) to where it is asked for without loading them, and the
// list of them: first part of `npm run docs`. With --check it only names the files that are out of date.
import { existsSync, readdirSync } from 'node:fs';
import { ROOT, writeAll } from './build/write-all.mjs';

const FOLDER = new URL('src/sources/', ROOT);

const folders = readdirSync(FOLDER).filter((name) => existsSync(new URL(`${name}/index.ts`, FOLDER)));
const sources = await Promise.all(
  folders.map(async (folder) => ({ folder, ...(await import(new URL(`${folder}/index.ts`, FOLDER).href)).source })),
);
sources.sort((a, b) => a.place - b.place);

/** Longer lines are broken, as Biome breaks them. */
const MAX_COLUMNS = 120;
const HEAD = '// Written by `npm run docs` from src/sources/*/index.ts. Do not edit.\n';

function toCode(value) {
  if (Array.isArray(value)) return `[${value.map(toCode).join(', ')}]`;
  if (typeof value !== 'object') return typeof value === 'string' ? `'${value}'` : String(value);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{ ${entries.map(([name, each]) => `${name}: ${toCode(each)}`).join(', ')} }`;
}

function writeFacts() {
  const facts = sources.flatMap(({ name, title, hosts, key, isUsual, needs, precedence }) => {
    const rows = Object.entries({ title, hosts, keySetting: key?.setting, isUsual, needs }).filter(
      ([, each]) => each !== undefined,
    );
    const ranks = Object.entries(precedence).map(([kind, rank]) => `      ${kind}: ${rank},\n`);
    const block = ranks.length > 0 ? `    precedence: {\n${ranks.join('')}    },\n` : '    precedence: {},\n';
    return [`  ${name}: {\n`, ...rows.map(([row, each]) => `    ${row}: ${toCode(each)},\n`), block, '  },\n'];
  });
  const list = (constant, some) => {
    const names = some.map(({ name }) => `'${name}'`);
    const line = `export const ${constant} = [${names.join(', ')}] as const;`;
    return line.length <= MAX_COLUMNS ? line : `export const ${constant} = [\n  ${names.join(',\n  ')},\n] as const;`;
  };
  const keys = sources.filter(({ key }) => key);
  return `${HEAD}
/** In the order in which they are named to people. */
${list('LIVE_SOURCE_NAMES', sources)}

/** Those that are asked by default, and those that are once they have a key: without one they answer unreliably. */
${list(
  'DEFAULT_LIVE_SOURCES',
  sources.filter(({ isUsual }) => isUsual === 'always'),
)}
${list(
  'USUAL_SOURCES',
  sources.filter(({ isUsual }) => isUsual),
)}

/** The setting for the key of each source that has keys. */
export const SOURCE_KEY_SETTINGS = {\n${keys.map(({ name, key }) => `  ${name}: '${key.setting}',\n`).join('')}} as const;

/** What each says of itself. */
export const SOURCE_FACTS = {\n${facts.join('')}} as const;
`;
}

function writeList() {
  const byFolder = [...sources].sort((a, b) => (a.folder < b.folder ? -1 : 1));
  const imports = byFolder.map(({ folder }) => `import { source as ${folder} } from './${folder}/index.ts';\n`);
  imports.push("import type { DescribedSource } from './source.ts';\n");
  imports.sort((a, b) => (/'(.*)'/.exec(a)[1] < /'(.*)'/.exec(b)[1] ? -1 : 1));
  const list = sources.map(({ folder }) => `  ${folder},\n`).join('');
  return `${HEAD}${imports.join('')}
/** All sources that this version knows, in the order in which they are named to people. */
export const SOURCES: readonly DescribedSource[] = [\n${list}];
`;
}

/** The table of hosts, between the rows of what is no source. */
function writePrivacy(text) {
  const [begin, end] = ['<!-- sources: npm run docs -->\n', '<!-- /sources -->'];
  const [before, rest] = text.split(begin);
  const [, after] = rest.split(end);
  const hostsOf = (hosts) => hosts.map((host) => `\`${host}\``).join(', ');
  const rows = sources.map(({ title, hosts }) => `| ${title} | ${hostsOf(hosts)} |\n`);
  return `${before}${begin}\n| source | host |\n|---|---|\n${rows.join('')}\n${end}${after}`;
}

const WRITERS = {
  'src/contract/source-facts.ts': writeFacts,
  'src/sources/all-sources.ts': writeList,
  'PRIVACY.md': writePrivacy,
};

await writeAll(WRITERS);
