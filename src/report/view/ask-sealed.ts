import { openText, SEALED_FOR, sealText } from '../../lib/sealed-text.ts';

/** The name of a page, and its key, which only its script has. */
export type PageSeal = { page: string; key: string };

export type AskSealed = <T>(body: object) => Promise<T>;

/**
 * Encrypts requests to the server, and decrypts its answers, with the key of this page: after the server has ended,
 * another program may have its port, and must neither read nor answer. Throws the server's reason for a refusal, or
 * that there is no answer.
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
 * The page's data for sealed requests, from its element. Removes the key there: a style sheet from a later owner of the
 * port could read it.
 */
export function takeSeal({ dataset }: HTMLElement): PageSeal & { turn: string } {
  const { turn = '', page = '', key = '' } = dataset;
  delete dataset.key;
  return { turn, page, key };
}
