import { createHmac, randomBytes } from 'node:crypto';
import { openText, SEALED_FOR, sealText } from '../../../lib/sealed-text.ts';
import type { Reader } from '../../../review/protocol.ts';
import { readerKey } from '../../../review/review-state.ts';

/** The review and the reader that a page belongs to. */
type Place = { review: string; who: Reader };

/**
 * Each page served for a review has its own key, derived from the secret of the data folder: this server and later ones
 * of the folder can open what the page sealed, and no other program that gets the port can. The key is not stored.
 */
export function createPageKeys(folderKey: string) {
  const keyOf = (page: string, { review, who }: Place) =>
    createHmac('sha256', folderKey)
      .update(JSON.stringify(['page of a review', page, review, readerKey(who)]))
      .digest('base64url');
  return {
    begin(place: Place): { page: string; key: string } {
      const page = randomBytes(16).toString('base64url');
      return { page, key: keyOf(page, place) };
    },
    /** A request of a page; undefined if another page sealed it. */
    openAsked: (page: string, place: Place, sealed: string) => openText(keyOf(page, place), SEALED_FOR.asking, sealed),
    /** The answer, which only that page can read, and only as the answer to that request. */
    sealAnswer: (page: string, place: Place, asked: string, answer: object) =>
      sealText(keyOf(page, place), SEALED_FOR.answerTo(asked), JSON.stringify(answer)),
    /** What a page stored in the browser; undefined if it was not a page of this folder, review and reader. */
    openKept: (page: string, place: Place, sealed: string) => openText(keyOf(page, place), SEALED_FOR.keeping, sealed),
  };
}

export type PageKeys = ReturnType<typeof createPageKeys>;
