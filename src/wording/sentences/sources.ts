import { counted } from '../../lib/counted.ts';
import type {
  FailureDetail,
  KnownFailure,
  RequestChange,
  SourceFailure,
  SourceOutcomeNote,
  StoredFailure,
} from '../notes/source-outcomes.ts';

/** The outcome of asking a source, in words. */

export const FAILURES: Record<SourceFailure, string> = {
  unreachable: 'could not be reached',
  'server error': 'answered with an error of its own',
  'too slow': 'did not answer in time',
  'rate limited': 'allows no more requests for now',
  'queue full': "had to be left out, because this machine's queue for it is full",
  'quota used up': 'has no allowance left for today',
  'key refused': 'does not accept the key',
  'key wanted': 'needs a key, which is free',
  refused: 'refused the request',
  unreadable: 'gave an answer that cannot be read',
  unusable: 'cannot be used',
  'paused after failures': 'is paused after repeated failures',
  incomplete: 'searched only a part of its papers',
  skipped: 'was not asked',
};

const DETAILS: Record<Extract<FailureDetail, string>, string> = {
  'no-words': 'nothing in the query can be searched for there',
  'no-quartiles': 'it has no journal quartiles',
  'preprints-only': 'it has preprints only',
  'articles-only': 'it has journal articles only',
  'life-sciences-only': 'it covers the life sciences only',
  'computer-science-only': 'it covers computer science only',
  'other-fields': 'it does not cover these fields',
  'open-only': 'everything in it is open access',
  'no-books': 'it has no books',
  'no-search': 'it only looks up free copies by DOI',
  'no-look-up': 'it cannot look up this kind of identifier',
  'no-relation': 'it cannot tell this of the paper',
  'no-people': 'it cannot look up people',
  'time-over': 'no time was left',
  'no-papers': 'it has no papers yet: load a file',
  'closed-index': 'its index is closed',
  'other-version': 'another version made its index: reload all files',
  'unfinished-load': 'its load is not finished: load the file again',
  'nothing-loaded': 'nothing was loaded, so the papers searched so far stay',
  'unfit-papers': 'some papers do not fit its index',
  'damaged-statistics': 'its statistics are damaged',
  'foreign-record': 'it holds a record that paperqueue did not write',
  'too-large': 'the answer is larger than 32 MB',
  'no-client': 'its client is not installed',
  'untrusted-certificate': 'its certificate is not trusted',
  'no-model': 'its folder is not there, or lacks tokenizer.json, or model.safetensors with a table or an ONNX file',
  'unfit-tokenizer': 'its tokenizer.json is damaged, or of another kind than WordPiece',
  'unfit-weights': 'its weights are damaged, or do not fit its tokenizer',
  'no-onnx-runtime': 'onnxruntime-node is not installed beside paperqueue, or does not load',
};

export function describeDetail(detail: FailureDetail): string {
  if (typeof detail === 'string') return DETAILS[detail];
  if ('text' in detail) return detail.text;
  if ('status' in detail) return `status ${detail.status}`;
  return 'setting' in detail ? `set ${detail.setting}` : `${detail.failedShards} of ${detail.of} shards failed`;
}

/** Describes a difference between a source's request and the requested strategy. */
export function describeChange(change: RequestChange): string {
  if (change === 'words-only') return 'asked for its words only';
  if (change === 'words-apart') return 'each keyword counted by all of its words, even if they stand apart';
  if (change === 'other-forms') return 'it also finds other forms of the words';
  if ('text' in change) return change.text;
  if ('without' in change) return `without ${change.without}`;
  if ('tooLong' in change) return `too long for it (${change.tooLong} characters), asked for its words only`;
  return 'more' in change ? `${change.more} more changes` : `${change.part} as ${change.as}`;
}

/** Why a source returned nothing, as the end of a sentence that begins with its name. */
export function describeFailure(known: StoredFailure): string {
  if ('text' in known) return known.text;
  const { failure, detail, againSeconds } = known;
  return FAILURES[failure] + inBrackets([...(detail ? [describeDetail(detail)] : []), ...describeRetry(againSeconds)]);
}

/** One line about a source: how many of its records it returned, their age, and any failure. */
export function describeOutcome(outcome: SourceOutcomeNote): string {
  const { title, gave, total, keptSeconds, isPartlyKept, keywordsLeftOut = 0, failure } = outcome;
  if (failure !== undefined && gave === 0) return `${title} ${describeFailure({ ...outcome, failure })}`;
  const of = total === undefined || total <= gave ? '' : ` of ${total}`;
  const remarks = [
    ...(keptSeconds === undefined ? [] : [`${isPartlyKept ? 'partly ' : ''}stored ${describeAge(keptSeconds)}`]),
    ...(keywordsLeftOut > 0 ? [`not asked for ${counted(keywordsLeftOut, 'keyword')}`] : []),
    ...describeRest(outcome),
  ];
  return `${title} gave ${gave}${of}${inBrackets(remarks)}`;
}

/** A failure after some records had arrived. */
function describeRest({ failure, detail, againSeconds }: SourceOutcomeNote): string[] {
  if (failure === undefined) return [];
  if (failure === 'key refused') return [`${FAILURES[failure]}; asked without it`];
  const what = `${failure === 'incomplete' ? '' : 'then '}${FAILURES[failure]}`;
  return [`${what}${detail ? `: ${describeDetail(detail)}` : ''}`, ...describeRetry(againSeconds)];
}

function describeRetry(seconds: number | undefined): string[] {
  return seconds === undefined ? [] : [`retry in ${describeSpan(seconds)}`];
}

function inBrackets(remarks: readonly string[]): string {
  return remarks.length > 0 ? ` (${remarks.join('; ')})` : '';
}

function describeAge(seconds: number): string {
  return seconds < 60 ? 'just now' : `${describeSpan(seconds)} ago`;
}

/** Rounded up, so that the reader does not retry too early: `20 seconds`, `5 minutes`, `3 hours`. */
function describeSpan(exact: number): string {
  const seconds = Math.ceil(exact);
  if (seconds < 90) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}

/** The reports, with `failed` as the end of a sentence and `failure` as a value. */
export function renderReports<T extends { failed?: StoredFailure | undefined }>(
  reports: readonly T[],
): (Omit<T, 'failed'> & { failed?: string; failure?: KnownFailure })[] {
  return reports.map(({ failed, ...report }) =>
    failed === undefined
      ? report
      : { ...report, failed: describeFailure(failed), ...('failure' in failed && { failure: failed }) },
  );
}

/** The consequence for an item that could not be checked; follows the name of that verdict. */
export function describeUnchecked({
  isLater,
  sources,
  setting,
}: {
  isLater: boolean;
  sources: readonly string[];
  setting: string;
}): string {
  const steps = [
    ...(isLater ? ['look it up again later'] : []),
    ...(sources.length > 0 ? [`${setting} can name ${sources.join(', ')}`] : []),
  ];
  return `says nothing about whether it exists${steps.length > 0 ? `: ${steps.join('; ')}` : ''}.`;
}
