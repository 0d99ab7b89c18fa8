import { join } from 'node:path';
import type { Library } from '../../src/library/library.ts';
import type { PoolPaper } from '../retrieval/collection.ts';
import { addToIndex, openBenchIndex } from '../retrieval/own-index.ts';
import { type Limit, searchOwn } from './engines.ts';
import { toRecord } from './papers.ts';
import { percentile, timed } from './timing.ts';

/** The time from a new paper to the search that finds it: medians of several papers, and the longest. */
export type AddOne = { adds: number; addMs: number; searchMs: number; totalMs: number; maxMs: number };

const ADDS = 7;

/** Measures the index alone. */
export function addOneToIndex({ folder, first, limit }: { folder: string; first: number; limit: Limit }): AddOne {
  const index = openBenchIndex(join(folder, 'index'));
  const search = ({ title }: PoolPaper) => searchOwn(index.snapshot(), { query: title }, 'none', limit);
  search(newPaper(0));
  const times = Array.from({ length: ADDS }, (_, nth) => {
    const paper = newPaper(nth);
    const adding = timed(() => addToIndex(index, [paper], first + nth));
    const searching = timed(() => search(paper));
    mustHold(searching.value, first + nth);
    return { addMs: adding.ms, searchMs: searching.ms };
  });
  index.close();
  return summarize(times);
}

/** Measures the library, which first writes the paper to SQLite and takes it into its index at the search. */
export function addOneToLibrary(library: Library, limit: Limit): AddOne {
  const search = ({ title }: PoolPaper) =>
    library.search((snapshot) => searchOwn(snapshot, { query: title }, 'none', limit));
  search(newPaper(0));
  const times = Array.from({ length: ADDS }, (_, nth) => {
    const paper = newPaper(nth);
    const record = toRecord(paper);
    const adding = timed(() => library.add(record ? [record] : []));
    const searching = timed(() => search(paper));
    mustHold(
      searching.value.map((id) => library.findById(id)?.key),
      paper.id,
    );
    return { addMs: adding.ms, searchMs: searching.ms };
  });
  return summarize(times);
}

function mustHold<T>(found: readonly T[], wanted: T): void {
  if (!found.includes(wanted)) throw new Error('a paper that was added is not found');
}

/** A paper that no collection holds. */
function newPaper(nth: number): PoolPaper {
  const word = `zyxomaticv${'abcdefghij'[nth]}v`;
  return {
    id: `new:${nth}`,
    title: `The ${word} effect in patients with chronic heart failure`,
    abstract: `We report how the ${word} effect was seen in a group of patients, and what followed from its treatment.`,
    year: 2024,
    citations: nth,
    isOpenAccess: true,
    fields: ['Medicine'],
  };
}

function summarize(times: readonly { addMs: number; searchMs: number }[]): AddOne {
  const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);
  const totals = ascending(times.map(({ addMs, searchMs }) => addMs + searchMs));
  return {
    adds: times.length,
    addMs: percentile(ascending(times.map(({ addMs }) => addMs)), 0.5),
    searchMs: percentile(ascending(times.map(({ searchMs }) => searchMs)), 0.5),
    totalMs: percentile(totals, 0.5),
    maxMs: percentile(totals, 1),
  };
}
