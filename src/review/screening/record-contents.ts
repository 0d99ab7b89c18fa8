import { createHash } from 'node:crypto';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { OpenReview } from './review-log.ts';

/**
 * A hash of a record's content, stored with its import: it covers what a reader decides on, not what sources count or
 * link later. It does not depend on how a store writes whitespace, lists and absent values.
 */
export function hashContent({ title, abstract, authors, year, venue, doi }: FoundPaper): string {
  const plain = (text = '') => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const names = authors.join(',').split(',').map(plain).filter(Boolean);
  const content = [plain(title), plain(abstract), names, year ?? null, plain(venue), plain(doi).toLowerCase()];
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

/** Records that changed since their import or are missing, and the number of records without a hash. */
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
