import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { type JobSelectionRequest, selectPapers } from '../../../src/jobs/answers/job-selection.ts';
import { leftOutNote } from '../../../src/jobs/answers/selection-notes.ts';
import { showPage } from '../../../src/jobs/answers/show-page.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

function select(papers: WirePaper[], request: JobSelectionRequest) {
  const store = openStore();
  store.beginCreation(newJob(), ANEW);
  store.confirm(1, 'id');
  return selectPapers(store, [store.finish(1, { status: 'success', papers, notes: [] })], request);
}

/** `c` is cited by a, b and d; `a` by b; `e` is the same work as `b`. */
const PAPERS: WirePaper[] = [
  { id: 'a', title: 'Alpha of winds', doi: '10.1234/a', referencedWorks: ['openalex:W3'] },
  { id: 'b', title: 'Beta of waves', doi: '10.1234/b', referencedWorks: ['openalex:W3', 'doi:10.1234/a'] },
  { id: 'c', title: 'Gamma of rivers', openAlexId: 'W3' },
  { id: 'd', title: 'Delta of lakes', doi: '10.1234/d', referencedWorks: ['openalex:W3'] },
  { id: 'e', title: 'Beta of waves', doi: '10.1234/b', referencedWorks: ['openalex:W3'] },
];

const refs = (papers: readonly { ref: string }[]) => papers.map(({ ref }) => ref);

describe('citations among the papers of a job', () => {
  it('sort them, most cited first, each citing work counted once', () => {
    const { papers } = select(PAPERS, { sort: 'citedWithin:desc' });
    expect(refs(papers)).toEqual(['J1-3', 'J1-1', 'J1-2', 'J1-4']);
    expect(papers.map(({ citedWithin }) => citedWithin())).toEqual([3, 1, 0, 0]);
  });

  it.each([
    [1, ['J1-1', 'J1-3']],
    [3, ['J1-3']],
    [4, []],
  ])('filter them: at least %i', (citedWithin, expected) => {
    expect(refs(select(PAPERS, { where: { citedWithin } }).papers)).toEqual(expected);
  });

  it('count all papers of the job, also when some are asked for by reference', () => {
    expect(select(PAPERS, { refs: ['J1-3'] }).papers[0]?.citedWithin()).toBe(3);
  });

  it('are shown where there are any', () => {
    const { papers } = showPage(select(PAPERS, {}), {}, {});
    expect(papers.map(({ ref, citedWithin }) => [ref, citedWithin])).toEqual([
      ['J1-1', 1],
      ['J1-2', undefined],
      ['J1-3', 3],
      ['J1-4', undefined],
    ]);
  });

  it('are unknown, not zero, where no source gave references', () => {
    const bare = PAPERS.map(({ referencedWorks: _, ...rest }) => rest);
    expect(refs(select(bare, { sort: 'citedWithin:desc' }).papers)).toEqual(['J1-1', 'J1-2', 'J1-3', 'J1-4']);
    const selection = select(bare, { where: { citedWithin: 1 } });
    expect(selection.papers).toEqual([]);
    expect(leftOutNote(selection)).toEqual([
      { kind: 'facts-lacking', fields: [{ field: 'known citations within the job', records: 5 }] },
    ]);
  });
});
