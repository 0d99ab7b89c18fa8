/**
 * The numbers and word lists of the service contract, each stated once. Everything else (MCP input schemas, the client,
 * the embedded service, the documentation) reads them from here.
 */

/** keywords: how many entries a keyword list may have. */
export const KEYWORDS = { min: 3, max: 10 } as const;

/** query: length in characters (code points, `lib/characters.ts`), surrounding blanks not counted. */
export const QUERY = { min: 50, max: 5000 } as const;

/** strategy: length in characters of a Boolean strategy, which replaces keywords and query. */
export const STRATEGY = { min: 1, max: 50_000 } as const;

/** limit: how many results a job may request. */
export const LIMITS = [100, 200, 300] as const;
export const DEFAULT_LIMIT = 100;

export const FIELDS_OF_STUDY = [
  'Computer Science',
  'Medicine',
  'Chemistry',
  'Biology',
  'Materials Science',
  'Physics',
  'Geology',
  'Psychology',
  'Art',
  'History',
  'Geography',
  'Sociology',
  'Business',
  'Political Science',
  'Economics',
  'Philosophy',
  'Mathematics',
  'Engineering',
  'Environmental Science',
  'Agricultural and Food Sciences',
  'Education',
  'Law',
  'Linguistics',
] as const;

export const QUARTILES = ['Q1', 'Q2', 'Q3', 'Q4'] as const;

export const PUBLICATION_TYPES = ['journal', 'book series', 'conference'] as const;

export const SORT_FIELDS = [
  'score',
  'citationCount',
  'influentialCitationCount',
  'quartileRanking',
  'referenceCount',
  'year',
] as const;

/** `desc` is documented; `asc` is our decision (contract, part C). */
export const SORT_DIRECTIONS = ['desc', 'asc'] as const;

/** One credit buys this many requested results. */
export const RESULTS_PER_CREDIT = 100;

/** A scraperKey needs at least this many credits at the scraping service. */
export const SCRAPER_CREDITS_NEEDED = 50;

/** How long clients may rely on a creation's key. Our own service keeps it as long as the job. */
export const KEY_DAYS = 30;
/** Maximum number of an account's keys that were closed before they had a job; the latest stay. */
export const MAX_CLOSED_KEYS = 10_000;

/** The service's documented pace. */
export const REQUESTS_PER_MINUTE = 10;

export type FieldOfStudy = (typeof FIELDS_OF_STUDY)[number];
export type Quartile = (typeof QUARTILES)[number];
export type SortField = (typeof SORT_FIELDS)[number];
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

/**
 * Maximum time in seconds that a call may wait for its job: hosts cut calls at 60 seconds, and the answer has to
 * travel, too.
 */
export const MAX_WAIT_SECONDS = 50;
