import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PaperqueueError } from '../../src/contract/errors.ts';
import type { PaperToRead } from '../../src/papers/paper-to-read.ts';
import { createFullTexts } from '../../src/reading/full-texts.ts';
import type { Fetched, OpenWeb, TextProvider } from '../../src/reading/open-web.ts';
import type { ProcessReader } from '../../src/reading/process/read-in-process.ts';
import { runTask } from '../../src/reading/process/tasks.ts';
import { openTextStore } from '../../src/reading/store/text-store.ts';
import type { KnownFailure } from '../../src/wording/notes/source-outcomes.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { makeColumn, makePdf } from '../helpers/pdf-file.ts';
import { said, saidNotes } from '../helpers/said.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ARTICLE, PAGE } from './fixtures.ts';

type Elsewhere = Awaited<ReturnType<OpenWeb['passages']>>;

const call = { signal: new AbortController().signal };
const endings: (() => void)[] = [];
afterEachTest(() => {
  for (const end of endings.splice(0)) end();
});

const PROVIDERS: TextProvider[] = [
  { name: 'europepmc', title: 'Europe PMC', texts: { copy: 'published', needs: 'pmcid', hosts: ['www.ebi.ac.uk'] } },
  { name: 'arxiv', title: 'arXiv', texts: { copy: 'preprint', hosts: ['arxiv.org'] } },
  { name: 'unpaywall', title: 'Unpaywall' },
];

/** The source that searches in texts. */
const FINDER = { name: 'semanticscholar', title: 'Semantic Scholar' } as const;

/** Full texts over a web that gives these texts by source; what is asked is recorded. */
function open(
  gives: Partial<Record<string, Fetched>>,
  folder = temporaryFolder(),
  names = ['europepmc', 'arxiv'],
  elsewhere: Elsewhere = undefined,
) {
  const asked: string[] = [];
  const web: OpenWeb = {
    sources: async () => PROVIDERS.filter(({ name }) => names.includes(name)),
    fullText: async (source, kind) => {
      asked.push(kind === 'pdf' ? `${source} pdf` : source);
      return gives[kind === 'pdf' ? `${source} pdf` : source] ?? 'none';
    },
    passages: async (papers, words) => {
      asked.push(`passages of ${papers.map(({ ref }) => ref)}: ${words}`);
      return elsewhere;
    },
    fetch: async (address) => {
      asked.push(address);
      return gives[address] ?? 'none';
    },
    record: async (source, doi) => {
      asked.push(`${source} ${doi}`);
      const failing = gives[`${source} record`];
      if (typeof failing === 'object' && 'failure' in failing) return failing;
      return doi === '10.5555/mussel.1' ? { pmcid: 'PMC1234567' } : undefined;
    },
  };
  const reader: ProcessReader = { read: runTask, close() {} };
  const texts = createFullTexts({
    web,
    reader,
    texts: () => openTextStore(join(folder, 'texts.sqlite')),
    now: () => Date.UTC(2026, 10, 22),
  });
  endings.push(texts.close);
  return { ...texts, asked, folder };
}

const MUSSEL: PaperToRead = { ref: 'J1-1', doi: '10.5555/mussel.1', title: 'How mussels hold on' };
const PDF = makePdf([
  makeColumn(
    'Mussels hold on to rocks by threads of protein that harden in the water. They let go of none. '.repeat(3),
    {
      x: 60,
      y: 100,
      letters: 70,
    },
  ),
]);
const JATS = { content: ARTICLE, url: 'https://example.org/PMC1234567' };

