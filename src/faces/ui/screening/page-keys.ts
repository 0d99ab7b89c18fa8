import { createHmac, randomBytes } from 'node:crypto';
import { openText, SEALED_FOR, sealText } from '../../../lib/sealed-text.ts';
import type { Reader } from '../../../review/protocol.ts';
import { readerKey } from '../../../review/review-state.ts';

/** Whose page of which review. */
type Place = { review: string; who: Reader };

/**
 * Each page of a review that is served has a key of its own, made of the secret of the data folder: so this server and
 * later ones of the folder can open what the page sealed, and nobody else who gets its port. It is stored nowhere.
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
    /** What a page asks; undefined if it was not that page. */
    openAsked: (page: string, place: Place, sealed: string) => openText(keyOf(page, place), SEALED_FOR.asking, sealed),
    /** The answer, which only that page can read, and only as the answer to that. */
    sealAnswer: (page: string, place: Place, asked: string, answer: object) =>
      sealText(keyOf(page, place), SEALED_FOR.answerTo(asked), JSON.stringify(answer)),
    /** What a page kept in the browser; undefined if no page of this folder, review and reader did. */
    openKept: (page: string, place: Place, sealed: string) => openText(keyOf(page, place), SEALED_FOR.keeping, sealed),
  };
}

export type PageKeys = ReturnType<typeof createPageKeys>;
