import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeZip } from '../../src/platform/zip.ts';
import { makeColumn, makePdf } from '../helpers/pdf-file.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startZotero, ZOTERO_KEY } from '../helpers/zotero-stand-in.ts';

/** Every command of the README and of the guide, as it stands there, over a library that knows corals. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs/guide')).map((page) => `docs/guide/${page}`)];

/** They serve until they are ended, or need an OpenSearch or a lab, and have tests of their own. */
const TESTED_APART = /^paperqueue (?:serve|mcp|ui|collection|review (?:share|join|members|leave))(?: |$)/;

/** The lines of a page's shell blocks that run paperqueue, without comments. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => block.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim()));
  const commands = lines.filter((line) => /^(?:npx -y )?paperqueue /.test(line));
  return commands.map((line) => line.replace(/^npx -y /, '')).filter((command) => !TESTED_APART.test(command));
}

function wordsOf(command: string): string[] {
  const words = command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g);
  const texts = [...words].slice(1).map(([, double, single, bare]) => double ?? single ?? bare ?? '');
  return texts.map((text) => text.replace(/^~(?=\/)/, home));
}

/** They ask sources, which are not there. */
const NEEDS_SOURCES = /^paperqueue (?:related|read|lookup) /;

const home = temporaryFolder();
const zotero = await startZotero();
afterAll(() => zotero.stop());
const settings = {
  HOME: home,
  PAPERQUEUE_DATA_DIR: join(home, 'data'),
  PAPERQUEUE_SOURCES: 'library',
  PAPERQUEUE_ZOTERO_KEY: ZOTERO_KEY,
  PAPERQUEUE_SOURCE_URLS: `zotero=${zotero.base}`,
};

const PAPERS = Array.from({ length: 12 }, (_, nth) => ({
  title: `Coral reef recovery after mass bleaching, site ${nth}`,
  abstract: `Sea temperature and bleaching slowed the recovery of a coral reef. It took ${nth + 5} years.`,
  authors: ['Ada Reef', 'Bo Sea'],
  year: 2014 + nth,
  doi: `10.5555/reef.${nth}`,
  openAccess: true,
  citationCount: nth,
}));

/** Without a path no program is found that would open a browser. */
const run = (args: string[]) => runHere(args, { ...settings, PATH: '' }, home);

const startedIn = process.cwd();
afterAll(() => process.chdir(startedIn));

beforeAll(async () => {
  // The commands name their files as they lie there.
  process.chdir(home);
  const files = {
    'works.jsonl': PAPERS.map((paper) => JSON.stringify(paper)).join('\n'),
    'library.bib': '@article{own, title = {A paper of my own about lanterns}, year = 2020}\n',
    'literature/more.ris': 'TY  - JOUR\nTI  - Lamps of the harbour\nER  - \n',
    'pubmed.nbib': 'PMID- 31452104\nTI  - Lanterns and the sea\nDP  - 2019\n',
    'sheet.csv': 'record,decision\nJ1-5,exclude\n',
    'paper.md': '---\nbibliography: refs.bib\n---\nReefs recover [@reef].\n',
    'cells.json': '[{"ref": "J1-2", "column": "Dose", "value": "40 mg", "quote": "It took 6 years"}]',
    'paper.tex': 'Reefs recover \\cite{reef}.\n',
    'refs.bib': '@article{reef, title = {Coral reef recovery after mass bleaching, site 3}, year = 2017}\n',
  };
  mkdirSync(join(home, 'literature'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  const page = makeColumn('Corals recover slowly where the sea stays warm. '.repeat(6), { x: 60, y: 100, letters: 80 });
  writeFileSync(
    join(home, 'article.pdf'),
    makePdf([page, page, page], [], { Title: 'Slow recovery of corals', Author: 'Ada Reef' }),
  );
  const word =
    '<w:document><w:body><w:p><w:r><w:t>Reefs recover (doi:10.5555/reef.3).</w:t></w:r></w:p></w:body></w:document>';
  writeFileSync(join(home, 'paper.docx'), writeZip([{ name: 'word/document.xml', bytes: Buffer.from(word) }]));
  mkdirSync(join(home, 'Zotero/storage'), { recursive: true });
  const steps = [
    ['import', 'works.jsonl'],
    ['search', '-k', 'coral reef', '-k', 'bleaching', '-k', 'mass'],
    ['search', '-k', 'coral reef', '-k', 'temperature', '-k', 'sea'],
  ];
  for (const step of steps) expect((await run(step)).stderr, step.join(' ')).not.toMatch(/^paperqueue: /m);
});

describe.each(PAGES.filter((page) => commandsOf(page).length > 0))('%s', (page) => {
  it.each(commandsOf(page))(
    '%s',
    async (command) => {
      const args = wordsOf(command);
      const output = args.includes('-o') ? join(home, args[args.indexOf('-o') + 1] as string) : undefined;
      if (output !== undefined && existsSync(output)) rmSync(output);
      if (args.includes('--write')) args.push('--yes');
      const { code, stderr } = await run(args);
      expect(NEEDS_SOURCES.test(command) ? [0, 1, 3] : [0], stderr).toContain(code);
      // Without sources it fails with a code of ours, not because it is broken.
      if (code === 3) expect(stderr).toMatch(/could not be checked|not checked|UPSTREAM_UNAVAILABLE|JOB_FAILED/);
      else if (code !== 0) expect(stderr).toMatch(/^paperqueue: (?:NOT_CONFIGURED|INVALID_INPUT): /m);
    },
    120_000,
  );
});
