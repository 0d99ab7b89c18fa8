/** How a host treats the server and what it lets its model see. Plain facts; simulated-host.ts acts on them. */
export type HostModel = {
  name: string;
  opening:
    | { era: 'modern' }
    /** Asks for this version; `probes`: after a look by server/discover, as clients of both eras do. */
    | { era: 'legacy'; version: string; agreed: string; probes?: true };
  /** The one part of an answer that the model gets to see. */
  shows: 'structured' | 'text';
  /** Checks arguments and structured results strictly against the advertised schemas. */
  checksSchemas?: true;
  /** A longer answer is replaced by an error. */
  mostTokens?: number;
  mostCharacters?: number;
  /** Descriptions and instructions end here. */
  cutsTextsAt?: number;
  /** A call that takes longer is cancelled, and its answer never shown. */
  cutsCallsAfterMs?: number;
  sendsProgressToken?: true;
  /** Kills the server without a word while the first search runs, and starts another one. */
  killsServer?: true;
  /** What its user set as PAPERQUEUE_WAIT_SECONDS. */
  waitSeconds: number;
  /** How often the hosted service says `queued` of this host's job; the server looks about four times a second. */
  looksUntilDone: number;
};

const LEGACY = { era: 'legacy', version: '2025-06-18', agreed: '2025-06-18' } as const;
const NEWEST_LEGACY = { era: 'legacy', version: '2025-11-25', agreed: '2025-11-25' } as const;
const MODERN = { era: 'modern' } as const;

/** The caps that hosts are known to have, scaled where they are times: a host's 60 s are 4 s here. */
const TOKEN_CAP = 25_000;
const CHARACTER_CAP = 50_000;
const TEXT_CUT = 2_048;
/** Long enough for a page of 300 papers on a busy machine. */
const CALL_CUT_MS = 4_000;
/** About 4 s. */
const SLOW_JOB = 15;
/** Outlives two calls that are cut. */
const JOB_OF_THREE_CALLS = 40;

export const HOSTS: readonly HostModel[] = [
  {
    name: 'structured part only, strict schemas, 25,000 tokens, texts cut, modern',
    opening: MODERN,
    shows: 'structured',
    checksSchemas: true,
    mostTokens: TOKEN_CAP,
    cutsTextsAt: TEXT_CUT,
    sendsProgressToken: true,
    waitSeconds: 40,
    looksUntilDone: 2,
  },
  {
    name: 'structured part only, strict schemas, legacy',
    opening: NEWEST_LEGACY,
    shows: 'structured',
    checksSchemas: true,
    waitSeconds: 0,
    looksUntilDone: 3,
  },
  {
    name: 'text only, 50,000 characters, waits of a second, no progress token',
    opening: LEGACY,
    shows: 'text',
    mostCharacters: CHARACTER_CAP,
    waitSeconds: 1,
    looksUntilDone: 8,
  },
  {
    name: 'text only, 25,000 tokens and 50,000 characters, texts cut',
    opening: LEGACY,
    shows: 'text',
    mostTokens: TOKEN_CAP,
    mostCharacters: CHARACTER_CAP,
    cutsTextsAt: TEXT_CUT,
    waitSeconds: 40,
    looksUntilDone: 0,
  },
  {
    name: 'discover first, and then initialize all the same',
    opening: { ...LEGACY, probes: true },
    shows: 'text',
    waitSeconds: 40,
    looksUntilDone: 0,
  },
  {
    name: 'text only, modern, no progress token',
    opening: MODERN,
    shows: 'text',
    waitSeconds: 40,
    looksUntilDone: 1,
  },
  {
    name: 'shows progress during a long call',
    opening: LEGACY,
    shows: 'text',
    sendsProgressToken: true,
    waitSeconds: 40,
    looksUntilDone: SLOW_JOB,
  },
  {
    name: 'cuts a long call and loses its answer, texts cut, legacy',
    opening: LEGACY,
    shows: 'text',
    cutsCallsAfterMs: CALL_CUT_MS,
    cutsTextsAt: TEXT_CUT,
    waitSeconds: 40,
    looksUntilDone: JOB_OF_THREE_CALLS,
  },
  {
    name: 'cuts a long call and loses its answer, texts cut, modern',
    opening: MODERN,
    shows: 'structured',
    checksSchemas: true,
    cutsCallsAfterMs: CALL_CUT_MS,
    cutsTextsAt: TEXT_CUT,
    sendsProgressToken: true,
    waitSeconds: 40,
    looksUntilDone: JOB_OF_THREE_CALLS,
  },
  {
    name: 'kills the server in the middle of the search, legacy',
    opening: LEGACY,
    shows: 'text',
    killsServer: true,
    waitSeconds: 40,
    looksUntilDone: 5,
  },
  {
    name: 'kills the server in the middle of the search, modern',
    opening: MODERN,
    shows: 'structured',
    killsServer: true,
    waitSeconds: 40,
    looksUntilDone: 5,
  },
  {
    name: 'an old protocol version',
    opening: { era: 'legacy', version: '2024-11-05', agreed: '2024-11-05' },
    shows: 'text',
    waitSeconds: 40,
    looksUntilDone: 0,
  },
  {
    name: 'a protocol version that nobody knows',
    opening: { era: 'legacy', version: '2031-01-01', agreed: '2025-11-25' },
    shows: 'text',
    waitSeconds: 40,
    looksUntilDone: 0,
  },
];

/** The first host with these properties; the list above has one. */
export function hostThat(fits: (host: HostModel) => boolean): HostModel {
  const host = HOSTS.find(fits);
  if (!host) throw new Error('no host of the list is like that');
  return host;
}
