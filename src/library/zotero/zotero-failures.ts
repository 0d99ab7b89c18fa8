import { freeFailure, invalidInput, type PaperqueueError } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { NoteOf, ProblemOf } from '../../wording/notes.ts';
import type { ZoteroAdvice, ZoteroNote } from './notes.ts';

const setting = 'PAPERQUEUE_ZOTERO_KEY';

function failure(code: 'NOT_CONFIGURED' | 'UNAUTHORIZED', problem: ZoteroNote, advice: ZoteroAdvice): PaperqueueError {
  return freeFailure({ code, problem: [problem], advice: [advice] });
}

export function noZotero(): PaperqueueError {
  return failure('NOT_CONFIGURED', { kind: 'zotero-not-there', setting }, { kind: 'open-zotero', setting });
}

export function closedToPrograms(): PaperqueueError {
  return failure('NOT_CONFIGURED', { kind: 'zotero-closed' }, { kind: 'allow-zotero', setting });
}

export function onlyReadable(): PaperqueueError {
  return failure('NOT_CONFIGURED', { kind: 'zotero-read-only' }, { kind: 'update-zotero', setting });
}

export function denied(): PaperqueueError {
  return failure('UNAUTHORIZED', { kind: 'zotero-denied' }, { kind: 'choose-allow' });
}

export function keyRefused(): PaperqueueError {
  return failure('UNAUTHORIZED', { kind: 'zotero-key-refused', setting }, { kind: 'check-zotero-key', setting });
}

/** The key is valid but lacks the permission. */
export function notAllowed(what: 'read' | 'write', library: string): PaperqueueError {
  const problem: ZoteroNote = { kind: 'zotero-not-allowed', setting, what, library };
  return failure('UNAUTHORIZED', problem, { kind: 'change-zotero-key' });
}

type Wanted = ProblemOf<'not-in-zotero'>['wanted'];

export function noSuch(wanted: Wanted, text: string): PaperqueueError {
  const field = wanted === 'group' || wanted === 'own-group' ? 'group' : 'collection';
  return invalidInput([invalidField(field, { kind: 'not-in-zotero', wanted, given: JSON.stringify(text) })]);
}

export function severalCollections(text: string, keys: readonly string[]): PaperqueueError {
  return invalidInput([invalidField('collection', { kind: 'several-collections', keys, given: JSON.stringify(text) })]);
}

export function rateLimited(retryAfterSeconds: number): PaperqueueError {
  return freeFailure({
    code: 'RATE_LIMITED',
    problem: [{ kind: 'zotero-rate-limited', seconds: retryAfterSeconds }],
    advice: [{ kind: 'zotero-again', isAfterWait: true }],
    retryable: true,
    retryAfterSeconds,
  });
}

export function unavailable(why: NoteOf<'zotero-unavailable'>['why']): PaperqueueError {
  return freeFailure({
    code: 'UPSTREAM_UNAVAILABLE',
    problem: [{ kind: 'zotero-unavailable', why }],
    advice: [{ kind: 'zotero-again', isAfterWait: false }],
    retryable: true,
  });
}

type Oddity = 'no-list' | 'same-page' | 'endless-list' | 'no-version' | 'no-new-collection' | 'no-collections-of-item';

/** An answer that does not follow Zotero's API documentation; the detail is for the log. */
export function unexpected(what: Oddity | { status: number }): PaperqueueError {
  return freeFailure(
    {
      code: 'UPSTREAM_INVALID',
      problem: [{ kind: 'zotero-unexpected', ...(typeof what !== 'string' && what) }],
      advice: [{ kind: 'check-zotero-address' }],
    },
    { cause: what },
  );
}
