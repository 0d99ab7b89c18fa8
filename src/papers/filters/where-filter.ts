import { CHOOSING_FILTERS, type ChoosingFilter, filterRow, parseSort } from '../../contract/filter-table.ts';
import type { Filters } from '../../contract/filters.ts';
import { QUARTILES, type SortField } from '../../contract/rules.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { onceInARow, oncePer } from '../../lib/once.ts';
import { detectDesigns } from '../design/design.ts';
import type { Design } from '../design/designs.ts';
import type { FoundPaper } from '../found-paper.ts';
import { isSameVenue } from '../journals/venue-names.ts';
import { isSameLanguage } from '../language.ts';
import type { Paper } from '../paper.ts';
import { testAuthor } from '../references/name-of-author.ts';
import { verdictOnRetraction } from '../retraction/status.ts';
import {
  type FilterValues,
  judgeFilter,
  toFilterFields,
  toFilterValues,
  usedFilters,
  type Verdict,
} from './filter-meaning.ts';
import { meetsTextCondition, readTextCondition, searchedWords } from './text-condition.ts';
import type { Where } from './where.ts';

/** Fields that conditions read and papers may lack, worded for a note: `43 have no year`. */
const OWN_FACTS = {
  venue: 'venue',
  language: 'known language',
  author: 'author',
  design: 'clear design',
  citedWithin: 'known citations within the job',
  retracted: 'known retraction status',
  decision: 'place in a review',
};

/** Conditions are parsed once for all papers. */
const textCondition = onceInARow(readTextCondition);
const venueCondition = onceInARow(readTextCondition);
const authorCondition = onceInARow(readAuthorCondition);

/** A longer condition is not the name of a venue. */
const MAX_VENUE_CHARACTERS = 500;

/** Facts about a paper from outside its record. */
type Beside = {
  /** How many papers of its job cite it. */
  citedWithin?: number;
  /** Its full text, if stored: `text` also searches it. */
  body?: (() => string | undefined) | undefined;
  /** The decision of its job's review, or with `by` the suggestion there; undefined if there is no review. */
  decision?: string;
};

/**
 * Judges a paper by `where` (except `notIn`, `inLibrary` and `match`), and names the fields that it lacks. A missing
 * abstract is a known fact.
 */
export function checkWhere(
  paper: Paper,
  where: Where,
  { citedWithin, body, decision }: Beside = {},
): { verdict: Verdict; lacking: string[] } {
  const searchFilters = CHOOSING_FILTERS.map((name) => [name, filterRow(name).where.read(where)]);
  const values = omitUndefined(Object.fromEntries(searchFilters)) as FilterValues;
  const fields = toFilterFields(paper);
  const verdicts = (Object.keys(values) as ChoosingFilter[]).map((name): [fact: string, verdict: Verdict] => [
    filterRow(name).fact,
    judgeFilter(fields, name, values),
  ]);
  if (where.design !== undefined) verdicts.push([OWN_FACTS.design, designVerdict(paper, where.design)]);
  if (where.venue !== undefined) verdicts.push([OWN_FACTS.venue, venueVerdict(paper, where.venue)]);
  if (where.author !== undefined) verdicts.push([OWN_FACTS.author, authorVerdict(paper, where.author)]);
  if (where.language !== undefined) verdicts.push([OWN_FACTS.language, languageVerdict(paper, where.language)]);
  if (where.citedWithin !== undefined) {
    const isMet = citedWithin === undefined ? 'unknown' : citedWithin >= where.citedWithin ? 'met' : 'unmet';
    verdicts.push([OWN_FACTS.citedWithin, isMet]);
  }
  if (asksForDecision(where)) {
    const isMet = where.decision === undefined ? decision !== 'none' : decision === where.decision;
    verdicts.push([OWN_FACTS.decision, decision === undefined ? 'unknown' : isMet ? 'met' : 'unmet']);
  }
  if (where.retracted !== undefined) verdicts.push([OWN_FACTS.retracted, retractionVerdict(paper, where.retracted)]);
  if (verdicts.some(([, verdict]) => verdict === 'unmet') || !meetsPlainConditions(paper, where, body))
    return { verdict: 'unmet', lacking: [] };
  const lacking = verdicts.filter(([, verdict]) => verdict === 'unknown').map(([fact]) => fact);
  return { verdict: lacking.length > 0 ? 'unknown' : 'met', lacking };
}

/** Whether the conditions need the decisions of reviews. */
export function asksForDecision({ decision, by }: { decision?: unknown; by?: unknown }): boolean {
  return decision !== undefined || by !== undefined;
}

/** Whether the paper certainly meets every condition except `notIn`, `inLibrary` and `match`. */
export function meets(paper: Paper, where: Where): boolean {
  return checkWhere(paper, where).verdict === 'met';
}

/** The conditions that are never unknown. */
function meetsPlainConditions(paper: Paper, { hasAbstract, text }: Where, body: Beside['body']): boolean {
  return (
    (hasAbstract === undefined || Boolean(paper.abstract) === hasAbstract) &&
    (text === undefined || meetsTextCondition(textCondition(text), wordsOf(paper), body))
  );
}

