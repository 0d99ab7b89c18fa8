// Writes the lists of sources (src/search/sources/*/index.ts) and formats (`export const format` in src/formats), and
// their descriptions to files that are read without loading them: first part of `npm run docs`. With --check it only
// names outdated files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ROOT, replacePart, toCode, toConstant, toImports, toName, writeAll } from './build/write-all.mjs';

const SOURCES = new URL('src/search/sources/', ROOT);
const FORMATS = new URL('src/formats/', ROOT);

const byPlace = (a, b) => a.place - b.place;

const folders = readdirSync(SOURCES).filter((name) => existsSync(new URL(`${name}/index.ts`, SOURCES)));
const sources = await Promise.all(
  folders.map(async (folder) => ({
    ...(await import(new URL(`${folder}/index.ts`, SOURCES).href)).source,
    local: folder,
    path: `./${folder}/index.ts`,
  })),
);
sources.sort(byPlace);

const files = readdirSync(FORMATS, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'))
  .filter((file) => /^export const format\b/m.test(readFileSync(new URL(file, FORMATS), 'utf8')));
const formats = await Promise.all(
  files.map(async (file) => {
    const { format } = await import(new URL(file, FORMATS).href);
    const local = format.name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
    return { ...format, local, path: `./${file}` };
  }),
);
formats.sort(byPlace);

const SOURCES_HEAD = '// Written by `npm run docs` from src/search/sources/*/index.ts. Do not edit.\n';
const FORMATS_HEAD = '// Written by `npm run docs` from the formats in src/formats. Do not edit.\n';

const namesOf = (parts) => parts.map(({ name }) => name);

function writeFacts() {
  const facts = sources.flatMap(({ name, title, hosts, key, askedByDefault, needs }) => {
    const facts = { title, hosts, keySetting: key?.setting, askedByDefault, needs };
    const rows = Object.entries(facts).filter(([, each]) => each !== undefined);
    return [`  ${name}: {\n`, ...rows.map(([row, each]) => `    ${row}: ${toCode(each)},\n`), '  },\n'];
  });
  const keys = sources.filter(({ key }) => key);
  const usual = sources.filter(({ askedByDefault }) => askedByDefault);
  return `${SOURCES_HEAD}
/** In the order of lists for people. */
${toConstant('LIVE_SOURCE_NAMES', namesOf(sources))}

/** The default sources. Others join them once they have a key, because without one they answer unreliably. */
${toConstant('DEFAULT_LIVE_SOURCES', namesOf(usual.filter(({ askedByDefault }) => askedByDefault === 'always')))}
${toConstant('USUAL_SOURCES', namesOf(usual))}

/** The sources that follow citations from many papers. */
${toConstant('CITATION_SOURCES', namesOf(sources.filter(({ citations }) => citations)))}

/** The setting for the key of each source that has keys. */
export const SOURCE_KEY_SETTINGS = {\n${keys.map(({ name, key }) => `  ${name}: '${key.setting}',\n`).join('')}} as const;

/** The facts about each source. */
export const SOURCE_FACTS = {\n${facts.join('')}} as const;
`;
}

function writeSources() {
  const imports = toImports('source', sources, "import type { DescribedSource } from './source.ts';\n");
  const list = sources.map(({ local }) => `  ${local},\n`).join('');
  return `${SOURCES_HEAD}${imports}
/** All sources of this version, in the order of lists for people. */
export const SOURCES: readonly DescribedSource[] = [\n${list}];
`;
}

/** The table of the sources' hosts. */
function writePrivacy(text) {
  const hostsOf = (hosts) => hosts.map((host) => `\`${host}\``).join(', ');
  const rows = sources.map(({ title, hosts }) => `| ${title} | ${hostsOf(hosts)} |`);
  return replacePart(text, 'sources', ['', '| source | host |', '|---|---|', ...rows, '']);
}

const read = formats.filter((format) => format.read);
const written = formats.filter((format) => format.write);

function writeFormatFacts() {
  const facts = written.map(({ name, title, write: { papers: _, inPage: __, ...write } }) => {
    const rows = Object.entries({ title, ...write }).map(([row, each]) => `    ${row}: ${toCode(each)},\n`);
    return `  ${toName(name)}: {\n${rows.join('')}  },\n`;
  });
  return `${FORMATS_HEAD}import type { Writing } from './writing.ts';

/** The export formats, in the order in which people see them. */
${toConstant('EXPORT_FORMAT_NAMES', namesOf(written))}
export type ExportFormat = (typeof EXPORT_FORMAT_NAMES)[number];

/** How each of them describes itself. */
export const EXPORT_FORMATS: Readonly<Record<ExportFormat, Writing & { title: string }>> = {
${facts.join('')}};
`;
}

function writeImportNames() {
  return `${FORMATS_HEAD}
/** The formats that are read, in the order in which people see them. */
${toConstant('IMPORT_FORMAT_NAMES', namesOf(read))}
export type ImportFormat = (typeof IMPORT_FORMAT_NAMES)[number];
`;
}

function writePageFormats() {
  const facts = written.flatMap(({ name, title, write: { ending, mimeType, mark, inPage } }) => {
    const { abstracts: _, ...how } = inPage ?? {};
    const rows = Object.entries({ name, title, ending, mimeType, mark, ...how });
    const lines = rows.filter(([, each]) => each !== undefined).map(([row, each]) => `    ${row}: ${toCode(each)},\n`);
    return inPage ? [`  {\n${lines.join('')}  },\n`] : [];
  });
  return `${FORMATS_HEAD}import type { ExportFormat } from './format-facts.ts';
import type { InPage, Writing } from './writing.ts';

type Facts = Omit<Writing, 'isForReferenceManagers'> & Omit<InPage, 'abstracts'>;
export type PageFormat = Facts & { name: ExportFormat; title: string };

/** The formats that reports and the page offer. */
export const PAGE_FORMATS: readonly PageFormat[] = [
${facts.join('')}];
`;
}

function writeFormats() {
  const imports = toImports('format', formats, "import type { Format } from './format.ts';\n");
  const list = formats.map(({ local }) => `  ${local},\n`).join('');
  return `${FORMATS_HEAD}${imports}
/** All formats that this version reads or writes, in the order in which people see them. */
export const FORMATS: readonly Format[] = [\n${list}];
`;
}

function writeImporting(text) {
  const rows = read.map(({ name, title, read }) => `| \`${name}\` | ${title} | ${read.what} |`);
  return replacePart(text, 'formats', ['', '| `--from` | format | what is read |', '|---|---|---|', ...rows, '']);
}

function writeResults(text) {
  const rows = written.map(({ name, title, write }) => `| \`${name}\` | ${title} | \`.${write.ending}\` |`);
  return replacePart(text, 'formats', ['', '| `--format` | format | ending |', '|---|---|---|', ...rows, '']);
}

await writeAll({
  'src/contract/source-facts.ts': writeFacts,
  'src/search/sources/all-sources.ts': writeSources,
  'PRIVACY.md': writePrivacy,
  'src/formats/format-facts.ts': writeFormatFacts,
  'src/formats/import-names.ts': writeImportNames,
  'src/formats/page-formats.ts': writePageFormats,
  'src/formats/all-formats.ts': writeFormats,
  'docs/guide/importing.md': writeImporting,
  'docs/guide/results.md': writeResults,
});
