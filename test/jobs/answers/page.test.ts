import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { answerJob } from '../../../src/jobs/answers/answer.ts';
import type { PageRequest } from '../../../src/jobs/answers/show-page.ts';
import { VIEWS } from '../../../src/papers/source-words.ts';
import { said, textNotes } from '../../helpers/said.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

function answer(papers: WirePaper[], page: PageRequest = {}, notes: string[] = []) {
  const store = openStore();
  store.beginCreation(newJob(), ANEW);
  store.confirm(1, 'id');
  return said(answerJob(store, store.finish(1, { status: 'success', papers, notes: textNotes(...notes) }), page));
}

const papersOf = (count: number, facts: WirePaper = {}): WirePaper[] =>
  Array.from({ length: count }, (_, at) => ({
    title: `Mussels of shore number ${at + 1}`,
    // What the job asked, so that nothing has to be said of how well they fit.
    tldr: 'Mussels, the tide and the shore.',
    authors: 'Ada Lovelace',
    ...facts,
  }));
const refsOf = ({ papers = [] }: { papers?: { ref: string }[] }) => papers.map(({ ref }) => ref);
const refs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `J1-${from + at}`);

describe('a page', () => {
  it('has 20 papers by default, and says where the next one begins', () => {
    const first = answer(papersOf(45));
    expect(refsOf(first)).toEqual(refs(1, 20));
    expect(first.page).toEqual({ offset: 0, count: 20, total: 45, nextOffset: 20 });
    expect(first.next).toMatch(/^More: offset 20\. /);
  });

  it.each<[PageRequest, string[], number | null]>([
    [{ offset: 20 }, refs(21, 40), 40],
    [{ offset: 40 }, refs(41, 45), null],
    [{ offset: 25, count: 20 }, refs(26, 45), null],
    [{ count: 50 }, refs(1, 45), null],
    [{ offset: 44, count: 1 }, ['J1-45'], null],
    [{ offset: 43, count: 1 }, ['J1-44'], 44],
    [{ offset: 45 }, [], null],
    [{ offset: 1_000 }, [], null],
  ])('%o is what was asked for', (request, expected, nextOffset) => {
    const { page, next = '', ...rest } = answer(papersOf(45), request);
    expect(refsOf(rest)).toEqual(expected);
    expect(page).toMatchObject({ count: expected.length, total: 45, nextOffset });
    expect(next.startsWith('More: offset')).toBe(nextOffset !== null);
  });

  it('counts works, and says how many records are folded into them', () => {
    const doubled = [...papersOf(3), ...papersOf(2)];
    const { page, notes = [], papers = [] } = answer(doubled, { count: 2 });
    expect(page).toEqual({ offset: 0, count: 2, total: 3, folded: 2, nextOffset: 2 });
    expect(notes.filter((note) => note.includes('sameAs'))).toEqual([expect.stringMatching(/^2 records /)]);
    expect(papers.map(({ sameAs }) => sameAs)).toEqual([['J1-4'], ['J1-5']]);
  });

  it('has shorter sentences of abstracts where papers are long, so that 20 of them stay small', () => {
    const short = 'The tide took the mussels away.';
    const long = `The mussels of the shore hold on to rocks ${'in storms and in calm weather '.repeat(6)}by the tide.`;
    const tldr = null;
    const plain = answer(papersOf(20, { tldr, abstract: `${long} ${short}` }));
    expect(plain.papers?.[0]).toMatchObject({ summary: long });
    const rich = papersOf(20, {
      tldr,
      abstract: `${long} ${short}`,
      journalName: 'V'.repeat(110),
      doi: `10.1000/${'d'.repeat(99)}`,
    });
    expect(answer(rich).papers?.[0]).toMatchObject({ summary: short });
    expect(answer(rich, { limitSize: false }).papers?.[0]).toMatchObject({ summary: long });
  });

  it('says nothing of folding where nothing is folded', () => {
    const { page, notes, papers = [] } = answer(papersOf(3));
    expect(page).not.toHaveProperty('folded');
    expect(notes).toBeUndefined();
    for (const paper of papers) expect(paper).not.toHaveProperty('sameAs');
  });

  it('covers the papers that where leaves, and says of how many', () => {
    const { page, notes, facets } = answer([...papersOf(3, { year: 2000 }), { title: 'New', year: 2020 }], {
      where: { yearFrom: 2010 },
    });
    expect(page).toEqual({ offset: 0, count: 1, total: 1, nextOffset: null });
    expect(notes).toEqual(["where leaves 1 of the job's 4 papers."]);
    expect(facets?.year).toEqual({ 2020: 1 });
  });

  it('keeps what the service said of the search, before its own notes', () => {
    const { notes } = answer([...papersOf(1), ...papersOf(1)], {}, ['Searched the local library.']);
    expect(notes).toEqual(['Searched the local library.', expect.stringContaining('sameAs')]);
  });
});

