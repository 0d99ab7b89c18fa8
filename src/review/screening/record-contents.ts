import { createHash } from 'node:crypto';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { OpenReview } from './review-log.ts';

/**
 * What a record says, as its import seals it: what a reader decides on, and not what sources count or link later. The
 * form does not depend on how a store writes blanks, lists and absent values.
 */
export function hashContent({ title, abstract, authors, year, venue, doi }: FoundPaper): string {
  const plain = (text = '') => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const names = authors.join(',').split(',').map(plain).filter(Boolean);
  const content = [plain(title), plain(abstract), names, year ?? null, plain(venue), plain(doi).toLowerCase()];
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

/** Records that are not what they were when they came, or are gone, and how many no hash covers. */
export type ContentCheck = { changed: string[]; uncovered: number };

export function checkContents({ state, records }: Pick<OpenReview, 'state' | 'records'>): ContentCheck {
  const check: ContentCheck = { changed: [], uncovered: 0 };
  for (const { ref, content } of state.records.values()) {
    const paper = records.get(ref)?.paper;
    if (content === undefined) check.uncovered += 1;
    else if (!paper || hashContent(paper) !== content) check.changed.push(ref);
  }
  return check;
}
