import type { FoundPaper } from '../../papers/found-paper.ts';
import { citableNames } from '../../papers/references/referenced-works.ts';

/** How many other works of the list cite a work; undefined for all if no reference within the list is known. */
export function citationsWithin(
  records: readonly { paper: FoundPaper; work: number }[],
): (work: number) => number | undefined {
  // By work, not by record: several jobs hold many records of one work.
  const worksByName = new Map<string, Set<number>>();
  for (const { paper, work } of records)
    for (const name of citableNames(paper)) worksByName.set(name, (worksByName.get(name) ?? new Set()).add(work));
  const citing = new Map<number, Set<number>>();
  for (const { paper, work } of records)
    for (const name of paper.referencedWorks ?? [])
      for (const cited of worksByName.get(name) ?? [])
        if (cited !== work) citing.set(cited, (citing.get(cited) ?? new Set()).add(work));
  return (work) => (citing.size === 0 ? undefined : (citing.get(work)?.size ?? 0));
}
