import { startDeadline } from '../../lib/deadline.ts';
import { REAL_TIMERS } from '../../lib/timers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type RunnerContext, runSession, type SourceWithSettings } from '../../search/sources/runner.ts';
import type { SourceAnswer, SourceRequest } from '../../search/sources/source.ts';
import { readFailure } from '../../search/sources/source-failures.ts';
import { awaitRateSlot } from '../../search/sources/transport/await-rate-slot.ts';
import { trackConnectivity } from '../../search/sources/transport/connectivity.ts';
import {
  type Admit,
  type FileAnswer,
  fileExchange,
  type NoAnswer,
} from '../../search/sources/transport/http-exchange.ts';
import { sendRequest } from '../../search/sources/transport/send-request.ts';
import type { SourceFailure } from '../../wording/notes/source-outcomes.ts';
import type { TextFailure } from '../notes.ts';

/**
 * `not allowed`: an address that is not public, not https, or refused by the host's robots.txt (`robots`). `closed`:
 * the host requires a login, a payment or a browser check.
 */
export type FileFailure = Exclude<TextFailure, 'library alone'>;

/** A file as received, and its address after redirects. `none`: the host has no file there. */
export type FetchedFile = { bytes: Uint8Array; url: string; type: string } | { failure: FileFailure } | 'none';

export type FileHost = {
  /** Minimum interval between two requests to the host. */
  paceMs: number;
  /** Called before each request. Default: the host is configured, and its redirects may go to public addresses. */
  admit?: Admit;
  /** Why `admit` threw. */
  refusal?: () => FileFailure | undefined;
};

const MAX_BYTES = 20 * 1024 * 1024;
/** From waiting for the rate limit until the last byte. */
const MAX_MS = 30_000;

/** Fetches a file, without cookies, at the rate limit of its host; nothing is cached. Never throws. */
export async function fetchFile(
  request: SourceRequest,
  context: RunnerContext,
  { paceMs, admit, refusal = () => undefined }: FileHost,
): Promise<FetchedFile> {
  const failure = await waitForSlot(request.paceHost ?? new URL(request.url).host, paceMs, context);
  if (failure) return { failure };
  const { fetch, userAgent, signal = new AbortController().signal, timers = REAL_TIMERS } = context;
  const limits = { timeoutMs: MAX_MS, maxBytes: MAX_BYTES, signal, timers };
  const answer = await fileExchange(request, { fetch, userAgent, ...limits }, admit);
  if ('noAnswer' in answer) return { failure: refusal() ?? FAILURES[answer.noAnswer] };
  return readAnswer(answer);
}

/** Waits until a request may be sent to the host; returns the reason if none may. */
export async function waitForSlot(
  host: string,
  paceMs: number,
  { store, signal, timers }: RunnerContext,
): Promise<SourceFailure | undefined> {
  if (paceMs === 0) return undefined;
  const deadline = startDeadline(MAX_MS, signal, timers);
  const session = { store, deadline, network: trackConnectivity() };
  const options = { hasPaused: false, checkWhileWaiting: () => undefined };
  const slot = await awaitRateSlot(session, `pace ${host}`, paceMs, options);
  deadline.dispose();
  return 'reply' in slot && 'failure' in slot.reply ? slot.reply.failure : undefined;
}

const FAILURES: Record<NoAnswer['noAnswer'], FileFailure> = {
  'not connected': 'unreachable',
  broken: 'unreachable',
  cut: 'unreachable',
  'too slow': 'too slow',
  'too large': 'too large',
  redirected: 'not allowed',
  ended: 'skipped',
};

function readAnswer({ status, headers, bytes, url }: FileAnswer): FetchedFile {
  if (status >= 200 && status < 300) return { bytes, url, type: headers.get('content-type') ?? '' };
  if (status === 404 || status === 410) return 'none';
  if (status === 401 || status === 402 || status === 403 || status === 451) return { failure: 'closed' };
  if (status === 429) return { failure: 'rate limited' };
  return { failure: status >= 500 ? 'server error' : 'refused' };
}

type Ids = Pick<PaperInput, 'arxivId' | 'pmcid'>;

/** A source's text of a paper. `none`: it has no text; `not asked`: it cannot be queried for this paper. */
export type FetchedText = { text: string; url: string } | { failure: SourceFailure } | 'none' | 'not asked';

/** Fetches a paper's full text at the source's rate limit, without caching. Never throws. */
export async function fetchFullText(
  each: SourceWithSettings,
  paper: Ids,
  context: RunnerContext,
): Promise<FetchedText> {
  const request = each.source.fullText?.request(paper, each.settings);
  if (!request) return 'not asked';
  let answer: SourceAnswer | undefined;
  const { failure } = await runSession(each, context, async (session) => {
    const reply = await sendRequest(session, request, {
      read: (received) => {
        answer = received;
        return isMissing(received) ? { records: [] } : (readFailure(received) ?? { records: [] });
      },
      keepMs: 0,
    });
    return 'failure' in reply ? reply : {};
  });
  if (failure) return { failure };
  return answer === undefined || isMissing(answer) ? 'none' : { text: answer.text, url: request.url };
}

function isMissing({ status }: SourceAnswer): boolean {
  return status === 404 || status === 410;
}

/** Fetches the source's PDF of a paper, at the source's rate limit. Never throws. */
export async function fetchPdf(
  { source, settings }: SourceWithSettings,
  paper: Ids,
  context: RunnerContext,
): Promise<FetchedFile> {
  const request = source.fullText?.pdf?.(paper, settings);
  return request ? fetchFile(request, context, { paceMs: source.paceMs }) : 'none';
}
