import type { Filters } from '../../../../src/contract/filters.ts';
import type { RequestBody } from '../../../../src/contract/requests.ts';
import {
  FIELDS_OF_STUDY,
  PUBLICATION_TYPES,
  QUARTILES,
  SORT_DIRECTIONS,
  SORT_FIELDS,
} from '../../../../src/contract/rules.ts';
import type { IndexedPaper } from '../../../../src/library/engine/index/index-reader.ts';
import type { FoundPaper } from '../../../../src/papers/found-paper.ts';

/**
 * Few words, so that papers share them: stop words, compounds, Greek, accents, numbers, scripts without spaces, marks
 * of HTML and LaTeX.
 */
const WORDS =
  'the of and study results owl owls reading glasses night vision trial trials beta-blocker TNF-α COVID-19 state-of-the-art 0.05 1,000 x a-a naïve Müller’s CO<sub>2</sub> $\\alpha$ &eacute;tude 機械学習 深層 学 データ หมวก 한국어 𐐨𐐩 ﬁnding randomised randomized controlled effects effective effect λ δίκτυο e2e'.split(
    ' ',
  );
const TYPES = [...PUBLICATION_TYPES, 'preprint'];
/** More than are indexed of one paper. */
const TOO_MANY_WORDS = 20_100;

export type Random = () => number;

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** 0 up to `most`, both inclusive. */
export function upTo(random: Random, most: number): number {
  return Math.floor(random() * (most + 1));
}

function maybe<T>(random: Random, value: T): T | undefined {
  return random() < 0.6 ? value : undefined;
}

function text(random: Random, mostWords: number): string {
  if (random() < 0.15) return '';
  return Array.from({ length: upTo(random, mostWords) }, () => pick(random, WORDS)).join(
    pick(random, [' ', ' ', ', ', '-']),
  );
}

export function randomPaper(random: Random, id: number): IndexedPaper {
  const isLong = random() < 0.0005;
  return {
    id,
    title: text(random, 8),
    abstract: isLong ? `${'owls '.repeat(TOO_MANY_WORDS - upTo(random, 200))} trials` : text(random, 30),
    summary: text(random, 5),
    fullText: maybe(random, text(random, 20)),
    year: maybe(random, 1990 + upTo(random, 5)),
    citations: maybe(random, upTo(random, 4)),
    influentialCitations: maybe(random, upTo(random, 4)),
    references: maybe(random, upTo(random, 4)),
    publicationType: maybe(random, pick(random, TYPES)),
    fieldBits: random() < 0.3 ? 0 : 1 << upTo(random, FIELDS_OF_STUDY.length - 1),
    quartile: maybe(random, 1 + upTo(random, 3)),
    isOpenAccess: maybe(random, random() < 0.5),
    isDownloadable: random() < 0.5,
  };
}

export function randomBody(random: Random): RequestBody {
  const keyword = () => text(random, 4) || pick(random, WORDS);
  const keywords = Array.from({ length: 1 + upTo(random, 4) }, keyword);
  const query = Array.from({ length: 1 + upTo(random, 40) }, () => pick(random, WORDS)).join(' ');
  return pick<RequestBody>(random, [{ keywords }, { query }, { keywords, query }]);
}

/** Any filters; the limit may be one that no request has, because few papers are there. */
export function randomFilters(random: Random): Filters {
  const some = <T>(list: readonly T[]): T[] => Array.from({ length: 1 + upTo(random, 2) }, () => pick(random, list));
  const given = (): boolean => random() < 0.15;
  const from = 1989 + upTo(random, 7);
  return {
    limit: pick(random, [1, 3, 7, 100, 300]) as Filters['limit'],
    ...(given() && { year: random() < 0.5 ? `${from}` : `${from}:${from + upTo(random, 3)}` }),
    ...(given() && { minCitationCount: upTo(random, 4) }),
    ...(given() && { fieldsOfStudy: [...some(FIELDS_OF_STUDY), ...some(FIELDS_OF_STUDY), ...some(FIELDS_OF_STUDY)] }),
    ...(given() && { openAccessPdf: random() < 0.5 }),
    ...(given() && { downloadable: random() < 0.5 }),
    ...(given() && { quartileRanking: some(QUARTILES) }),
    ...(given() && { publicationTypes: some(PUBLICATION_TYPES) }),
    ...(given() && { sort: `${pick(random, SORT_FIELDS)}:${pick(random, SORT_DIRECTIONS)}` }),
  };
}

/** The paper as an answer shows it, with what a sort looks at. */
export function toAnswer(paper: IndexedPaper, score: number): FoundPaper {
  const { id, title, year, citations, influentialCitations, references, quartile } = paper;
  return {
    key: String(id),
    title,
    authors: [],
    fieldsOfStudy: [],
    downloadable: paper.isDownloadable,
    ...(year !== undefined && { year }),
    ...(citations !== undefined && { citationCount: citations }),
    ...(influentialCitations !== undefined && { influentialCitationCount: influentialCitations }),
    ...(references !== undefined && { referenceCount: references }),
    ...(quartile !== undefined && { quartile: QUARTILES[quartile - 1] as string }),
    search: { score },
  };
}
