import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPassages, type PassagesDeps } from '../../src/evidence/passages/create-passages.ts';
import { findPassages } from '../../src/evidence/passages/find-passages.ts';
import type { PassagesRequest } from '../../src/evidence/passages/passages.ts';
import { openLibrary } from '../../src/library/library.ts';
import { normalisePaper } from '../../src/papers/paper.ts';
import type { PaperToRead } from '../../src/papers/paper-to-read.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { findInPaper, findInPapers } from '../../src/reading/find-in-papers.ts';
import { createFullTexts } from '../../src/reading/full-texts.ts';
import type { OpenWeb } from '../../src/reading/open-web.ts';
import { runTask } from '../../src/reading/process/tasks.ts';
import { openTextStore } from '../../src/reading/store/text-store.ts';
import { storedAbstracts } from '../../src/search/federated/finding/stored-abstracts.ts';
import { isNote } from '../../src/wording/notes.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { IS_WHOLE } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const call = { signal: new AbortController().signal };
const endings: (() => void)[] = [];
afterEachTest(() => {
  for (const end of endings.splice(0).reverse()) end();
});

/** An article whose methods, results and discussion name what was measured; only its results report it. */
function article(animal: string, doi: string, more = ''): string {
  const p = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');
  const filler = Array.from({ length: 12 }, (_, nth) => `Sentence ${nth} about the weather at the shore of the sea. `);
  return `<article><front><article-meta><article-id pub-id-type="doi">${doi}</article-id>
    <title-group><article-title>Threads of ${animal}s</article-title></title-group></article-meta></front><body>
    <sec><title>Introduction</title>${p(`Whether warm water changes the threads of the ${animal} is unknown.`)}</sec>
    <sec><title>Methods</title>${p(
      `We kept ${animal.length * 8} animals in tanks. Thread strength of the ${animal} was measured in warm and in cold water.`,
      filler.join(''),
    )}</sec>
    <sec><title>Results</title>${p(
      filler.join(''),
      `Thread strength fell by 12 % in warm water compared with cold water (p = 0.003). No ${animal} died.`,
      filler.join(''),
    )}
      <table-wrap><label>Table 1</label><caption><p>Strength of threads</p></caption><table>
      <tr><th>Water</th><th>Strength (N)</th></tr>
      <tr><td>warm</td><td>1.2 (0.1)</td></tr><tr><td>cold</td><td>1.4 (0.2)</td></tr></table></table-wrap></sec>
    <sec><title>Discussion</title>${p(`The threads of the ${animal} may matter where water gets warm.`)}</sec>
    ${more}</body></article>`;
}

/** Passages over texts that are attached from files, in a folder that stays. */
function open(folder = libraryFolder(), abstracts?: PassagesDeps['abstracts'], now?: () => number) {
  const web: OpenWeb = {
    sources: async () => [],
    fullText: async () => 'none',
    passages: async () => undefined,
    fetch: async () => 'none',
    record: async () => undefined,
  };
  const full = createFullTexts({
    web,
    reader: { read: runTask, close() {} },
    texts: () => openTextStore(join(folder, 'texts.sqlite')),
  });
  const passages = createPassages({ store: {} as never, dataDir: folder, fullTexts: async () => full, abstracts, now });
  endings.push(full.close, passages.close);
  const attach = async (doi: string, text: string) => {
    const path = join(folder, 'attached.xml');
    writeFileSync(path, text);
    await full.attach({ ref: '', doi }, { path }, call);
  };
  const find = async (request: PassagesRequest) => passages.find(request, call);
  const best = async (papers: PaperToRead[], question: string) =>
    (await find({ papers, find: [question] })).questions[0]?.passages[0];
  const ofOne = (paper: PaperToRead, asked: string, perPaper?: number) =>
    findInPaper(passages, paper, { find: [asked], perPaper, hasText: full.findHash(paper) !== undefined }, call);
  return { folder, full, attach, find, best, ofOne, forget: passages.forget, close: passages.close, passages };
}

const MUSSEL = { ref: 'J1-1', doi: '10.5555/mussel' };
const CRAB = { ref: 'J1-2', doi: '10.5555/crab' };
const QUESTION = 'Does warm water compared with cold water change thread strength?';