describe('the copy that is read', () => {
  it('is that of Europe PMC, whose number is looked up by the DOI; the second time the kept one', async () => {
    const texts = open({ europepmc: JATS });
    const { source, outline, sections } = await texts.read(MUSSEL, {}, call);
    expect(source).toMatchObject({ copy: 'published', from: 'Europe PMC', url: JATS.url, date: '2026-11-22' });
    expect(outline?.at(-1)).toMatchObject({ id: 'references', title: 'References (2)' });
    expect(sections?.[0]).toMatchObject({ id: 'abstract.1', text: '[abstract.1.p1] Mussels hold on to rocks.' });
    expect(texts.asked).toEqual(['europepmc 10.5555/mussel.1', 'europepmc']);
    const offline = open({}, texts.folder, []);
    expect((await offline.read({ ref: 'x', doi: MUSSEL.doi }, { section: 'Results' }, call)).source).toEqual(source);
    expect(offline.asked).toEqual([]);
    expect(texts.summary()).toMatchObject({ texts: 1 });
    expect(texts.removeAll()).toBe(1);
    expect(texts.summary()).toEqual({ texts: 0, bytes: 0 });
  });

  it('is that of arXiv where the text of Europe PMC has no body', async () => {
    const front = { ...JATS, content: ARTICLE.replace(/<body>[\s\S]*<\/body>/, '') };
    const texts = open({ europepmc: front, arxiv: { content: PAGE, url: 'https://arxiv.org/html/2101.00001' } });
    const { source } = await texts.read({ ref: '2101.00001', arxivId: '2101.00001' }, {}, call);
    expect(source).toMatchObject({ copy: 'preprint', from: 'arXiv', version: 'v3', licence: 'CC BY 4.0' });
  });

  it('is the PDF that the record names, read anew from the kept bytes', async () => {
    const pdfLink = 'https://example.org/a.pdf';
    const texts = open({ [pdfLink]: { content: PDF, url: pdfLink } });
    const quote = 'Mussels hold on to rocks by threads of protein that harden in the water.';
    const answer = await texts.read({ ...MUSSEL, pdfLink }, { quote }, call);
    expect(answer).toMatchObject({ source: { url: pdfLink }, quote: { verdict: 'exact', at: 'p1.¶1' } });
    const offline = open({}, texts.folder, []);
    const page = await offline.read(MUSSEL, { page: 1 }, call);
    expect(page.sections?.[0]?.text).toMatch(/^\[p1\.¶1\] Mussels hold on/);
    expect(offline.asked).toEqual([]);
    const again = await offline.read(MUSSEL, { section: 'p1.¶1' }, call);
    expect(again.sections?.[0]?.text).toBe(page.sections?.[0]?.text);
    await expect(offline.read(MUSSEL, { page: 9 }, call)).rejects.toThrow('nothing is on page 9; the last is 1');
  });

  it('is none where the only PDF is broken, which is said', async () => {
    const pdfLink = 'https://example.org/a.pdf';
    const texts = open({ [pdfLink]: { content: Buffer.from('%PDF-1.7 and nothing'), url: pdfLink } });
    const answer = await texts.read({ ...MUSSEL, pdfLink }, { quote: 'Mussels hold on to rocks.' }, call);
    expect(answer).toMatchObject({ pdf: pdfLink, next: [{ kind: 'do-not-quote', address: pdfLink }] });
    expect(saidNotes(answer.notes)).toContain(
      'The text of example.org was not used: it is a PDF that is broken or empty.',
    );
    expect(answer).not.toHaveProperty('quote');
  });

  it('has no pages where it is no PDF', async () => {
    const reading = open({ europepmc: JATS }).read(MUSSEL, { page: 1 }, call);
    await expect(reading).rejects.toThrow('this text has no pages');
  });

  it('is not looked for where nobody may be asked, which is not called none', async () => {
    const answer = said(await open({}, undefined, []).read({ ref: '10.5555/none', doi: '10.5555/none' }, {}, call));
    expect(answer.next).toMatch(/^No full text of 10\.5555\/none is stored, and no source was asked for one\. /);
    const link = 'https://doi.org/10.5555/none';
    const alone = open({ [link]: { failure: 'library alone', isPassing: false } }, undefined, []);
    const { notes } = await alone.read({ ref: '10.5555/none', link }, { quote: 'Mussels hold on.' }, call);
    expect(notes).toEqual([{ kind: 'quote-not-checked' }, { kind: 'no-text-source' }]);
    // A PDF that nobody was asked for is not one that could not be read.
    const { next } = await alone.read({ ...MUSSEL, pdfLink: link }, {}, call);
    expect(next).toContainEqual({ kind: 'do-not-quote', address: link, isTried: false });
  });

  it('is none where nobody has one', async () => {
    const answer = await open({}).read({ ref: '10.5555/none', doi: '10.5555/none' }, {}, call);
    expect(answer.next).toEqual([{ kind: 'attach-file', ref: '10.5555/none', paper: '10.5555/none', isAsked: true }]);
    expect(saidNotes(answer.notes)).toEqual([
      'Europe PMC has no open text of this paper.',
      'arXiv has no open text of this paper.',
    ]);
  });

  it.each([
    [true, 'Its abstract is stored.'],
    [false, 'No abstract is stored either.'],
  ])('is none, and whether the abstract is there (%j) is said', async (hasAbstract, line) => {
    const answer = await open({}).read({ ...MUSSEL, hasAbstract }, {}, call);
    expect(saidNotes(answer.notes).at(-1)).toBe(line);
  });

  it('is unknown, not none, where the source could not be asked for its number of the paper', async () => {
    const unreachable = { failure: 'unreachable', isPassing: true } as const;
    const texts = open(
      { 'europepmc record': unreachable, arxiv: 'not asked', 'unpaywall record': unreachable },
      undefined,
      [...['europepmc', 'arxiv', 'unpaywall']],
    );
    const { details } = await texts.read(MUSSEL, {}, call).then(
      () => ({ details: undefined }),
      (error: PaperqueueError) => error,
    );
    expect(details).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', charged: 'no', retryable: true });
    expect(details?.message).toContain(
      'Europe PMC could not be reached. arXiv was not asked: the identifier of this paper there is not known. Unpaywall could not be reached.',
    );
    expect(details?.message).not.toContain('has no open text');
    expect(texts.asked).not.toContain('europepmc');
  });

  it('is looked for at six addresses at most, although pages in place of PDFs name further ones', async () => {
    const asked: string[] = [];
    const page = (address: string) =>
      ['a', 'b'].map((name) => `<meta name="citation_pdf_url" content="${address}/${name}.pdf">`).join('');
    const web: OpenWeb = {
      sources: async () =>
        ['openalex', 'crossref', 'unpaywall', 'datacite', 'doaj', 'hal'].map(
          (name) => ({ name, title: name }) as TextProvider,
        ),
      fullText: async () => 'none',
      passages: async () => undefined,
      record: async (source) => ({ pdfLink: `https://${source}.example/1` }),
      fetch: async (address) => {
        asked.push(address);
        if (address.endsWith('.pdf') || address.startsWith('https://first')) return 'none';
        return { content: `<html><head>${page(address)}</head></html>`, url: address };
      },
    };
    const folder = temporaryFolder();
    const texts = createFullTexts({
      web,
      reader: { read: runTask, close() {} },
      texts: () => openTextStore(join(folder, 'texts.sqlite')),
    });
    endings.push(texts.close);
    // One address that has nothing, so that six is not a sum of threes.
    await texts.read({ ...MUSSEL, pdfLink: 'https://first.example/1' }, {}, call);
    expect(asked).toHaveLength(6);
  });

  it('may be had later where a source failed', async () => {
    const failing = open({ europepmc: { failure: 'too slow', isPassing: true } }).read(MUSSEL, {}, call);
    await expect(failing).rejects.toMatchObject({ details: { code: 'UPSTREAM_UNAVAILABLE', retryable: true } });
  });
});

