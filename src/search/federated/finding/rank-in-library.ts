import type { Library } from '../../../library/library.ts';
import { fuseParts } from '../../../papers/fuse-ranks.ts';
import { rankByWords } from '../library-search.ts';
import { rankByAuthors } from './papers-of-author.ts';

/** Ids of at most `count` papers with words of the text in their own words or their authors' names, best first. */
export async function rankInLibrary(library: Library, text: string, count: number): Promise<number[]> {
  await library.catchUp();
  const lists = [rankByWords(library, text, count), await rankByAuthors(library, text)];
  return fuseParts(lists)
    .slice(0, count)
    .map(({ id }) => id);
}