describe('passages', () => {
  it('are the finding itself, with its place, and a quotation of one is exact', async () => {
    const { attach, find, full } = open();
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    const { questions, ...counts } = await find({ papers: [MUSSEL], find: [QUESTION] });
    const [first] = questions[0]?.passages ?? [];
    expect(first).toMatchObject({ ref: 'J1-1', at: 'S3.p2', section: 'S3 Results' });
    expect(first?.text).toContain('fell by 12 %');
    expect(counts).toEqual({ fullTexts: 1, abstracts: 0, onlyAbstract: [], withoutText: [] });
    const wide = await find({ papers: [MUSSEL], find: ['water threads strength animals weather'], perPaper: 20 });
    const all = wide.questions.flatMap(({ passages }) => passages);
    expect(all.length).toBeGreaterThan(5);
    expect(all.map(({ at }) => at)).toContain('S3.p5');
    for (const { text } of all) {
      const { quote } = await full.read(MUSSEL, { quote: text }, call);
      expect(quote?.verdict, text).toBe('exact');
    }
  });

  it('answer each question, at most so many of a paper, within the characters', async () => {
    const { attach, find } = open();
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    await attach(CRAB.doi, article('crab', CRAB.doi));
    const found = await find({ papers: [MUSSEL, CRAB], find: [QUESTION, 'How many animals were kept?'], perPaper: 1 });
    expect(found.questions.map(({ passages }) => passages.map(({ ref }) => ref).sort())).toEqual([
      ['J1-1', 'J1-2'],
      ['J1-1', 'J1-2'],
    ]);
    for (const { at } of found.questions[1]?.passages ?? []) expect(at).toBe('S2.p1');
    const short = await find({ papers: [MUSSEL, CRAB], find: [QUESTION], count: 10 });
    expect(short.questions[0]?.passages).toHaveLength(1);
  });

  it('come from abstracts where no full text is held, and say which papers have nothing', async () => {
    const { attach, find } = open();
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    const owl = { ref: 'L7', abstract: 'Owls fly. Thread strength of owls in warm water is nil.' };
    const found = await find({ papers: [MUSSEL, owl, { ref: 'J1-9' }], find: ['owls'] });
    expect(found).toMatchObject({ fullTexts: 1, onlyAbstract: ['L7'], withoutText: ['J1-9'] });
    expect(found.questions[0]?.passages).toEqual([
      { ref: 'L7', at: 'abstract', section: 'Abstract', text: owl.abstract },
    ]);
  });

  it('of every text held name it by its identifier', async () => {
    const { attach, find } = open();
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    await attach(CRAB.doi, article('crab', CRAB.doi));
    const { questions, fullTexts } = await find({ find: ['crab thread strength in warm water'] });
    expect(fullTexts).toBe(2);
    expect(questions[0]?.passages[0]?.ref).toBe(CRAB.doi);
  });

  it('of every text held are those of the abstracts of the library, too, and of papers with a text the text alone', async () => {
    const folder = temporaryFolder();
    const library = openLibrary(folder);
    endings.push(() => library.close());
    const record = (title: string, doi: string, abstract?: string) =>
      normalisePaper({ key: doi, title, doi, ...(abstract && { abstract }) });
    const held = 'Thread strength of mussels is said to be nil in the abstract.';
    library.add([
      record('Owls', '10.5555/owl', 'Owls fly at night. Thread strength of owls rises in warm water.'),
      record('Threads without an abstract', '10.5555/bare'),
      record('Mussels', MUSSEL.doi, held),
    ]);
    const { attach, find } = open(folder, (text, count, options) => storedAbstracts({ library }, text, count, options));
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    const found = await find({ find: ['thread strength of owls in warm water', 'mussels'] });
    const [owls, mussels] = found.questions.map(({ passages }) => passages);
    expect(owls).toContainEqual(
      expect.objectContaining({ ref: expect.stringMatching(/^L\d+$/), at: 'abstract', section: 'Abstract' }),
    );
    expect(owls?.map(({ ref }) => ref)).toContain(MUSSEL.doi);
    expect(found).toMatchObject({ fullTexts: 1, abstracts: 1 });
    expect([...(owls ?? []), ...(mussels ?? [])].map(({ text }) => text)).not.toContain(held);
  });

  it('of a library are those of its best abstracts: more papers may have the words', async () => {
    const folder = temporaryFolder();
    const library = openLibrary(folder);
    endings.push(() => library.close());
    library.add(
      Array.from({ length: 30 }, (_, at) =>
        normalisePaper({ key: `owl ${at}`, title: `Owls ${at}`, abstract: `Owls fly at night ${at}.` }),
      ),
    );
    const { find } = open(folder, (text, count, options) => storedAbstracts({ library }, text, count, options));
    const named = ['L1', 'L2', 'L3'].map((ref) => ({ ref, abstract: 'Owls fly.' }));
    const passages = { find, papersNamed: async () => named };
    const cut = async (papers?: string) => {
      const { notes } = await findInPapers(
        { store: { libraryPaper: () => undefined }, passages } as never,
        { find: 'owls', count: 1, papers },
        call,
      );
      return notes?.find(isNote('passages-cut'));
    };
    expect(await cut()).toMatchObject({ counted: 'best papers', shown: 1 });
    expect(await cut('J1')).toMatchObject({ counted: 'papers', shown: 1, of: 3 });
  });

  it('of one paper are ranked as those of several, of its abstract where the text has none', async () => {
    const { attach, ofOne, passages } = open();
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    const paper = { ...MUSSEL, abstract: 'Mussels hold on in all weathers.' };
    const inText = await ofOne(paper, QUESTION, 2);
    expect(inText.passages[0]).toEqual(expect.objectContaining({ at: 'S3.p2', section: 'S3 Results' }));
    expect(inText.passages[0]).not.toHaveProperty('ref');
    expect(inText.notes).toEqual([expect.objectContaining({ kind: 'passages-cut', counted: 'passages', shown: 2 })]);
    expect(await ofOne(paper, '"in all weathers"')).toEqual({
      passages: [{ at: 'abstract', section: 'Abstract', text: paper.abstract }],
      notes: [],
      next: [{ kind: 'found-in-abstract', isFound: true, hasText: true }],
    });
    const two = { find: ['threads', 'submarines'], hasText: true };
    expect((await findInPaper(passages, paper, two, call)).notes).toContainEqual({
      kind: 'no-passage',
      find: 'submarines',
    });
    expect(await ofOne(paper, 'submarines')).toMatchObject({ passages: [], next: [{ kind: 'fewer-words' }] });
    const owl = { ref: 'L7', abstract: 'Owls fly.' };
    expect(await ofOne(owl, 'owls')).toMatchObject({
      passages: [{ at: 'abstract' }],
      next: [{ kind: 'found-in-abstract', isFound: true, hasText: false }],
    });
    expect(await ofOne(owl, 'submarines')).toMatchObject({
      passages: [],
      next: [{ kind: 'found-in-abstract', isFound: false, hasText: false }],
    });
    expect(await ofOne({ ref: 'J1-9' }, 'owls')).toEqual({ passages: [], notes: [], next: [] });
  });

  it('that another copy of a work repeats are shown once', async () => {
    const { attach, find } = open();
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    await attach(
      '10.5555/preprint',
      article('mussel', '10.5555/preprint', '<sec><title>Note</title><p>Later.</p></sec>'),
    );
    const preprint = { ref: 'J1-3', doi: '10.5555/preprint' };
    const { questions } = await find({ papers: [MUSSEL, preprint], find: [QUESTION] });
    const texts = questions[0]?.passages.map(({ text }) => text) ?? [];
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('with a phrase are found however many others rank before them, and counted as those that hold it', async () => {
    const { attach, find } = open();
    const many = Array.from(
      { length: 80 },
      (_, nth) => `<sec><title>Day ${nth}</title><p>${'Sample of a size. '.repeat(55)}</p></sec>`,
    );
    const holds = '<sec><title>Power</title><p>The sample size was guessed.</p></sec>';
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi, many.join('') + holds));
    await attach(CRAB.doi, article('crab', CRAB.doi, many.join('')));
    const { questions } = await find({ papers: [MUSSEL, CRAB], find: ['"sample size"'] });
    expect(questions[0]).toMatchObject({ of: 1, all: 1, passages: [{ ref: 'J1-1' }] });
    expect(questions[0]?.passages[0]?.text).toContain('sample size was guessed');
  });

  it('hold the phrases in quotation marks', async () => {
    const { attach, best } = open();
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    expect((await best([MUSSEL], '"kept 48 animals" strength'))?.at).toBe('S2.p1');
    expect(await best([MUSSEL], '"kept 49 animals" strength')).toBeUndefined();
  });
});

