import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { answerJob } from '../../../src/jobs/answers/answer.ts';
import { sizeOf } from '../../../src/jobs/answers/answer-size.ts';
import type { PageRequest } from '../../../src/jobs/answers/show-page.ts';
import { VIEWS } from '../../../src/papers/source-words.ts';
import { cleanLine, cleanText, shorten } from '../../../src/papers/text.ts';
import { said, textNotes } from '../../helpers/said.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

/** The budget is hard: 40,000 characters an answer, whatever strangers have written. */
const MAX_ANSWER_CHARACTERS = 40_000;

function answering(papers: WirePaper[], notes: string[] = [], store = openStore()) {
  const { number } = store.beginCreation(newJob(), ANEW).job;
  store.confirm(number, `id-${number}`);
  const job = store.finish(number, { status: 'success', papers, notes: textNotes(...notes) });
  return (page: PageRequest) => said(answerJob(store, job, page));
}

const sizeOfAnswer = (answer: object) => sizeOf(JSON.stringify(answer));

/**
 * Follows nextOffset to the end: the references of all pages. Fails on an answer that is too large or does not go on.
 */
function walk(answer: ReturnType<typeof answering>, page: PageRequest): string[] {
  const seen: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const answered = answer({ ...page, offset });
    expect(sizeOfAnswer(answered)).toBeLessThanOrEqual(MAX_ANSWER_CHARACTERS);
    const shown = answered.papers ?? [];
    seen.push(...shown.map(({ ref }) => ref));
    expect(answered.page).toMatchObject({ offset, count: shown.length });
    const next: number | null = answered.page?.nextOffset ?? null;
    if (next !== null) expect(next).toBe(offset + shown.length);
    if (next !== null) expect(shown.length).toBeGreaterThan(0);
    offset = next;
  }
  return seen;
}

describe('the size of a text', () => {
  it.each([
    ['', 0],
    ['abc\n"', 5],
    ['\u007f', 1],
    ['é', 2],
    ['字', 2],
    ['😀', 4],
  ])('%j counts %i', (text, size) => {
    expect(sizeOf(text)).toBe(size);
  });
});

const letters = fc.constantFrom('a', 'word ', '字', '😀', '"', '\\', 'é', '\u0001', '<i>x</i> ', '\n', '&amp;', '½ ');
const lengths = fc.constantFrom(1, 40, 700, 9_000, 20_000, 100_000);
/** One letter over and over, with something else at both ends. */
const text = fc
  .tuple(fc.string({ unit: 'grapheme', maxLength: 10 }), letters, lengths)
  .map(([edge, letter, length]) => edge + letter.repeat(Math.ceil(length / letter.length)) + edge);
const few = fc.option(text, { freq: 1 });
const paper: fc.Arbitrary<WirePaper> = fc.record(
  {
    title: few,
    abstract: few,
    tldr: few,
    authors: few,
    journalName: few,
    publicationType: few,
    v_publisher: few,
    id: text,
    engine: few,
    fieldsOfStudy: fc.option(fc.array(text, { maxLength: 2 })),
    doi: fc.nat().map((n) => `10.1000/${n}`),
    year: fc.option(fc.integer()),
    isPrePrint: fc.option(fc.boolean()),
  },
  { requiredKeys: [] },
);
const request: fc.Arbitrary<PageRequest> = fc.record(
  {
    view: fc.constantFrom(...VIEWS),
    count: fc.integer({ min: 1, max: 50 }),
    facets: fc.boolean(),
    sort: fc.constantFrom('year:asc', 'score:desc'),
  },
  { requiredKeys: [] },
);

const WORST: WirePaper = {
  title: '字'.repeat(100_000),
  abstract: '"'.repeat(100_000),
  authors: '😀, '.repeat(25_000),
  journalName: '\\'.repeat(100_000),
};

/** A field of one line as a record keeps it. */
const lineOf = (text: string) => shorten(cleanLine(text), 2_000);

