import { readOpenAlex } from '../../../formats/json/openalex.ts';
import { asFields, asNumber, asText, asTexts, type Fields } from '../../../lib/json.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import type { Failed, SourceAnswer, SourcePage } from '../source.ts';
import { failed, parseAnswer, readFailure, readPause } from '../source-failures.ts';

const SECONDS_OF_DAY = 86_400;
const USD_OF_CREDIT = 0.0001;
/** Pauses for the rate limit or an overloaded cluster are shorter, even right before midnight. */
const MAX_SHORT_PAUSE_SECONDS = 120;
/** Clocks and rounding may end a pause until midnight slightly early. */
const CLOCK_SECONDS = 60;

/** The works of a list; `found` counts its entries, papers or not. */
export function readWorks(answer: SourceAnswer): { records: PaperInput[]; count: number; total?: number } | Failed {
  const list = readList(answer);
  if ('failure' in list) return list;
  const records = list.results.flatMap(readRecord);
  return { records, count: list.results.length, total: list.total };
}

/** The entries of any OpenAlex list. */
export function readList(answer: SourceAnswer): { results: unknown[]; total?: number } | Failed {
  const failure = failureOfOpenAlex(answer);
  if (failure) return failure;
  const { results, meta } = asFields(parseAnswer(answer));
  if (!Array.isArray(results)) return failed('unreadable');
  const total = asNumber(asFields(meta).count);
  return { results, total };
}

/** Looked-up works: a list, or a single work, which may be unknown. */
export function readLookedUp(answer: SourceAnswer): SourcePage {
  if (answer.status === 404) return { records: [] };
  const failure = failureOfOpenAlex(answer);
  if (failure) return failure;
  const json = asFields(parseAnswer(answer));
  if (Array.isArray(json.results)) return { records: json.results.flatMap(readRecord) };
  return asText(json.id) === undefined ? failed('unreadable') : { records: readRecord(json) };
}

/** A work as a record; empty for paratext and deleted works. */
function readRecord(json: unknown): PaperInput[] {
  const reading = readOpenAlex(json);
  if (!('metadata' in reading)) return [];
  const { key, ...metadata } = reading.metadata;
  const fields = { ...metadata, referencedWorks: asTexts(asFields(json).referenced_works) };
  // As with other sources, the DOI is the key if there is one.
  return [fields.doi ? fields : { ...fields, key }];
}

/**
 * A 429 can mean the rate limit, an overloaded cluster, a used-up daily allowance, or a request for paid plans only.
 */
function failureOfOpenAlex(answer: SourceAnswer): Failed | undefined {
  if (answer.status !== 429) return readFailure(answer);
  const body = asFields(parseAnswer(answer));
  if (body.error === 'Plan upgrade required') return failed('refused');
  const pause = readPause(answer) ?? secondsOf(body.retryAfter);
  if (!isUsedUp(answer, body, pause)) return failed('rate limited', pause);
  return failed('quota used up', pause ?? secondsToMidnight(answer));
}

/**
 * Whether the daily allowance is used up, by the message or by a pause until midnight UTC. The numbers of a refusal do
 * not show it: OpenAlex also reports that nothing remains when it limits requests per second.
 */
function isUsedUp(answer: SourceAnswer, { error, message }: Fields, pause: number | undefined): boolean {
  if ([error, message].some((text) => /\binsufficient budget\b/i.test(asText(text) ?? ''))) return true;
  return pause !== undefined && pause > MAX_SHORT_PAUSE_SECONDS && pause >= secondsToMidnight(answer) - CLOCK_SECONDS;
}

/** Prepaid credits are used after the daily allowance. */
function prepaidCredits(answer: SourceAnswer): number {
  return Math.max(0, header(answer, 'prepaid-remaining-usd') ?? 0) / USD_OF_CREDIT;
}

/**
 * The remaining credits, daily and prepaid (a search costs ten, a list or look-up one), and when they renew; undefined
 * for a 429, whose numbers are unreliable.
 */
export function readQuota(answer: SourceAnswer): { remaining: number; resetsAt?: number } | undefined {
  const daily = answer.status === 429 ? undefined : header(answer, 'remaining');
  if (daily === undefined || daily < 0) return undefined;
  const reset = secondsOf(header(answer, 'reset')) ?? secondsToMidnight(answer);
  return { remaining: daily + prepaidCredits(answer), resetsAt: timeOf(answer) + reset * 1000 };
}

function header({ headers }: SourceAnswer, name: string): number | undefined {
  const text = headers.get(`x-ratelimit-${name}`)?.trim();
  return text && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function secondsOf(value: unknown): number | undefined {
  const seconds = asNumber(value);
  return seconds === undefined ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), SECONDS_OF_DAY);
}

/** The allowance renews at midnight UTC. */
function secondsToMidnight(answer: SourceAnswer): number {
  return SECONDS_OF_DAY - (Math.floor(timeOf(answer) / 1000) % SECONDS_OF_DAY);
}

/** The time of the answer, by its own date. */
function timeOf({ headers }: SourceAnswer): number {
  const moment = Date.parse(headers.get('date') ?? '');
  return Number.isFinite(moment) ? moment : Date.now();
}
