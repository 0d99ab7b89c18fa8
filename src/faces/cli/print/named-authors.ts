import type { PaperView } from '../../../papers/paper-view.ts';

/** `Ada Lovelace, Alan Turing and 5 more`; undefined if no author is known. */
export function namedAuthors({ authors, moreAuthors }: PaperView): string | undefined {
  if (typeof authors !== 'string') return undefined;
  return moreAuthors === undefined ? authors : `${authors} and ${moreAuthors} more`;
}
