import type { WirePaper } from '../../src/contract/wire-paper.ts';
import type { ExportedPaper } from '../../src/formats/format.ts';
import { citationKeys } from '../../src/papers/citation-keys.ts';
import { fromWire } from '../../src/papers/wire.ts';

/** The papers as a job would export them: with references and keys, and some with duplicates. */
export function exported(papers: readonly WirePaper[]): ExportedPaper[] {
  const found = papers.map(fromWire);
  const keys = citationKeys(found);
  return found.map((paper, index) => ({
    ref: `J12-${index + 1}`,
    key: keys[index] ?? '',
    paper,
    ...(index % 3 === 0 && { sameAs: [`J13-${index + 1}`, `J14-${index + 2}`] }),
  }));
}

/** One paper as a job would export it. */
export function exportedOne(paper: WirePaper): ExportedPaper[] {
  return exported([paper]).map(({ sameAs, ...rest }) => rest);
}
