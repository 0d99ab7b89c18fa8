import { describe, expect, it } from 'vitest';
import type { SearchFlow, SourceReport } from '../../../src/contract/answers.ts';
import type { Filters } from '../../../src/contract/filters.ts';
import type { RequestBody } from '../../../src/contract/requests.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { answerJob } from '../../../src/jobs/answers/answer.ts';
import type { PageRequest } from '../../../src/jobs/answers/show-page.ts';
import { said, textNotes } from '../../helpers/said.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

const KEYWORDS = ['vitamin D', 'COVID-19', 'supplementation'];
const VITAMIN = { title: 'Supplementation with vitamin D in winter' };
const COVID = { title: 'COVID-19 on ships' };
const BOTH = {
  title: 'Vitamin D supplementation against COVID-19',
  abstract: 'AIM: Vitamin D. It did not help at all.',
};
const NEITHER = { title: 'Rope for ship hulls' };

function answer(
  papers: WirePaper[],
  page: PageRequest = {},
  body: RequestBody = { keywords: KEYWORDS },
  sort?: string,
  { filters, ...reports }: { sources?: SourceReport[]; flow?: SearchFlow; filters?: Partial<Filters> } = {},
) {
  const store = openStore();
  const request = {
    operation: 'combinedSearch' as const,
    body,
    filters: { limit: 100 as const, ...(sort && { sort }), ...filters },
  };
  store.beginCreation(newJob({ request }), ANEW);
  store.confirm(1, 'id');
  return said(
    answerJob(
      store,
      store.finish(1, { status: 'success', papers, notes: textNotes('Searched the library.'), ...reports }),
      page,
    ),
  );
}

const refsOf = ({ papers = [] }: { papers?: { ref: string }[] }) => papers.map(({ ref }) => ref);

