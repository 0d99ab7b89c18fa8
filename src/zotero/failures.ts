import { freeFailure, invalidInput, type PaperqueueError } from '../contract/errors.ts';

const MAKE_KEY = 'make a key at https://www.zotero.org/settings/keys and set PAPERQUEUE_ZOTERO_KEY';
const AGAIN = 'Run the command again: what Zotero has by then is not added twice.';

export function noZotero(): PaperqueueError {
  return freeFailure({
    code: 'NOT_CONFIGURED',
    message: 'PAPERQUEUE_ZOTERO_KEY is not set, and Zotero is not open on this machine.',
    next: `Open Zotero 10 or later, or ${MAKE_KEY}.`,
  });
}

export function closedToPrograms(): PaperqueueError {
  return freeFailure({
    code: 'NOT_CONFIGURED',
    message: 'Zotero on this machine does not answer other programs.',
    next: `In Zotero, under Settings, Advanced, allow other applications to communicate with Zotero; or ${MAKE_KEY}.`,
  });
}

export function onlyReadable(): PaperqueueError {
  return freeFailure({
    code: 'NOT_CONFIGURED',
    message: 'This version of Zotero can only be read by other programs; Zotero 10 and later can be written to.',
    next: `Update Zotero, or ${MAKE_KEY}; or write a file for its File, Import: paperqueue export J1 -o papers.ris`,
  });
}

export function denied(): PaperqueueError {
  const message = 'The change was not allowed in Zotero’s window.';
  return freeFailure({ code: 'UNAUTHORIZED', message, next: 'Run the command again and choose Allow.' });
}

export function keyRefused(): PaperqueueError {
  return freeFailure({
    code: 'UNAUTHORIZED',
    message: 'Zotero does not accept the key in PAPERQUEUE_ZOTERO_KEY.',
    next: `Check it, or ${MAKE_KEY}.`,
  });
}

/** The key is good, and does not reach as far as asked. */
export function notAllowed(what: 'read' | 'write', library: string): PaperqueueError {
  return freeFailure({
    code: 'UNAUTHORIZED',
    message: `The key in PAPERQUEUE_ZOTERO_KEY may not ${what === 'read' ? 'read' : 'write to'} ${library}.`,
    next: 'Change its permissions at https://www.zotero.org/settings/keys, then run the command again.',
  });
}

export function noSuch(field: 'group' | 'collection', text: string, known: string): PaperqueueError {
  return invalidInput([{ field, message: `${field}: ${known}, got ${JSON.stringify(text)}` }]);
}

export function rateLimited(retryAfterSeconds: number): PaperqueueError {
  return freeFailure({
    code: 'RATE_LIMITED',
    message: `Zotero allows no more requests for ${retryAfterSeconds} s.`,
    next: `Wait that long. ${AGAIN}`,
    retryable: true,
    retryAfterSeconds,
  });
}

export function unavailable(why: string): PaperqueueError {
  return freeFailure({ code: 'UPSTREAM_UNAVAILABLE', message: `Zotero ${why}.`, next: AGAIN, retryable: true });
}

/** An answer that is not what Zotero's API documents. */
export function unexpected(what: string): PaperqueueError {
  const next = 'Check that the address is that of Zotero; run the command again later.';
  return freeFailure({ code: 'UPSTREAM_INVALID', message: `Zotero gave an unexpected answer (${what}).`, next });
}
