import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { only, openShelf, paper } from '../../../search/federated/shelf.ts';

const QUESTIONS = [
  only('zyzzyva'),
  only('weevil'),
  { query: 'how do the weevils of the genus Zyzzyva and graphs and learning and neural networks go together at all' },
];

/** A library with an index of two segments and deletions, closed; `answers` are those of a search of it. */
function makeLibrary() {
  const dataDir = temporaryFolder();
  const { add, library, search } = openShelf(dataDir);
  const papers = Array.from({ length: 20 }, (_, at) =>
    paper({ key: `w${at}`, title: `Zyzzyva weevil ${at}`, year: 1990 + at }),
  );
  add(papers);
  search(only('zyzzyva'));
  add([
    paper({ key: 'w3', title: 'Zyzzyva weevil 3', abstract: 'Quokkas' }),
    paper({ key: 'new', title: 'Weevil of today' }),
  ]);
  const answers = QUESTIONS.map((body) => search(body));
  library.close();
  return { dataDir, answers };
}

function replaceByFolder(file: string): void {
  unlinkSync(file);
  mkdirSync(file);
  writeFileSync(join(file, 'somebody else is here'), '');
}

const folderOf = (dataDir: string) => join(dataDir, 'library-index');
const filesOf = (dataDir: string) =>
  readdirSync(folderOf(dataDir))
    .filter((name) => !name.startsWith('lock.sqlite'))
    .map((name) => join(folderOf(dataDir), name));

/** Searches the library as it is now; answers must be those of before. */
function answersAndReason(dataDir: string) {
  const { library, search, summary } = openShelf(dataDir);
  const answers = QUESTIONS.map((body) => search(body));
  const { index, papers } = summary();
  expect(index).toMatchObject({ papers, pending: 0 });
  library.close();
  return { answers, reason: index.rebuiltBecause };
}

it('has an index of segments, deletions and a manifest', () => {
  const { dataDir } = makeLibrary();
  const endings = filesOf(dataDir).map((name) => name.split('.').at(-1));
  expect(endings.sort()).toEqual(['deleted', 'json', 'segment', 'segment']);
});

it('answers rightly whichever file of its index is damaged at whichever place, and says why it was built anew', () => {
  const { dataDir, answers } = makeLibrary();
  for (const [position, file] of filesOf(dataDir).entries()) {
    for (const share of [0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1]) {
      const copy = temporaryFolder();
      cpSync(dataDir, copy, { recursive: true });
      const damaged = filesOf(copy)[position] as string;
      const bytes = readFileSync(file);
      const at = Math.min(Math.floor(bytes.length * share), bytes.length - 1);
      bytes[at] = (bytes[at] as number) ^ 0x15;
      writeFileSync(damaged, bytes);
      const found = answersAndReason(copy);
      expect(found.answers).toEqual(answers);
      // The end of every file is looked at when it is opened; lists only when a search needs them.
      if (share >= 0.95) expect(found.reason).toMatch(/damaged|not a finished file/);
    }
  }
});

it.each<[string, (file: string) => void, RegExp]>([
  ['cut', (file) => truncateSync(file, statSync(file).size >> 1), /not a finished file|damaged/],
  ['emptied', (file) => truncateSync(file, 0), /too short|damaged/],
  ['missing', (file) => unlinkSync(file), /ENOENT/],
  ['replaced by a folder', (file) => replaceByFolder(file), /is a folder|damaged|not a finished file/],
])('answers rightly when any file of its index is %s', (_how, damage, expected) => {
  const { dataDir, answers } = makeLibrary();
  for (const position of filesOf(dataDir).keys()) {
    const copy = temporaryFolder();
    cpSync(dataDir, copy, { recursive: true });
    const file = filesOf(copy)[position] as string;
    damage(file);
    const found = answersAndReason(copy);
    expect(found.answers).toEqual(answers);
    // Without a manifest there is no index yet, as on the first day.
    if (!(file.endsWith('manifest.json') && expected.test('ENOENT'))) expect(found.reason).toMatch(expected);
    else expect(found.reason).toBeUndefined();
  }
});

it.each<[string, Record<string, unknown>, RegExp]>([
  ['of another form', { format: '0.1' }, /has the format 0\.1/],
  ['of another library', { library: 'another' }, /another library/],
])('builds an index %s anew', (_what, change, expected) => {
  const { dataDir, answers } = makeLibrary();
  const manifest = join(folderOf(dataDir), 'manifest.json');
  const json = JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8').slice(9)), ...change });
  writeFileSync(manifest, `${crc32(json).toString(16).padStart(8, '0')} ${json}`);
  expect(answersAndReason(dataDir)).toMatchObject({ answers, reason: expect.stringMatching(expected) });
  expect(answersAndReason(dataDir).reason).toBeUndefined();
});

it('builds it anew when the whole folder is that of another library', () => {
  const [one, other] = [makeLibrary(), makeLibrary()];
  cpSync(folderOf(other.dataDir), folderOf(one.dataDir), { recursive: true });
  expect(answersAndReason(one.dataDir)).toEqual({
    answers: one.answers,
    reason: expect.stringMatching(/another library/),
  });
});
