// Bundles the command and the modules of the programmatic interface into few files, of which a start reads little.
// With --unless-current it does nothing if the last build is up to date.
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { writeDeclarations } from './build/declarations.mjs';
import { driverLock } from './build/driver-lock.mjs';
import { recordFirstAnswers } from './build/first-answers.mjs';
import { isCurrent } from './build/is-current.mjs';
import { licencesOf } from './build/licences.mjs';
import { mergeChunks } from './build/merge-chunks.mjs';
import { writeSkills } from './build/skills.mjs';
import { writeView } from './build/view.mjs';

const { bin, exports } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));

/** The modules that other programs import, `paperqueue/client` and so on. */
const API = Object.keys(exports)
  .filter((path) => path !== './package.json')
  .map((path) => path.slice(2));

const modules = (names) => names.split(' ').map((name) => `src/${name}.ts`);
/** What the server imports before its first answer, and before its first call (src/main.ts). */
const SERVER = [modules('platform/config'), modules('app/command-line app/compose app/serve-mcp')];
/** What each command at a shell imports, and what comes later where jobs are opened. */
const SHELL = modules('app/command-line app/commands faces/cli/program faces/cli/exit-codes faces/cli/print/terminal');
const JOBS = [
  ...modules('jobs/jobs jobs/with-library jobs/store/job-store library/library library/background-indexing'),
  ...modules('app/connect-embedded app/threads/reading-threads search/federated/live-sources'),
  ...modules('report/choose-readings report/exporting/export-folder review/screening/paper-decisions'),
];

if (process.argv.includes('--unless-current') && isCurrent()) process.exit();

await rm('dist', { recursive: true, force: true });
await writeView();
await writeSkills();
const { metafile } = await build({
  entryPoints: {
    paperqueue: 'src/main.ts',
    // Beside the chunk that starts it.
    'chunks/parser-thread': 'src/library/importing/parser-thread.ts',
    'chunks/indexing-thread': 'src/library/indexing-thread.ts',
    'chunks/search-thread': 'src/app/threads/search-thread.ts',
    'chunks/reading-thread': 'src/app/threads/reading-thread.ts',
    'chunks/reader-process': 'src/reading/process/reader-process.ts',
    'chunks/draft-process': 'src/evidence/draft/draft-process.ts',
    'chunks/asreview-process': 'src/review/exchange/asreview-process.ts',
    ...Object.fromEntries(API.map((name) => [name, `src/faces/sdk/${name}.ts`])),
  },
  outdir: 'dist/split',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  // Dynamic imports get separate files, which are read when they are needed.
  splitting: true,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: true,
  // All notices are in one file beside the code.
  legalComments: 'none',
  // Optional, and found at run time: libsql brings a prebuilt binary that cannot be bundled; pg is for PostgreSQL only.
  external: ['libsql', 'pg', '@opensearch-project/opensearch'],
  // The CommonJS form of jsonc-parser loads its parts in a way that cannot be bundled.
  mainFields: ['module', 'main'],
  // Ajv, the SDK's default for Node, takes 5 ms of every start. It would check the one answer to our one question.
  alias: {
    '@modelcontextprotocol/server/_shims': './scripts/build/sdk-shims.mjs',
    unicode2latex: './scripts/build/latex-commands.mjs',
    undici: './scripts/build/undici.mjs',
    // Its index brings a serializer and a second table of entities, 78 kB, that nothing calls.
    htmlparser2: './node_modules/htmlparser2/dist/esm/Parser.js',
  },
  // CommonJS dependencies inside the bundle need a `require`.
  banner: {
    js: "import{createRequire as paperqueueRequire}from'node:module';const require=paperqueueRequire(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
});
/** The help loads the modules of all commands. */
const commands = metafile.inputs['src/app/commands.ts'].imports.map(({ path }) => path);
await mergeChunks(metafile, 'dist', {
  command: 'src/main.ts',
  shell: SHELL,
  moments: [...SERVER, SHELL, commands, JOBS],
});
await rm('dist/split', { recursive: true });
await writeDeclarations(API);
await mkdir('dist/libsql');
for (const [name, content] of Object.entries(driverLock(JSON.parse(await readFile('package-lock.json', 'utf8')))))
  await writeFile(`dist/libsql/${name}`, `${JSON.stringify(content)}\n`);
await chmod(bin.paperqueue, 0o755);
// Recorded from the command, which has no recorded answers yet and so asks its server.
const HOSTED = { PAPERQUEUE_BASE_URL: 'http://127.0.0.1:9', PAPERQUEUE_TOKEN: 'of-the-build' };
const answers = await recordFirstAnswers(bin.paperqueue, { free: {}, priced: HOSTED });
await writeFile('dist/first-answers.json', JSON.stringify(answers));
// Written last: `isCurrent` checks it to know that the build is complete.
await writeFile('dist/LICENCES.txt', licencesOf(Object.keys(metafile.inputs)));
