import { createHmac, randomBytes } from 'node:crypto';
import { openText, SEALED_FOR, sealText } from '../../lib/sealed-text.ts';
import type { Reader } from '../protocol.ts';
import { readerKey } from '../review-state.ts';

/** The review (`R1`) or the jobs (`J1,J3`) and the reader that a page belongs to. */
export type PagePlace = { of: string; who: Reader };

/**
 * Each page for decisions has its own key, derived from the secret of the data folder: this server and later ones of
 * the folder can open messages of the page, but no other program that gets the port. The key is not stored.
 */
export function createPageKeys(folderKey: string) {
  const keyOf = (page: string, { of, who }: PagePlace) =>
    createHmac('sha256', folderKey)
      // Named as in earlier versions, so that decisions stored by their pages can still be opened.
      .update(JSON.stringify(['page of a review', page, of, readerKey(who)]))
      .digest('base64url');
  return {
    begin(place: PagePlace): { page: string; key: string } {
      const page = randomBytes(16).toString('base64url');
      return { page, key: keyOf(page, place) };
    },
    /** Opens a request of a page; undefined if another page sealed it. */
    openAsked: (page: string, place: PagePlace, sealed: string) =>
      openText(keyOf(page, place), SEALED_FOR.asking, sealed),
    /** Seals an answer, which only that page can read, and only as the answer to that request. */
    sealAnswer: (page: string, place: PagePlace, asked: string, answer: object) =>
      sealText(keyOf(page, place), SEALED_FOR.answerTo(asked), JSON.stringify(answer)),
    /** What a page stored in the browser; undefined if it was not a page of this folder, place and reader. */
    openKept: (page: string, place: PagePlace, sealed: string) =>
      openText(keyOf(page, place), SEALED_FOR.keeping, sealed),
  };
}