describe('an answer of any papers', () => {
  it('stays within the budget, and its pages lead to every paper once', () => {
    const store = openStore();
    fc.assert(
      fc.property(fc.array(paper, { maxLength: 6 }), request, (papers, page) => {
        const answer = answering(papers, [], store);
        const seen = walk(answer, page);
        const folded = answer({ ...page, facets: false }).page?.folded ?? 0;
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.length + folded).toBe(papers.length);
      }),
      { numRuns: 25, examples: [[[WORST, WORST, {}, WORST], { view: 'full', count: 50, facets: true }]] },
    );
  });

  it('holds texts whole or not at all: every text of the full view is the cleaned original', () => {
    const store = openStore();
    fc.assert(
      fc.property(fc.array(paper, { minLength: 1, maxLength: 3 }), (papers) => {
        const { papers: shown = [] } = answering(papers, [], store)({ view: 'full', count: 50 });
        expect(shown.length).toBeGreaterThan(0);
        for (const { ref, ...facts } of shown) {
          const original = papers[Number(ref.split('-')[1]) - 1] as WirePaper;
          const names = (original.authors ?? '').split(',').map(lineOf);
          const whole: Record<string, string | undefined> = {
            title: lineOf(original.title ?? '') || '(no title)',
            abstract: cleanText(original.abstract ?? ''),
            summary: lineOf(original.tldr ?? ''),
            authors: names.filter((name) => name !== '').join(', '),
            venue: lineOf(original.journalName ?? ''),
            type: lineOf(original.publicationType ?? ''),
            publisher: lineOf(original.v_publisher ?? ''),
            id: cleanLine(original.id ?? ''),
            engine: cleanLine(original.engine ?? ''),
            doi: original.doi ?? '',
          };
          const { leftOut = [] } = facts as { leftOut?: string[] };
          const missing = leftOut.map((entry) => entry.split(' ')[0]);
          for (const [name, expected] of Object.entries(whole)) {
            if (missing.includes(name)) expect(facts).not.toHaveProperty(name);
            else expect(facts[name] ?? '').toBe(expected);
          }
          const fields = (original.fieldsOfStudy ?? []).map(lineOf).filter((name) => name !== '');
          if (!missing.includes('fieldsOfStudy')) expect(facts.fieldsOfStudy ?? []).toEqual([...new Set(fields)]);
        }
      }),
      { numRuns: 25, examples: [[[WORST]], [[{ abstract: '字'.repeat(20_000) }]]] },
    );
  });
});

