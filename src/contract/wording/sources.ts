import { counted } from '../../lib/counted.ts';
import type { KnownFailure, SourceFailure, SourceOutcomeNote } from '../notes/source-outcomes.ts';

/** What became of asking a source, in words. */

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
  'paused after failures': 'is paused after repeated failures',
  incomplete: 'searched only a part of its papers',
  skipped: 'was not asked',
};

/** Why a source gave nothing, as the end of a sentence that begins with its name. */
export function describeFailure({ failure, detail, againSeconds }: KnownFailure): string {
  const why = detail === undefined ? '' : ` (${detail})`;
  const again = againSeconds === undefined ? '' : `; again in ${describeSpan(againSeconds)}`;
  return `${WORDS[failure]}${why}${again}`;
}

/** One line about a source: how many records of how many it gave, how old they are, and what failed. */
export function describeOutcome(outcome: SourceOutcomeNote): string {
  const { title, gave, total, keptSeconds, isPartlyKept, keywordsLeftOut = 0, failure } = outcome;
  if (failure !== undefined && gave === 0) return `${title} ${describeFailure({ ...outcome, failure })}`;
  const of = total === undefined || total <= gave ? '' : ` of ${total}`;
  const age = keptSeconds === undefined ? '' : `, ${isPartlyKept ? 'partly ' : ''}kept ${describeAge(keptSeconds)}`;
  const without = keywordsLeftOut > 0 ? `; it cannot be asked for ${counted(keywordsLeftOut, 'keyword')}` : '';
  return `${title} gave ${gave}${of}${age}${without}${describeRest(outcome)}`;
}

/** What failed after records had come. */
function describeRest({ failure, ...rest }: SourceOutcomeNote): string {
  if (failure === undefined) return '';
  if (failure === 'key refused') return `; it ${WORDS[failure]} and was asked without`;
  return `; ${failure === 'incomplete' ? '' : 'then '}it ${describeFailure({ ...rest, failure })}`;
}

function describeAge(seconds: number): string {
  return seconds < 60 ? 'just now' : `${describeSpan(seconds)} ago`;
}

/** Rounded up, so that nobody retries too early: `20 seconds`, `5 minutes`, `3 hours`. */
function describeSpan(exact: number): string {
  const seconds = Math.ceil(exact);
  if (seconds < 90) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}