describe('the abstract of a record', () => {
  const abstract = 'Mussels hold on to rocks in all weathers. They never let go of a rock below 12.5 N.';
  const paper: PaperToRead = {
    ref: 'J1-1',
    doi: '10.5555/none',
    title: 'How mussels hold on',
    abstract,
    hasAbstract: true,
  };

  it('is what a quotation is checked against where there is no full text', async () => {
    const check = async (quote: string) => open({}).read(paper, { quote }, call);
    expect(await check('They never let go of a rock below 12.5 N.')).toMatchObject({
      quote: { verdict: 'exact', at: 'abstract' },
      next: [{ kind: 'cite-abstract', verdict: 'exact', hasText: false }],
      notes: expect.arrayContaining([{ kind: 'text-attempt', from: 'Europe PMC', outcome: 'no-text' }]),
    });
    expect((await check('They always let go of a rock below 12.5 N.')).quote?.verdict).toBe('altered');
    const absent = await check('The crabs of the northern shore walked sideways for most of the night.');
    expect(absent).toMatchObject({
      quote: { verdict: 'absent' },
      next: [{ kind: 'cite-abstract', verdict: 'absent', hasText: false }],
    });
  });

  it('is also checked where a source of texts fails, and where the full text has other words', async () => {
    const quote = 'Mussels hold on to rocks in all weathers.';
    const failing = open({ europepmc: { failure: 'too slow', isPassing: true } });
    expect((await failing.read(paper, { quote }, call)).quote).toMatchObject({ verdict: 'exact', at: 'abstract' });
    const texts = open({ europepmc: JATS });
    const answer = await texts.read({ ...paper, doi: MUSSEL.doi }, { quote }, call);
    expect(answer).toMatchObject({ source: { copy: 'published' }, quote: { verdict: 'exact', at: 'abstract' } });
    const altered = 'They always let go of a rock below 12.5 N.';
    expect(await texts.read({ ...paper, doi: MUSSEL.doi }, { quote: altered }, call)).toMatchObject({
      quote: { verdict: 'altered', at: 'abstract', differences: [{ quote: 'always', document: 'never' }] },
      next: [{ kind: 'cite-abstract', verdict: 'compared', hasText: true }],
    });
  });

  it('stands in place of a text that nobody has, in pieces as a text', async () => {
    const answer = await open({}).read(paper, {}, call);
    expect(answer.sections).toEqual([{ id: 'abstract', title: 'Abstract', text: `[abstract] ${abstract}` }]);
    expect(answer.notes).toContainEqual({ kind: 'abstract-stored', isStored: true, isShown: true });
    const [, first, rest] = /^(.{20})(.*)$/.exec(abstract) ?? [];
    const piece = await open({}).read(paper, { count: 20 }, call);
    expect(piece).toMatchObject({ sections: [{ text: `[abstract] ${first}` }] });
    expect(piece.next?.[0]).toEqual({ kind: 'read-on', offset: 20 });
    const next = await open({}).read(paper, { offset: 20 }, call);
    expect(next.sections?.[0]?.text).toBe(`[abstract] ${rest}`);
  });

  it('is never called stored without being shown, or the call that shows it', async () => {
    const failing = () => open({ europepmc: { failure: 'too slow', isPassing: true } });
    const part = await open({}).read(paper, { section: 'methods' }, call);
    expect(part).not.toHaveProperty('sections');
    expect(part.next).toContainEqual({ kind: 'read-abstract', ref: 'J1-1' });
    const advice = await failing()
      .read(paper, {}, call)
      .catch(({ details }: PaperqueueError) => details.advice);
    expect(advice).toContainEqual({ kind: 'read-abstract', ref: 'J1-1' });
    const asAdvised = await failing().read(paper, { section: 'abstract' }, call);
    expect(asAdvised.sections?.[0]?.text).toBe(`[abstract] ${abstract}`);
    expect(asAdvised.next).toEqual([{ kind: 'again', when: 'later' }]);
  });
});