/** Cached, because an answer asks each paper about a condition, its parts and the rest without each part. */
const wordsOf = oncePer(({ title, abstract, summary, authors, venue, keywords = [] }: Paper) =>
  searchedWords([title, abstract, summary, authors.join(', '), venue, ...keywords]),
);

function venueVerdict(paper: Paper, condition: string): Verdict {
  const { venue } = paper;
  if (venue === undefined) return 'unknown';
  const isName = condition.length <= MAX_VENUE_CHARACTERS && venue.length <= MAX_VENUE_CHARACTERS;
  const isMet =
    meetsTextCondition(venueCondition(condition), searchedWords([venue])) || (isName && isSameVenue(condition, venue));
  return isMet ? 'met' : 'unmet';
}

function languageVerdict({ language }: Paper, condition: string): Verdict {
  if (language === undefined) return 'unknown';
  return isSameLanguage(language, condition) ? 'met' : 'unmet';
}

function authorVerdict(paper: Paper, condition: string): Verdict {
  if (paper.authors.length === 0) return 'unknown';
  return meetsAuthorCondition(authorCondition(condition), paper) ? 'met' : 'unmet';
}

/** `unknown` selects papers of unknown status. Otherwise such a paper matches neither value. */
function retractionVerdict(paper: Paper, condition: boolean | 'unknown'): Verdict {
  const verdict = verdictOnRetraction(paper);
  if (condition === 'unknown') return verdict === 'unknown' ? 'met' : 'unmet';
  if (verdict === 'unknown') return 'unknown';
  return (verdict === 'yes') === condition ? 'met' : 'unmet';
}

function designVerdict(paper: Paper, condition: readonly Design[]): Verdict {
  const designs = detectDesigns(paper);
  if (designs.length === 0) return 'unknown';
  return condition.some((design) => designs.includes(design)) ? 'met' : 'unmet';
}

/** Turns a search's filters into conditions on stored papers. */
export function toWhere(filters: Filters): Where {
  const values = toFilterValues(filters);
  const parts = usedFilters(filters).map((name) => filterRow(name).where.write(values[name] as never));
  return Object.assign({}, ...parts) as Where;
}

const SORT_KEY: Record<SortField, (paper: FoundPaper) => number | undefined> = {
  score: (paper) => paper.search?.score,
  citationCount: (paper) => paper.citationCount,
  influentialCitationCount: (paper) => paper.influentialCitationCount,
  referenceCount: (paper) => paper.referenceCount,
  year: (paper) => paper.year,
  // Q1 is the best quartile, so descending order starts with it.
  quartileRanking: (paper) => {
    const rank = QUARTILES.indexOf(paper.quartile as (typeof QUARTILES)[number]);
    return rank < 0 ? undefined : QUARTILES.length - rank;
  },
};

/**
 * Sorts papers by `field:direction`: absent values last in both directions, ties in the given order. `citedWithin`
 * counts the papers of an entry's job that cite it.
 */
export function sortPapers<T>(
  papers: readonly T[],
  sort: string,
  paperOf: (entry: T) => FoundPaper,
  citedWithin: (entry: T) => number | undefined = () => undefined,
): T[] {
  const readValue = sortValue(sort, paperOf, citedWithin);
  const sign = parseSort(sort).direction === 'asc' ? 1 : -1;
  return papers
    .map((entry) => ({ entry, value: readValue(entry) }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined);
      return sign * (a.value - b.value);
    })
    .map(({ entry }) => entry);
}

/** The value that a paper is sorted by; undefined if unknown. */
export function sortValue<T>(
  sort: string,
  paperOf: (entry: T) => FoundPaper,
  citedWithin: (entry: T) => number | undefined = () => undefined,
): (entry: T) => number | undefined {
  const { field } = parseSort<SortField | 'citedWithin'>(sort);
  return field === 'citedWithin' ? citedWithin : (entry) => SORT_KEY[field](paperOf(entry));
}

/** A condition on authors (`where.author`): names as in a look-up, OR between two of them, - before an excluded one. */
type AuthorCondition = { people: ReturnType<typeof testAuthor>[]; isNegated: boolean }[];

/** Parses a condition; empty if the text has no name. */
function readAuthorCondition(text: string): AuthorCondition {
  return text
    .replaceAll(/["()]/g, ' ')
    .split(/(?:^|\s)(?=-\S)/)
    .map((clause) => ({ names: clause.replace(/^-/, '').split(/\sOR\s/), isNegated: clause.startsWith('-') }))
    .map(({ names, isNegated }) => ({
      people: names.filter((name) => /[\p{L}\p{M}\p{N}]/u.test(name)).map(testAuthor),
      isNegated,
    }))
    .filter(({ people }) => people.length > 0);
}

/** Whether a paper of these authors meets every clause. */
function meetsAuthorCondition(
  condition: AuthorCondition,
  { authors, familyNames }: Pick<Paper, 'authors' | 'familyNames'>,
): boolean {
  const isBy = (isPerson: ReturnType<typeof testAuthor>) => authors.some((name) => isPerson(name, familyNames));
  return condition.every(({ people, isNegated }) => people.some(isBy) !== isNegated);
}
