/** What a case of the wire suite is. The rules are typed in again here and in the cases: nothing comes from `src`. */

export type PeerName = 'embedded' | 'serve' | 'scripted';
export type PoolName = 'basic' | 'pro' | 'privateKey';
export type OperationName = 'combinedSearch' | 'keywordSearch' | 'querySearch';

/**
 * Who asks: an account with plenty of credits, one with two basic credits, nobody, or somebody with a token of no
 * account.
 */
export type Who = 'rich' | 'poor' | 'nobody' | 'stranger';

export type WireRequest = {
  method: string;
  path: string;
  who?: Who;
  headers?: Record<string, string>;
  body?: string;
};

export type WireAnswer = { status: number; contentType: string; text: string; json: unknown };

export type Expected =
  /** 200 `{ jobId }`, and exactly these credits are taken from this pool and none from another. */
  | { takes: number; from: PoolName }
  /** 400 with a list that names these fields and no others (entries of a list count for the list); nothing is taken. */
  | { wrong: readonly string[] }
  /** This status with one text; nothing is taken. */
  | { status: number; text: string | RegExp };

export type WireCase = {
  /** The rule of the service contract that it tests, in the contract's words. */
  rule: string;
  operation: OperationName;
  /** The query string, exactly as it is sent. */
  query?: string;
  /** A value is sent as JSON, a `raw` text as it is. */
  body: unknown | { raw: string };
  who?: Who;
  expected: Expected;
  /** Peers with another correct answer: the reason, and that answer. */
  except?: Partial<Record<PeerName, { because: string; expected: Expected }>>;
};

export const KEYWORDS = ['owls', 'reading glasses', 'night vision'];
export const QUERY = 'Do owls that are fitted with reading glasses read more, and does their night vision suffer?';

/** A valid body of each operation. */
export const VALID = {
  combinedSearch: { keywords: KEYWORDS, query: QUERY },
  keywordSearch: { keywords: KEYWORDS },
  querySearch: { query: QUERY },
} as const satisfies Record<OperationName, object>;

export const OPERATIONS = Object.keys(VALID) as OperationName[];

export const ONE_BASIC: Expected = { takes: 1, from: 'basic' };

/** The scripted service is small: it accepts, and charges for, the bodies listed here. */
export function scriptedAccepts(because: string, expected: Expected = ONE_BASIC): NonNullable<WireCase['except']> {
  return { scripted: { because, expected } };
}

export function scriptedNames(because: string, ...wrong: string[]): NonNullable<WireCase['except']> {
  return { scripted: { because, expected: { wrong } } };
}