describe('a reference', () => {
  it('is given by its number or label, and which there are where it is none', async () => {
    const read = (reference: string) => open({ europepmc: JATS }).read(MUSSEL, { reference }, call);
    expect((await read('[2]')).references).toEqual([expect.objectContaining({ key: '2', pmcid: 'PMC77' })]);
    await expect(read('20')).rejects.toThrow('no entry is called "20"; the list goes to 2');
  });
});

describe('a file of the user', () => {
  it('is read in place of others', async () => {
    const texts = open({});
    const file = join(texts.folder, 'mine.xml');
    writeFileSync(file, ARTICLE);
    await texts.attach(MUSSEL, { path: file }, call);
    const { source } = await texts.read(MUSSEL, {}, call);
    expect(source).toMatchObject({ copy: 'attached', from: 'mine.xml' });
    expect(texts.asked).toEqual([]);
  });

  it.each([
    ['%PDF-1.7', 'it is a PDF that is broken or empty'],
    ['hello', 'it is no PDF, Word document (.docx), EPUB, JATS XML or arXiv HTML; print another page to a PDF'],
  ])('that begins with %s is refused', async (content, why) => {
    const texts = open({});
    const file = join(texts.folder, 'mine');
    writeFileSync(file, content);
    await expect(texts.attach(MUSSEL, { path: file }, call)).rejects.toThrow(why);
    await expect(texts.attach(MUSSEL, { path: texts.folder }, call)).rejects.toThrow('it is not a file');
    await expect(texts.attach(MUSSEL, { path: join(texts.folder, 'no') }, call)).rejects.toThrow(
      'there is no such file',
    );
  });
});