describe('the index', () => {
  it('is said to lack the texts that it does not have yet, also those of named papers', async () => {
    const index = {
      update: async () => 1,
      analysed: () => undefined,
      hashes: () => [],
      weigh: () => ({ indexed: () => 0, others: [] }),
      forget() {},
      close() {},
    };
    const full = { findHash: () => 'hash', hashes: () => ['hash'], outline: async () => undefined, namesOf: () => [] };
    const deps = { texts: { full: full as never, index }, store: {} as never };
    for (const papers of [[MUSSEL], undefined]) {
      const { notes } = await findPassages(deps, { ...(papers && { papers }), find: [QUESTION] }, call);
      expect(notes).toEqual([{ kind: 'texts-not-indexed', texts: 1 }]);
    }
  });

  it('follows texts that are added, replaced and removed', async () => {
    const { attach, best, full } = open();
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    expect(await best([MUSSEL], 'mussel strength')).toBeDefined();
    await attach(MUSSEL.doi, article('limpet', MUSSEL.doi));
    expect(await best([MUSSEL], 'mussel')).toBeUndefined();
    expect((await best([MUSSEL], 'limpet strength'))?.text).toContain('limpet');
    full.removeAll();
    expect(await best([MUSSEL], 'limpet strength')).toBeUndefined();
  });

  it('keeps nothing of texts once it is told to forget them', async () => {
    const { attach, best, full, folder, forget } = open();
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    expect(await best([MUSSEL], QUESTION)).toBeDefined();
    full.removeAll();
    await forget();
    expect(readdirSync(folder).filter((name) => name.startsWith('passages'))).toEqual([]);
    expect(await best([MUSSEL], QUESTION)).toBeUndefined();
  });

  it('is used by the next process, and made anew where it is lost, damaged or of another version', async () => {
    const first = open();
    await first.attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    expect(await first.best([MUSSEL], QUESTION)).toBeDefined();
    first.close();
    const file = join(first.folder, 'passages.sqlite');
    const again = async () => {
      const next = open(first.folder);
      const found = await next.best([MUSSEL], QUESTION);
      next.close();
      return found?.at;
    };
    expect(await again()).toBe('S3.p2');
    writeFileSync(file, 'no database at all, but some words');
    expect(await again()).toBe('S3.p2');
    const database = openDatabase(file, ['']);
    database.run("UPDATE properties SET value = '0' WHERE name = 'version'");
    database.run('DELETE FROM texts');
    database.close();
    expect(await again()).toBe('S3.p2');
  });

  it('follows what another process removes and adds', async () => {
    const one = open();
    await one.attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    expect(await one.best([MUSSEL], QUESTION)).toBeDefined();
    const other = open(one.folder);
    other.full.removeAll();
    await other.attach(CRAB.doi, article('crab', CRAB.doi));
    expect(await other.best([CRAB], QUESTION)).toBeDefined();
    expect((await one.best([CRAB], QUESTION))?.text).toContain('No crab died');
    expect((await one.find({ find: [QUESTION] })).fullTexts).toBe(1);
  });

  it.each([
    ['is removed', (file: string) => rmSync(file)],
    ['is cut', (file: string) => truncateSync(file, 5_000)],
    ['is emptied', (file: string) => truncateSync(file, 0)],
    ['is overwritten', (file: string) => writeFileSync(file, 'x'.repeat(60_000))],
  ])('answers on when its file %s while the process runs', async (_, harm) => {
    const { attach, best, folder } = open();
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    expect(await best([MUSSEL], QUESTION)).toBeDefined();
    harm(join(folder, 'passages.sqlite'));
    expect((await best([MUSSEL], QUESTION))?.at).toBe('S3.p2');
    await attach(CRAB.doi, article('crab', CRAB.doi));
    expect((await best([CRAB], QUESTION))?.at).toBe('S3.p2');
  });

  it('tries a text that could not be read again: the next day', async () => {
    const folder = temporaryFolder();
    let day = 20_000;
    let tries = 0;
    const read = (isMended: boolean) => {
      const one = open(folder, undefined, () => day * 86_400_000);
      const { outline } = one.full;
      one.full.outline = async (...order) => {
        tries += 1;
        return isMended ? outline(...order) : undefined;
      };
      return one;
    };
    const broken = read(false);
    await broken.attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    for (let nth = 0; nth < 3; nth += 1) expect(await broken.best([MUSSEL], QUESTION)).toBeUndefined();
    expect(tries).toBe(1);
    day += 1;
    for (let nth = 0; nth < 3; nth += 1) expect(await broken.best([MUSSEL], QUESTION)).toBeUndefined();
    expect(tries).toBe(2);
    broken.close();
    const mended = read(true);
    expect(await mended.best([MUSSEL], QUESTION)).toBeUndefined();
    day += 1;
    expect((await mended.best([MUSSEL], QUESTION))?.at).toBe('S3.p2');
  });

  it.runIf(IS_WHOLE)(
    'stays quick and whole beside a paragraph of 8 MB and texts that look like formulas, scripts and turns',
    async () => {
      const { attach, find } = open();
      await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
      const hostile = {
        '10.5555/large': `<p>${'thread strength fell and '.repeat(330_000)}</p>`,
        '10.5555/formula': '<p>=HYPERLINK("http://x.example") thread strength fell in warm water.</p>',
        '10.5555/script': '<p>&lt;script&gt;alert(1)&lt;/script&gt; thread strength fell in warm water.</p>',
        '10.5555/turned': '<p>Thread strength \u202efell\u202c by 13 % in warm \u2066water\u2069 in all tanks.</p>',
      };
      for (const [doi, body] of Object.entries(hostile))
        await attach(doi, article('eel', doi, `<sec><title>Results</title>${body}</sec>`));
      const begun = process.cpuUsage();
      const { questions, fullTexts } = await find({ find: [QUESTION], perPaper: 20, count: 100_000 });
      const { user, system } = process.cpuUsage(begun);
      expect(fullTexts).toBe(5);
      expect((user + system) / 1e6).toBeLessThan(10);
      const texts = questions[0]?.passages.map(({ text }) => text) ?? [];
      expect(texts.join(' ')).toContain('No mussel died');
      expect(texts.join(' ')).toContain('Thread strength fell by 13 % in warm water in all tanks.');
      for (const text of texts) expect(text.length).toBeLessThanOrEqual(1_500);
    },
  );

  it('loses a broken text alone, and takes the longest sentence in pieces', async () => {
    const { attach, full, find, best } = open();
    await attach(MUSSEL.doi, article('mussel', MUSSEL.doi));
    await attach(
      CRAB.doi,
      article('crab', CRAB.doi, `<sec><title>Endless</title><p>${'strength '.repeat(60_000)}</p></sec>`),
    );
    const hash = full.findHash(CRAB);
    const { outline } = full;
    full.outline = async (each, options) => (each === hash ? undefined : outline(each, options));
    expect(await find({ papers: [MUSSEL, CRAB], find: [QUESTION] })).toMatchObject({
      fullTexts: 1,
      withoutText: ['J1-2'],
    });
    const healthy = open();
    await healthy.attach(
      CRAB.doi,
      article('crab', CRAB.doi, `<sec><title>Endless</title><p>${'strength '.repeat(60_000)}</p></sec>`),
    );
    const { questions } = await healthy.find({ papers: [CRAB], find: ['strength'], perPaper: 20 });
    for (const { text } of questions[0]?.passages ?? []) expect(text.length).toBeLessThanOrEqual(1_500);
    expect(await best([MUSSEL], QUESTION)).toBeDefined();
  });
});
