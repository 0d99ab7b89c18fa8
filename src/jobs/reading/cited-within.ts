import type { WirePaper } from '../../contract/paper.ts';
import { linksWithin } from '../../papers/references/referenced-works.ts';

/** How many other works of the list cite a work; undefined for all where no reference within the list is known. */
export function citationsWithin(
  records: readonly { paper: WirePaper; work: number }[],
): (work: number) => number | undefined {
  const citing = new Map<number, Set<number>>();
  for (const [index, cited] of linksWithin(records.map(({ paper }) => paper)).entries()) {
    const from = records[index]?.work as number;
    for (const to of cited.map((position) => records[position]?.work as number)) {
      if (to !== from) citing.set(to, (citing.get(to) ?? new Set()).add(from));
    }
  }
  return (work) => (citing.size === 0 ? undefined : (citing.get(work)?.size ?? 0));
}
