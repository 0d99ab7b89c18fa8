import { openText, SEALED_FOR, sealText } from '../../lib/sealed-text.ts';

/** The name of a page, and its key, which nothing but its script has. */
export type PageSeal = { page: string; key: string };

export type AskSealed = <T>(body: object) => Promise<T>;

/**
 * Asks the server at an address, sealed with the key of this page: when the server has ended, its port may be another
 * program's, which then reads nothing, and whose answer is none. Throws with the server's reason if it refuses, or that
 * there is no answer.
 */
export function createSealedAsk(address: string, { page, key }: PageSeal): AskSealed {
  return async <T>(body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' };
    const sealed = await sealText(key, SEALED_FOR.asking, JSON.stringify(body));
    const sent = { method: 'POST', headers, body: JSON.stringify({ page, sealed }) };
    const response = await fetch(address, sent).catch(() => undefined);
    const answer = (await response?.json().catch(() => undefined)) as { sealed?: string; problem?: string } | undefined;
    if (!response?.ok) throw new Error(answer?.problem ?? NO_ANSWER);
    const text = await openText(key, SEALED_FOR.answerTo(sealed), answer?.sealed ?? '');
    if (text === undefined) throw new Error(NO_ANSWER);
    return JSON.parse(text) as T;
  };
}

const NO_ANSWER = 'paperqueue does not answer';

/**
 * What the server gave a page for asking, of the element that has it. The key is taken out there: a style of whoever
 * has the port later could read it.
 */
export function takeSeal({ dataset }: HTMLElement): PageSeal & { turn: string } {
  const { turn = '', page = '', key = '' } = dataset;
  delete dataset.key;
  return { turn, page, key };
}