describe('an answer', () => {
  const read = (request: object) => open({ europepmc: JATS }).read(MUSSEL, request, call);

  it('goes on where the piece before ended, until all is read', async () => {
    const texts = open({ europepmc: JATS });
    const piecesFrom = async (offset: number): Promise<string[]> => {
      const { sections = [], next } = await texts.read(MUSSEL, { offset, count: 50 }, call);
      const own = sections.map(({ text }) => text);
      const nextOffset = /offset":(\d+)/.exec(JSON.stringify(next ?? []))?.[1];
      return nextOffset ? [...own, ...(await piecesFrom(Number(nextOffset)))] : own;
    };
    const plain = (parts: readonly string[]) => parts.join('').replace(/\[[a-zA-Z]\w*(?:\.\d+)*\.p\d+\] |\s/g, '');
    const whole = (await texts.read(MUSSEL, { count: 40_000 }, call)).sections ?? [];
    expect(plain(await piecesFrom(0))).toBe(plain(whole.map(({ text }) => text)));
  });

  it.each([
    ['S2', ['S2.1']],
    ['methods', ['S2.1']],
    ['Pulling', ['S2.1']],
    ['S3.p1', ['S3']],
  ])('shows section %s with its parts', async (section, ids) => {
    expect((await read({ section })).sections?.map(({ id }) => id)).toEqual(ids);
  });

  it('shows the first rows of a long table, and names the section that has all', async () => {
    const row = (at: number) => `<tr><td>shore ${at}</td><td>${at} N</td></tr>`;
    const table = `<table-wrap><caption><p>Pulls.</p></caption><table>${Array.from({ length: 90 }, (_, at) => row(at)).join('')}</table></table-wrap>`;
    const content = ARTICLE.replace(/<\/sec>\s*<\/body>/, `${table}</sec></body>`);
    const texts = open({ europepmc: { ...JATS, content } });
    const { sections = [], next = [] } = await texts.read(MUSSEL, {}, call);
    const shown = sections.map(({ text }) => text).join('\n');
    expect(shown).toContain('shore 5');
    expect(shown).not.toContain('shore 80');
    const [place = ''] = next.flatMap((step) => (step.kind === 'read-tables' ? step.places : []));
    const whole = await texts.read(MUSSEL, { section: place }, call);
    expect(whole.sections?.[0]?.text).toContain('shore 80');
    expect(whole).not.toHaveProperty('next');
  });

  it('has all that is asked at once, within its length', async () => {
    const quote = 'Threads did not break in 48 of 50 animals';
    const all = await read({ quote, reference: '2', section: 'methods', count: 400 });
    expect(all).toMatchObject({
      quote: { verdict: 'exact', at: 'S3.p1' },
      references: [{ key: '2' }],
      sections: [{ id: 'S2.1' }],
    });
    const texts = (all.sections ?? []).map(({ text }) => text.replace(/\[\S+\] /g, ''));
    expect(texts.join('').length).toBeLessThanOrEqual(400);
  });

  it('names the sections when there is none of a name', async () => {
    await expect(read({ section: 'Submarines' })).rejects.toThrow(
      /no section is called "Submarines". There are: abstract, S1 \(1 Introduction\), /,
    );
  });

  it('reads the section of a title, not the part of the abstract with the same one', async () => {
    expect((await read({ section: 'results' })).sections).toMatchObject([{ id: 'S3' }]);
    expect((await read({ section: 'background' })).sections).toMatchObject([{ id: 'abstract.1' }]);
  });

  it('refuses the place of another copy', async () => {
    const { source } = await read({});
    expect((await read({ section: `S3.p1@${source?.hash}` })).sections).toHaveLength(1);
    await expect(read({ section: 'S3.p1@0123456789ab' })).rejects.toThrow('belongs to an earlier copy');
  });

  it('shows references and what became of a quotation', async () => {
    expect((await read({ section: 'references' })).references).toHaveLength(2);
    const { quote, next } = await read({ quote: 'Crabs walk sideways over the shore for most of the night.' });
    expect(quote).toEqual({ verdict: 'absent' });
    expect(next).toEqual([{ kind: 'do-not-cite' }]);
  });

  it('of papers that were not read come from a source, two of each', async () => {
    const crab = { ref: 'J1-2', doi: '10.5555/other' };
    const passage = (text: string) => ({ paper: crab, section: 'Results', text });
    const texts = open({ europepmc: JATS }, temporaryFolder(), ['europepmc'], {
      ...FINDER,
      passages: ['Crabs cut threads.', 'Crabs eat. They cut', 'Crabs sleep.'].map(passage),
    });
    const { passages, notes } = await texts.findElsewhere([crab], 'threads', call);
    expect(texts.asked.at(-1)).toBe('passages of J1-2: threads');
    expect(notes).toBeUndefined();
    expect(passages.map(({ ref, source }) => [ref, source])).toEqual([
      ['J1-2', 'semanticscholar'],
      ['J1-2', 'semanticscholar'],
    ]);
    expect(passages.at(-1)).not.toHaveProperty('at');
    const phrase = await texts.findElsewhere([crab], '"cut threads"', call);
    expect(phrase.passages.map(({ text }) => text)).toEqual(['Crabs cut threads.']);
    expect(texts.asked.at(-1)).toBe('passages of J1-2: cut threads');
    expect(await texts.findElsewhere([], 'threads', call)).toEqual({ passages: [] });
  });

  it.each([
    [{ failure: 'rate limited' }, 'allows no more requests for now'],
    [{ failure: 'key wanted', detail: { setting: 'ITS_KEY' } }, 'needs a key, which is free (set ITS_KEY)'],
  ] as [KnownFailure, string][])('are none where the source fails, which is said: %o', async (failure, why) => {
    const failing = open({}, temporaryFolder(), [], { ...FINDER, passages: [], failure });
    const { passages, notes } = await failing.findElsewhere([{ ref: 'J1-2' }], 'threads', call);
    expect(passages).toEqual([]);
    expect(saidNotes(notes)).toEqual([
      `Texts of papers that were not read could not be searched: Semantic Scholar ${why}.`,
    ]);
  });
});

it('keeps the words of a text for conditions on them, without its references, until it is removed', async () => {
  const texts = open({ europepmc: JATS });
  expect(texts.findBody(MUSSEL)).toBeUndefined();
  await texts.read(MUSSEL, {}, call);
  const offline = open({}, texts.folder, []);
  expect(offline.findBody(MUSSEL)).toContain('Threads did not break in 48 of 50 animals');
  expect(offline.findBody(MUSSEL)).not.toContain('J Stone');
  offline.removeAll();
  expect(offline.findBody(MUSSEL)).toBeUndefined();
});

it('says of a file that a record names that it may be another version', async () => {
  const pdfLink = 'https://repository.example/1';
  const texts = open({ [pdfLink]: { content: ARTICLE, url: pdfLink } });
  const quote = 'Crabs walk sideways over the shore for most of the night.';
  const { source, next } = await texts.read({ ...MUSSEL, pdfLink }, { quote }, call);
  expect(source).toMatchObject({ copy: 'unknown', from: 'repository.example', url: pdfLink });
  expect(next).toEqual([{ kind: 'check-published', copy: 'unknown' }]);
});
