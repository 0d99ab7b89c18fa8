import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What the documents send their readers to is there: files, folders, links and npm scripts. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['.ci', 'bench', 'docs', 'examples', 'packaging', 'scripts', 'src', 'test'];
/** These tell what was once there: releases that were, and parts that were taken out. */
const HISTORY = ['CHANGELOG.md', 'docs/decisions/0015-what-we-took-out.md'];

const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    `${folder}/${file}`.replaceAll('\\', '/'),
  );
const PATHS = [...FOLDERS, ...FOLDERS.flatMap(filesIn)];
const DOCUMENTS = [...readdirSync(ROOT), ...filesIn('docs')].filter(
  (file) => file.endsWith('.md') && !HISTORY.includes(file),
);
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };

/** A path of this repository, with `*` for any part of a name; not the end of a longer path or of an address. */
const PATH = new RegExp(`(?<![\\w./-])(?:${FOLDERS.join('|').replace('.', '\\.')})/[\\w.*/-]*[\\w*]`, 'g');
/** A path within `src`, as documents for maintainers name it: `jobs/spending/submit.ts`. */
const ROOMS = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);
const ROOM_PATH = new RegExp(`(?<![\\w./-])(?:${ROOMS.join('|')})/[\\w.*/-]*[\\w*]`, 'g');
/** A file without its folder, beside the name of the folder: `styles.ts`, `splitters.test.ts`. */
const FILE = /`([\w.-]+\.ts)`/g;
const FILE_NAMES = new Set([...readdirSync(ROOT), ...PATHS.map((path) => basename(path))]);
const SCRIPT = /\bnpm run (?:--silent |-s )?([a-z][\w:-]*)/g;
/** What runs by a name: `npm run bench search`. */
const RUN = /\bnpm\s+run (bench|test:long) ([a-z][\w:-]*)/g;
const NAMES = new Map(
  ['bench', 'test:long'].map((kind) => {
    const { stderr } = spawnSync(process.execPath, ['scripts/run.mjs', kind], { cwd: ROOT, encoding: 'utf8' });
    return [
      kind,
      stderr
        .trim()
        .replace(/^.* one of /, '')
        .split(', '),
    ];
  }),
);
const LINK = /\]\((?!\w+:|#)([^)#\s]+)/g;

function isThere(path: string): boolean {
  const parts = path.split('*').map((part) => part.replaceAll('.', '\\.'));
  const shape = new RegExp(`^${parts.join('[^/]*')}$`);
  return PATHS.some((known) => shape.test(known));
}

/** The paths within `src`, and the bare names of files, that a text names and that are not there. */
function missingInSource(text: string): string[] {
  const paths = [...text.matchAll(ROOM_PATH)].map(([path]) => path);
  const names = [...text.matchAll(FILE)].map(([, name]) => name as string);
  return [...paths.filter((path) => !isThere(`src/${path}`)), ...names.filter((name) => !FILE_NAMES.has(name))];
}

/** What a document names and is not there. */
function missingIn(text: string, folder: string): string[] {
  const paths = [...text.matchAll(PATH)].map(([path]) => path).filter((path) => !isThere(path));
  const unknown = [...text.matchAll(SCRIPT)].map(([, name]) => name as string).filter((name) => !(name in scripts));
  const runs = [...text.matchAll(RUN)].flatMap(([, kind = '', name = '']) =>
    NAMES.get(kind)?.includes(name) ? [] : name,
  );
  const links = [...text.matchAll(LINK)].map(([, link]) => normalize(join(folder, link as string)));
  return [
    ...paths,
    ...unknown,
    ...runs,
    ...links.filter((link) => !statSync(join(ROOT, link), { throwIfNoEntry: false })),
  ];
}

describe('what a document names', () => {
  it('is noticed when it is not there', () => {
    const wrong =
      'See `src/nowhere.ts`, test/e2e/nothing*.test.ts, `npm run nothing`, `npm run bench no-such` and [this](nothing.md#a).';
    expect(missingIn(wrong, 'docs')).toEqual([
      'src/nowhere.ts',
      'test/e2e/nothing*.test.ts',
      'nothing',
      'no-such',
      'docs/nothing.md',
    ]);
    const right =
      'See `src/platform/config.ts`. test/e2e/*.slow.test.ts, example.com/docs/mcp, `npm run build`, `npm run test:long crash:serve`, [x](testing.md).';
    expect(missingIn(right, 'docs')).toEqual([]);
  });

  it('is noticed when it is named from `src`, or by its name alone', () => {
    const wrong = 'See `jobs/spending/nothing.ts`, papers/nowhere/, `jobs/absent*.ts` and `no-such-file.ts`.';
    expect(missingInSource(wrong)).toEqual([
      'jobs/spending/nothing.ts',
      'papers/nowhere',
      'jobs/absent*.ts',
      'no-such-file.ts',
    ]);
    const right =
      'See `jobs/spending/submit.ts`, papers/filters/, `mcp/*.ts`, `platform/config.ts` and https://x.example/jobs/1.';
    expect(missingInSource(right)).toEqual([]);
  });

  it.each(DOCUMENTS)('%s: every path, link and script is there', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    // The guide is for users: its folders are theirs.
    const inSource = file.startsWith('docs/guide/') ? [] : missingInSource(text);
    expect([...missingIn(text, dirname(file)), ...inSource]).toEqual([]);
  });
});

describe('the front page and the guide', () => {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const pages = readdirSync(join(ROOT, 'docs/guide')).filter((file) => file !== 'README.md');

  it('the README has at most 900 words and 120 lines', () => {
    const readme = read('README.md');
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(900);
    expect(readme.split('\n').length).toBeLessThanOrEqual(120);
  });

  it('beside every command of the published package stands what works before it is published', () => {
    const sections = ['README.md', ...pages.map((page) => `docs/guide/${page}`)].flatMap((page) =>
      read(page).split(/^(?=## )/m),
    );
    const published = sections.filter((section) => /npx (?:-y )?paperqueue|install --global paperqueue/.test(section));
    expect(published.length).toBeGreaterThan(1);
    expect(published.filter((section) => !section.includes('Until the package is published'))).toEqual([]);
  });

  it('the index of the guide names every page once', () => {
    const named = [...read('docs/guide/README.md').matchAll(/^\| \[[^\]]+\]\(([\w-]+\.md)\)/gm)].map(
      ([, page]) => page,
    );
    expect(named.sort()).toEqual(pages.sort());
  });
});