describe('facets', () => {
  it('say that a journal is counted with its abbreviation', () => {
    const papers = ['PNAS', 'Proceedings of the National Academy of Sciences'].map((venue, at) => ({
      ...papersOf(2)[at],
      venue,
    }));
    const { facets, notes } = answer(papers);
    expect(facets?.venue).toEqual({ 'Proceedings of the National Academy of Sciences': 2 });
    expect(notes).toContainEqual(
      expect.stringContaining('"PNAS" as "Proceedings of the National Academy of Sciences"'),
    );
  });

  // More years than a brief histogram names, more venues than it lists.
  const papers = papersOf(30).map((paper, at) => ({
    ...paper,
    year: 1990 + at,
    journalName: `Journal ${at}`,
    isOpenAccess: at < 10,
  }));

  it('come with the first page in brief, and only with that', () => {
    const { facets } = answer(papers);
    expect(facets?.year).toEqual({ '1990s': 10, '2000s': 10, '2010s': 10 });
    expect(Object.keys(facets?.venue ?? {})).toHaveLength(7);
    expect(facets?.venue?.others).toBe(24);
    expect(facets?.openAccess).toEqual({ yes: 10, no: 20 });
    expect(answer(papers, { offset: 20 })).not.toHaveProperty('facets');
    expect(answer(papers, { refs: ['J1-1'] })).not.toHaveProperty('facets');
  });

  it.each([{}, { offset: 20 }, { offset: 100 }, { refs: ['J1-1', 'J1-2'] }])(
    'come whole with any page that asks for them: %o',
    (request) => {
      const { facets } = answer(papers, { ...request, facets: true });
      const count = 'refs' in request ? 2 : 30;
      expect(Object.keys(facets?.year ?? {})).toHaveLength(count);
      expect(Object.keys(facets?.venue ?? {})).toHaveLength(count);
    },
  );

  it('come with no page that declines them', () => {
    for (const offset of [0, 20]) expect(answer(papers, { offset, facets: false })).not.toHaveProperty('facets');
  });

  it('count the whole selection, not only the page, and each work once', () => {
    const { facets } = answer([...papers, ...papers], { count: 1, where: { openAccess: true } });
    expect(facets?.openAccess).toEqual({ yes: 10 });
  });

  it('are left out where there is nothing to count', () => {
    expect(answer([])).not.toHaveProperty('facets');
    expect(answer(papers, { where: { yearFrom: 3000 } })).not.toHaveProperty('facets');
  });
});

describe('hidden characters', () => {
  const hostile: WirePaper = {
    title: 'Bi\u202edi\u202c',
    abstract: 'Tag\u{e0041}\u001b[31m',
    authors: 'Zero\u200b Width',
  };
  const noteOf = (answered: { notes?: string[] }) => answered.notes?.filter((note) => note.includes('hidden')) ?? [];

  it.each(VIEWS)('that were removed are counted in the view %s, per paper and in a note', (view) => {
    const answered = answer([...papersOf(1), hostile, { title: 'One\u0007' }], { view });
    // The colour sequence is five, the tag one, though it takes two units.
    expect(answered.papers?.map(({ removedCharacters }) => removedCharacters)).toEqual([undefined, 9, 1]);
    expect(noteOf(answered)).toEqual([expect.stringMatching(/^10 hidden or control characters /)]);
  });

  it('are counted for the papers of the page only', () => {
    expect(noteOf(answer([...papersOf(1), hostile], { count: 1 }))).toEqual([]);
    expect(noteOf(answer([...papersOf(1), hostile], { offset: 1 }))).toEqual([expect.stringMatching(/^9 /)]);
  });

  it('are no matter where there were none: markup and blanks do not count', () => {
    const { papers, ...rest } = answer([{ title: '<i>Mussels</i>  &amp; limpets', abstract: 'A\tB\nC' }]);
    expect(noteOf(rest)).toEqual([]);
    expect(papers?.[0]).not.toHaveProperty('removedCharacters');
  });
});

describe('papers that the service returned against its own filter', () => {
  // The job asked for year=1999.
  const papers: WirePaper[] = [
    ...papersOf(2, { year: 1999 }),
    ...papersOf(4, { year: 2020 }).slice(2),
    { title: 'No year' },
  ];
  const noteOf = (page: PageRequest) => answer(papers, page).notes?.filter((note) => note.includes('do not meet year'));

  it('are counted with the first page; a fact that is not known contradicts nothing', () => {
    expect(noteOf({})).toEqual([expect.stringMatching(/^2 of the papers /)]);
    expect(answer(papersOf(2, { year: 1999 })).notes).toBeUndefined();
  });

  it('are not counted again with every later page', () => {
    for (const page of [{ offset: 1 }, { refs: ['J1-1'] }, { where: { yearFrom: 1990 } }])
      expect(noteOf(page) ?? []).toEqual([]);
  });
});
