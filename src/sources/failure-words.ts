import { counted } from '../lib/counted.ts';
import type { SourceOutcome } from './runner.ts';
import type { SourceFailure } from './source.ts';

/** Messages about the outcome of asking a source. */

const WORDS: Record<SourceFailure, string> = {
  unreachable: 'could not be reached',
  'server error': 'answered with an error of its own',
  'too slow': 'did not answer in time',
  'rate limited': 'allows no more requests for now',
  'queue full': "had to be left out, because this machine's queue for it is full",
  'quota used up': 'has no allowance left for today',
  'key refused': 'does not accept the key',
  'key wanted': 'wants a key (free)',
  refused: 'refused the request',
  unreadable: 'gave an answer that cannot be read',
  'paused after failures': 'is left alone for a while because it failed several times',
  incomplete: 'searched only a part of its papers',
  skipped: 'was not asked',
};

/** Why a source gave nothing, as the end of a sentence that begins with its name. `now` is in ms since the epoch. */
export function failureInWords(
  failure: SourceFailure,
  { retryAt, detail }: Pick<SourceOutcome, 'retryAt' | 'detail'> = {},
  now: number = Date.now(),
): string {
  const why = detail === undefined ? '' : ` (${detail})`;
  const again = retryAt !== undefined && retryAt > now ? `; again in ${spanInWords(retryAt - now)}` : '';
  return `${WORDS[failure]}${why}${again}`;
}

/** One line about a source: how many records of how many it gave, how old they are, and what failed. */
export function outcomeInWords(title: string, outcome: SourceOutcome, now: number = Date.now()): string {
  const { records, failure, total, cachedAt, keywordsLeftOut = 0 } = outcome;
  if (failure !== undefined && records.length === 0) return `${title} ${failureInWords(failure, outcome, now)}`;
  const of = total === undefined || total <= records.length ? '' : ` of ${total}`;
  const age = cachedAt === undefined ? '' : `, ${outcome.requests > 0 ? 'partly ' : ''}kept ${ago(now - cachedAt)}`;
  const then = failure === 'incomplete' ? '' : 'then ';
  const but = failure === undefined ? '' : `; ${then}it ${failureInWords(failure, outcome, now)}`;
  const butKey = failure === 'key refused' ? `; it ${WORDS[failure]} and was asked without` : but;
  const without = keywordsLeftOut > 0 ? `; it cannot be asked for ${counted(keywordsLeftOut, 'keyword')}` : '';
  return `${title} gave ${records.length}${of}${age}${without}${butKey}`;
}

function ago(ms: number): string {
  return ms < 60_000 ? 'just now' : `${spanInWords(ms)} ago`;
}

/** Rounded up, so that nobody retries too early: `20 seconds`, `5 minutes`, `3 hours`. */
function spanInWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 90) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}