describe('an answer says how well its papers fit', () => {
  it('each paper by its class, and the job by counts', () => {
    const { papers = [], relevance, facets } = answer([VITAMIN, COVID, BOTH, NEITHER]);
    expect(papers.map(({ match }) => match)).toEqual(['strong', 'partial', 'partial', 'weak']);
    expect(relevance).toEqual({
      strong: 1,
      good: 0,
      partial: 2,
      weak: 1,
      keywords: { 'vitamin D': 2, 'COVID-19': 2, supplementation: 2, all: 1 },
    });
    expect(facets?.match).toEqual({ strong: 1, partial: 2, weak: 1 });
  });

  it('counts one of the alternatives of a strategy as what its concept asked for', () => {
    const strategy = 'kelp AND (mussel OR limpet)';
    const papers = [{ title: 'Kelp and a limpet' }, { title: 'Kelp and a mussel' }, { title: 'Kelp' }];
    const { relevance } = answer(papers, {}, { strategy });
    expect(relevance?.keywords).toEqual({ kelp: 3, mussel: 1, limpet: 1, 'each concept': 2 });
  });

  it('tells a phrase of a strategy from the same words as a condition', () => {
    const papers = [{ title: 'Kelps' }, { title: 'Kelp' }];
    const { notes } = answer(papers, { where: { text: 'kelp' } }, { strategy: 'kelp OR mussel' });
    expect(notes).toContainEqual(expect.stringMatching(/^"kelp" is in 1 paper as a phrase of the strategy .* in 2 as/));
  });

  it('counts nothing as having all where a strategy asks for one of several words', () => {
    const papers = [{ title: 'Kelp' }, { title: 'Mussels' }];
    expect(answer(papers, {}, { strategy: 'kelp OR mussel*' }).relevance?.keywords).toEqual({ kelp: 1, 'mussel*': 1 });
    const both = answer([{ title: 'Kelp and mussels' }], {}, { strategy: 'kelp AND mussel*' });
    expect(both.relevance?.keywords).toEqual({ kelp: 1, 'mussel*': 1, all: 1 });
  });

  it('counts works of the job on every page; with where those that it leaves', () => {
    const papers = [BOTH, { ...BOTH, doi: '10.5555/x' }, { ...VITAMIN, doi: '10.5555/x' }, COVID];
    const counts = { strong: 1, good: 0, partial: 1, weak: 0 };
    expect(answer([BOTH, BOTH, COVID]).relevance).toMatchObject(counts);
    expect(answer([BOTH, BOTH, COVID], { offset: 1 }).relevance).toMatchObject(counts);
    const left = answer([BOTH, BOTH, COVID], { where: { match: 'good' } });
    expect(left.relevance).toMatchObject({ strong: 1, good: 0, partial: 0, weak: 0 });
    expect(answer(papers, { refs: ['J1-1'] })).not.toHaveProperty('relevance');
  });

  it('views but compact name the keywords that a paper has', () => {
    const [compact] = answer([VITAMIN]).papers ?? [];
    expect(compact).not.toHaveProperty('searchKeywordsMet');
    for (const view of ['abstract', 'full'] as const) {
      const [paper] = answer([VITAMIN], { view }).papers ?? [];
      expect(paper).toMatchObject({ match: 'partial', searchKeywordsMet: ['vitamin D', 'supplementation'] });
    }
  });

  it('where keeps a class and those above it', () => {
    expect(refsOf(answer([VITAMIN, COVID, BOTH, NEITHER], { where: { match: 'good' } }))).toEqual(['J1-3']);
    expect(refsOf(answer([VITAMIN, COVID, BOTH, NEITHER], { where: { match: 'partial' } }))).toEqual([
      ...['J1-3', 'J1-1', 'J1-2'],
    ]);
    expect(answer([NEITHER], { where: { match: 'good' } }).next).toContain('1 would without match');
  });

  it('stands in an order that does not contradict it, within a class that of the service', () => {
    expect(refsOf(answer([NEITHER, VITAMIN, BOTH, COVID]))).toEqual(['J1-3', 'J1-2', 'J1-4', 'J1-1']);
    expect(refsOf(answer([NEITHER, VITAMIN, BOTH], { offset: 1 }))).toEqual(['J1-2', 'J1-1']);
  });

  it('gives way to an order that was asked for, when searching or reading, and to papers by name', () => {
    const papers = [NEITHER, VITAMIN, BOTH].map((paper, at) => ({ ...paper, year: 2000 + at }));
    expect(refsOf(answer(papers, { sort: 'year:asc' }))).toEqual(['J1-1', 'J1-2', 'J1-3']);
    expect(refsOf(answer(papers, { refs: ['J1-1', 'J1-3'] }))).toEqual(['J1-1', 'J1-3']);
    expect(refsOf(answer(papers, {}, { keywords: KEYWORDS }, 'year:asc'))).toEqual(['J1-1', 'J1-2', 'J1-3']);
  });

  it('says nothing if the request is unknown', () => {
    const store = openStore();
    store.adopt({ mode: 'hosted', account: 'a', jobId: 'id' });
    const shown = answerJob(store, store.finish(1, { status: 'success', papers: [BOTH], notes: [] }), {});
    expect(shown).not.toHaveProperty('relevance');
    expect(shown.papers?.[0]).not.toHaveProperty('match');
    expect(shown.facets ?? {}).not.toHaveProperty('match');
  });
});

