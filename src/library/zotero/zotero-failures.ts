import { freeFailure, invalidInput, type PaperqueueError } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { NoteOf, ProblemOf } from '../../wording/notes.ts';

const setting = 'PAPERQUEUE_ZOTERO_KEY';

export function noZotero(): PaperqueueError {
  return freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'zotero-not-there', setting }],
    advice: [{ kind: 'open-zotero', setting }],
  });
}

export function closedToPrograms(): PaperqueueError {
  return freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'zotero-closed' }],
    advice: [{ kind: 'allow-zotero', setting }],
  });
}

export function onlyReadable(): PaperqueueError {
  return freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'zotero-read-only' }],
    advice: [{ kind: 'update-zotero', setting }],
  });
}

export function denied(): PaperqueueError {
  return freeFailure({
    code: 'UNAUTHORIZED',
    problem: [{ kind: 'zotero-denied' }],
    advice: [{ kind: 'choose-allow' }],
  });
}

export function keyRefused(): PaperqueueError {
  return freeFailure({
    code: 'UNAUTHORIZED',
    problem: [{ kind: 'zotero-key-refused', setting }],
    advice: [{ kind: 'check-zotero-key', setting }],
  });
}

/** The key is valid but lacks the permission. */
export function notAllowed(what: 'read' | 'write', library: string): PaperqueueError {
  return freeFailure({
    code: 'UNAUTHORIZED',
    problem: [{ kind: 'zotero-not-allowed', setting, what, library }],
    advice: [{ kind: 'change-zotero-key' }],
  });
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