describe('a paper that is too long', () => {
  it('for any answer comes without its longest fields, which are named with their length', () => {
    const abstract = '字'.repeat(100_000);
    const answered = answering([{ title: 'Mussels', abstract, tldr: 'They settle.', year: 2020 }])({ view: 'full' });
    expect(answered.papers).toEqual([
      {
        ref: 'J1-1',
        match: 'partial',
        title: 'Mussels',
        summary: 'They settle.',
        year: 2020,
        searchKeywordsMet: ['mussel'],
        explanation: { words: { mussel: expect.any(Number) } },
        leftOut: [expect.stringMatching(/^abstract /)],
      },
    ]);
    const [length] = /\d+/.exec(String(answered.papers?.[0]?.leftOut)) ?? [];
    // What is kept of a text of 100,000 characters, with or without the quotes around it.
    expect(Number(length)).toBeOneOf([20_000, 20_002]);
    expect(answered.notes).toContainEqual(expect.stringContaining('leftOut'));
  });

  it('for the rest of the page begins the next one, whole', () => {
    const long = (name: string): WirePaper => ({ title: `Mussels of ${name}`, abstract: 'word '.repeat(5_000) });
    const answer = answering([long('Oslo'), long('Bergen'), { title: 'Short' }]);
    const first = answer({ view: 'abstract' });
    expect(first.papers?.map(({ ref }) => ref)).toEqual(['J1-1']);
    expect(first.page).toMatchObject({ count: 1, total: 3, nextOffset: 1 });
    expect(first.next).toMatch(/^More: offset 1\. /);
    expect(first.notes).toContainEqual(expect.stringMatching(/^Shows 1 of the 3 papers asked for/));
    const second = answer({ view: 'abstract', offset: 1 });
    expect(second.papers?.map(({ ref }) => ref)).toEqual(['J1-2', 'J1-3']);
    for (const { papers = [] } of [first, second])
      for (const shown of papers) expect(shown).not.toHaveProperty('leftOut');
  });

  it('in Chinese counts twice, so that fewer come', () => {
    const shown = (letter: string) => {
      const papers = Array.from({ length: 20 }, (_, at) => ({ title: `T${at}`, abstract: letter.repeat(3_000) }));
      return answering(papers)({ view: 'full', facets: false, count: 50 }).papers?.length ?? 0;
    };
    const [english, chinese] = [shown('a'), shown('字')];
    expect(chinese).toBeGreaterThan(1);
    expect(english).toBeGreaterThan(chinese);
    expect(english).toBeLessThan(20);
  });

  it('by nothing but tabs keeps nobody waiting: the test would run out of its time', () => {
    const { papers } = answering([{ title: 'Mussels', abstract: `${'\t'.repeat(40_000)}x` }])({});
    expect(papers).toEqual([{ ref: 'J1-1', match: 'partial', title: 'Mussels', summary: 'x' }]);
    const [cut] = answering([{ title: 'Mussels', abstract: `${'\t'.repeat(300_000)}x` }])({}).papers ?? [];
    expect(cut?.summary).toBe('[...] (cut at 20,000 characters)');
  });

  it('is cut for a reader without a limit as well, and says so', () => {
    const papers = Array.from({ length: 8 }, () => WORST);
    const { papers: shown = [], notes } = answering(papers.map((one, at) => ({ ...one, doi: `10.1000/${at}` })))({
      view: 'full',
      count: 50,
      limitSize: false,
    });
    expect(shown).toHaveLength(8);
    expect(shown[7]?.abstract).toMatch(/^"+ \[\.\.\.\] \(cut at 20,000 characters\)$/);
    expect(notes).toEqual([expect.stringMatching(/^None of the job's 8 papers has /)]);
  });
});

describe('the parts beside the papers count, too', () => {
  it('many and long unknown references, hostile names of fields and venues, notes', () => {
    const papers = Array.from({ length: 300 }, (_, at) => ({
      title: `${'"'.repeat(400)}${at}`,
      year: 1_000 + at,
      journalName: `${'字'.repeat(200)}${at}`,
      publicationType: `${'\\"'.repeat(200)}${at}`,
      fieldsOfStudy: ['Law', `${'字'.repeat(100)}${at}`],
    }));
    const refs = [...Array.from({ length: 30 }, () => '"\\字'.repeat(50)), ...papers.map((_, at) => `J1-${at + 1}`)];
    const answer = answering(
      papers,
      Array.from({ length: 10 }, () => '字"'.repeat(100)),
    );
    for (const view of VIEWS) {
      const answered = answer({ view, refs, facets: true, count: 50 });
      expect(sizeOfAnswer(answered)).toBeLessThanOrEqual(MAX_ANSWER_CHARACTERS);
      expect(answered.papers?.length).toBeGreaterThan(0);
      expect(walk(answer, { view, facets: true, count: 50 })).toHaveLength(300);
    }
  });

  it('also where the papers fill the page to the last character, with every sentence about it', () => {
    const store = openStore();
    for (let length = 12_000; length < 13_600; length += 40) {
      const twin = { title: 'Mus\u202esels of one shore', doi: '10.1000/x', abstract: 'a'.repeat(length) };
      const others = [1, 2, 3].map((at) => ({ title: `T${at}`, abstract: 'a'.repeat(length) }));
      const answer = answering([twin, { ...twin }, ...others], [], store);
      walk(answer, { view: 'full', where: { yearTo: undefined } });
      const wide = answering([{ ...twin, abstract: 'a'.repeat(length * 3) }, twin, ...others], [], store);
      walk(wide, { view: 'full', facets: true });
    }
  });

  it('a work of three hundred records names them all within the budget', () => {
    const papers = Array.from({ length: 300 }, () => ({ doi: '10.1000/x', title: 'a'.repeat(39_000) }));
    const answer = answering(papers);
    for (const view of VIEWS) expect(walk(answer, { view })).toEqual(['J1-1']);
    expect(answer({ view: 'compact' }).papers?.[0]?.sameAs).toHaveLength(299);
  });
});