describe('an answer in which nothing fits', () => {
  it('says so first, and how to ask again', () => {
    const { notes, next } = answer([VITAMIN, COVID, NEITHER]);
    expect(notes).toEqual([
      `None of the job's 3 papers has both "COVID-19" and "vitamin D": papers may name that by other words, or what was searched may not cover it.`,
      'Searched the library.',
    ]);
    expect(next).toMatch(/^Search again with other names for "COVID-19" and "vitamin D"\. get_job /);
  });

  it('names a keyword that no paper has', () => {
    const { notes, next } = answer([VITAMIN, NEITHER]);
    expect(notes?.[0]).toMatch(/^None of the job's 2 papers has "COVID-19":/);
    expect(next).toMatch(/^Search again with another name for "COVID-19"\. /);
    // A search takes three keywords at least.
    const alone = ['Vitamin D', 'Rope', 'Byssus'].map((title) => ({ title }));
    const more = answer(alone, {}, { keywords: ['COVID-19', 'vitamin D', 'rope', 'byssus'] });
    expect(more.next).toMatch(/^Search again with another name for "COVID-19", or without it\. /);
  });

  it('of a text names no words, and says nothing where papers have a part of it', () => {
    const query = 'I want papers on this request: does vitamin D reduce how severe COVID becomes?';
    expect(answer([VITAMIN, COVID], {}, { query }).notes).toEqual(['Searched the library.']);
    expect(answer([NEITHER], {}, { query }).notes?.[0]).toMatch(
      /^No paper found matches more than a small part of the query/,
    );
  });

  it('says so of many papers of which one or two have a part of it', () => {
    const query = 'Does vitamin D reduce how severe COVID becomes?';
    const ropes = Array.from({ length: 11 }, (_, at) => ({ title: `Rope ${at} for ship hulls` }));
    expect(answer([BOTH, ...ropes], {}, { query }).notes?.[0]).toMatch(
      /^Only 1 of the job's 12 papers matches more than a small part of the query/,
    );
    expect(
      answer(
        [BOTH, BOTH, BOTH, ...ropes].map((paper, at) => ({ ...paper, title: `${paper.title} ${at}` })),
        {},
        { query },
      ).notes,
    ).toEqual(['Searched the library.']);
  });

  it('names no keyword of method', () => {
    const keywords = ['vitamin D', 'COVID-19', 'systematic review', 'effect'];
    expect(answer([BOTH], {}, { keywords }).notes).toEqual(['Searched the library.']);
    expect(answer([VITAMIN, COVID], {}, { keywords }).notes?.[0]).toMatch(/both "COVID-19" and "vitamin D"/);
  });

  it('says how few have all keywords among many, and nothing of a list whose papers fit', () => {
    const others = Array.from({ length: 9 }, (_, at) => ({ title: `Vitamin D of hull ${at}` }));
    expect(answer([BOTH, ...others]).notes?.[0]).toBe(
      'Only 1 paper of 10 has all of "COVID-19", "vitamin D" and "supplementation".',
    );
    const fitting = Array.from({ length: 9 }, (_, at) => ({ title: `COVID-19, vitamin D and supplementation ${at}` }));
    expect(answer(fitting).notes).toEqual(['Searched the library.']);
    const [many, more] = [
      ['vitamin D', 'COVID-19', 'supplementation', 'ships', 'ropes'],
      [BOTH, ...others],
    ];
    expect(answer(more, {}, { keywords: many }).notes).toEqual(['Searched the library.']);
  });

  it('is silent where papers fit, and on later pages', () => {
    const silent = (shown: { notes?: string[] }) => expect(shown.notes?.[0] ?? '').not.toMatch(/^(None|No paper|Only)/);
    silent(answer([BOTH]));
    silent(answer([BOTH, VITAMIN], { where: { text: 'winter' } }));
    silent(answer([VITAMIN, COVID], { offset: 1 }));
  });

  it('says so under where, too: what no paper of the job has, none of those that it leaves has', () => {
    const { notes, page } = answer([VITAMIN, COVID, NEITHER], { where: { text: 'vitamin' } });
    expect(page?.total).toBe(1);
    expect(notes?.[0]).toMatch(/^None of the job's 3 papers has both "COVID-19" and "vitamin D":/);
  });

  it('says how many papers of the library have what none of the best has, and how to see them', () => {
    const library = { source: 'library', title: 'the local library', gave: 2, total: 40 };
    const together = [{ keywords: ['COVID-19'], papers: 13 }];
    const flow = { identified: 40, duplicates: {}, leftOut: { 'ranked below the limit of the job': 38 }, returned: 2 };
    const { notes, next } = answer([VITAMIN, NEITHER], {}, { keywords: KEYWORDS }, undefined, {
      sources: [{ ...library, together }],
      flow,
    });
    expect(notes?.slice(0, 2)).toEqual([
      `None of the job's 2 papers has "COVID-19"; at the search 13 papers of the library had it, by this or another name.`,
      'Only the best 2 of 40 papers with a word of the search.',
    ]);
    expect(next).toMatch(
      /^strategy: "\\"COVID-19\\"" searches by this name; a higher limit may show such papers, too\./,
    );
    const counted = [
      ...together,
      { keywords: ['vitamin D'], papers: 40 },
      { keywords: ['vitamin D', 'rope'], papers: 0 },
    ];
    const report = { sources: [{ ...library, together: counted }], flow };
    const beside = answer([VITAMIN, NEITHER], {}, { keywords: KEYWORDS }, undefined, report);
    expect(beside.notes?.slice(0, 3)).toEqual([
      ...(notes?.slice(0, 2) ?? []),
      'In the library, by this or another name: "vitamin D": 40 papers, with "rope": 0.',
    ]);
    const second = answer([VITAMIN, NEITHER], { offset: 1 }, { keywords: KEYWORDS }, undefined, report);
    expect(second.notes?.join() ?? '').not.toContain('In the library');
    const none = [{ keywords: ['COVID-19'], papers: 0 }];
    const unknown = answer([VITAMIN, NEITHER], {}, { keywords: KEYWORDS }, undefined, {
      sources: [{ ...library, together: none }],
      flow,
    });
    expect(unknown.notes?.[0]).toBe(
      `None of the job's 2 papers has "COVID-19", and no other paper in the library did at the time of the search: papers may name that by other words, or what was searched may not cover it.`,
    );
    const partly = answer([VITAMIN, NEITHER], {}, { keywords: KEYWORDS }, undefined, {
      sources: [{ ...library, together: [{ keywords: ['COVID-19'], papers: 0, isAtLeast: true }] }],
      flow,
    });
    expect(partly.notes?.[0]).toBe(
      `None of the job's 2 papers has "COVID-19": other papers of the library may, which a preview of this search counts.`,
    );
    // It may be there by the name that was asked.
    expect(partly.next).toMatch(/^strategy: "\\"COVID-19\\"" searches by this name/);
    expect(partly.next).not.toContain('another name');
    const cut = answer([VITAMIN, NEITHER], {}, { keywords: KEYWORDS }, undefined, {
      sources: [{ source: 'openalex', title: 'OpenAlex', gave: 2, total: 900 }],
      flow,
    });
    expect(cut.notes?.[0]).toBe(`None of the job's 2 papers has "COVID-19": papers below the limit may.`);
    // Two papers are none of 100 below the limit.
    const heldBack = answer([VITAMIN, NEITHER], {}, { keywords: KEYWORDS }, undefined, {
      sources: [{ source: 'openalex', title: 'OpenAlex', gave: 0, total: 3 }],
      flow: { ...flow, leftOut: {} },
    });
    expect(heldBack.notes?.[0]).toBe(
      `None of the job's 2 papers has "COVID-19": papers that a source did not return may.`,
    );
  });
});

describe('the extent of a search', () => {
  const report = { source: 'library', title: 'the local library', gave: 2, total: 40 };
  const extentOf = (page: PageRequest, sort?: string, alike?: number) => {
    const below = { 'ranked below the limit of the job': alike ? 39 : 38 };
    const flow = { identified: 40, duplicates: {}, leftOut: below, returned: 2 };
    const sources = [{ ...report, ...(alike && { alike }) }];
    const { notes = [] } = answer([BOTH, COVID], page, undefined, sort, { sources, flow });
    return notes.find((note) => note.startsWith('Only the best'));
  };

  it('counts papers without a word of the search apart, as the receipt does', () => {
    expect(extentOf({})).toBe('Only the best 2 of 40 papers with a word of the search.');
    expect(extentOf({}, undefined, 1)).toBe(
      'Only the best 2 of 40 papers with a word of the search and 1 without one.',
    );
  });

  it('names papers without a word of the search, which a dry run does not count, where all that were found are shown', () => {
    const flow = { identified: 1, duplicates: {}, leftOut: {}, returned: 2 };
    const sources = [{ ...report, total: 1, alike: 1 }];
    const { notes = [] } = answer([BOTH, COVID], {}, undefined, undefined, { sources, flow });
    expect(notes).toContain("1 of the job's 2 papers has no word of the search, but resembles the best papers.");
  });

  it('is said of a sort, which orders the best by relevance alone', () => {
    const sorted =
      'Only the best 2 of 40 papers with a word of the search, by relevance, are sorted by citations: papers beyond them may have higher or lower values. A Boolean strategy is sorted before its limit.';
    expect(extentOf({}, 'citationCount:desc')).toBe(sorted);
    expect(extentOf({ sort: 'citationCount:asc' })).toBe(sorted);
    expect(extentOf({}, 'score:desc')).not.toContain('sorted');
  });
});

describe('a keyword that no paper has under a filter of the search', () => {
  const library = { source: 'library', title: 'the local library', gave: 2, total: 2 };
  const flow = { identified: 2, duplicates: {}, leftOut: {}, returned: 2 };
  const under = (together: SourceReport['together']) =>
    answer([VITAMIN, NEITHER], {}, { keywords: KEYWORDS }, undefined, {
      sources: [{ ...library, together }],
      flow,
      filters: { openAccessPdf: true },
    });

  it('is counted without the filter, too, and the filter is what to drop', () => {
    const { notes, next } = under([{ keywords: ['COVID-19'], papers: 0, withoutFilters: { papers: 33 } }]);
    expect(notes?.[0]).toBe(
      `None of the job's 2 papers has "COVID-19"; at the search 33 papers of the library had it, by this or another name, but they did not meet openAccessPdf, or it was not known whether they did.`,
    );
    expect(next).toMatch(/^To see papers with "COVID-19", leave out or relax openAccessPdf, then search again/);
    expect(next).not.toContain('another name');
  });

  it('is absent from the library only where it is so without the filter', () => {
    const none = under([{ keywords: ['COVID-19'], papers: 0, withoutFilters: { papers: 0 } }]);
    expect(none.notes?.[0]).toMatch(
      /, and no other paper in the library did at the time of the search: papers may name that by other words, or what was searched may not cover it\.$/,
    );
    const inPart = { papers: 0, isAtLeast: true };
    const cut = under([{ keywords: ['COVID-19'], ...inPart, withoutFilters: inPart }]);
    expect(cut.next).toMatch(/^strategy: "\\"COVID-19\\"" searches by this name/);
    expect(cut.next).not.toContain('another name');
    const uncounted = under([{ keywords: ['COVID-19'], papers: 0 }]);
    expect(uncounted.notes?.[0]).toMatch(
      /, and none of the library's other papers that meet the filter did at the time of the search: others may\.$/,
    );
  });
});

describe('the number of papers with a keyword', () => {
  const MIND = { title: 'Mindfulness at school', abstract: 'It helped.' };
  const THEORY = { title: 'Theory of Mind', abstract: 'Minds are read.' };
  const AUTHOR = { title: 'Sails', authors: 'Mindfulness, A.' };
  const keywords = ['mindfulness', 'school', 'sails'];

  it('is that of the papers that a condition on the same words finds', () => {
    const shown = answer([MIND, THEORY], { where: { text: 'mindfulness' } }, { keywords });
    expect(shown.relevance?.keywords).toMatchObject({ mindfulness: 1 });
    expect(shown.page?.total).toBe(1);
    expect(shown.notes?.join()).not.toContain('as a keyword');
  });

  it('or the answer says why not', () => {
    const shown = answer([MIND, THEORY, AUTHOR], { where: { text: '"Mindfulness"' } }, { keywords });
    expect(shown.relevance?.keywords).toMatchObject({ mindfulness: 1 });
    expect(shown.notes?.join()).toMatch(/"mindfulness" is in 1 paper as a keyword .* and in 2 as a text/);
    const { notes } = answer([MIND, AUTHOR], { where: { text: 'mindfulness', hasAbstract: true } }, { keywords });
    expect(notes?.slice(1)).toEqual([...['Searched the library.', "where leaves 1 of the job's 2 papers."]]);
  });
});

it('a summary is the sentence that answers the question best', () => {
  const abstract = 'BACKGROUND: Winters are dark. RESULTS: Vitamin D did not change COVID-19. Rope was used.';
  expect(answer([{ title: 'T', abstract }]).papers?.[0]?.summary).toBe('Vitamin D did not change COVID-19.');
  expect(answer([{ title: 'T', abstract, tldr: 'It did nothing.' }]).papers?.[0]?.summary).toBe('It did nothing.');
});

describe('papers with an unknown value for the order', () => {
  const papers = [BOTH, VITAMIN, COVID].map((paper, at) =>
    at === 0 ? { ...paper, impactFactor: { citationCount: 3 } } : paper,
  );

  it('stand last, and the answer says how many they are', () => {
    for (const direction of ['asc', 'desc']) {
      const { notes, papers: shown } = answer(papers, { sort: `citationCount:${direction}` });
      expect(shown?.[0]?.ref).toBe('J1-1');
      expect(notes?.at(-1)).toBe('Sorted by citations: unknown for 2 of 3 papers, which stand last.');
    }
    expect(answer(papers, { sort: 'year:asc' }).notes?.at(-1)).toMatch(/year: unknown for 3 of 3 papers/);
    expect(answer(papers, {}, { keywords: KEYWORDS }, 'citationCount:desc').notes?.at(-1)).toMatch(
      /unknown for 2 of 3/,
    );
    // A hosted service may put unknown values first.
    const asReceived = answer([...papers].reverse(), {}, { keywords: KEYWORDS }, 'citationCount:desc');
    expect(asReceived.papers?.map(({ ref }) => ref)).toEqual(['J1-3', 'J1-1', 'J1-2']);
    expect(answer(papers.slice(0, 1), { sort: 'citationCount:desc' }).notes?.join()).not.toContain('Sorted');
  });
});
