import * as z from 'zod';
import { parseSort } from '../../contract/filters.ts';
import { ruled } from '../../contract/invalid.ts';
import type { WirePaper } from '../../contract/paper.ts';
import { FIELDS_OF_STUDY, PUBLICATION_TYPES, QUARTILES, type SortField } from '../../contract/rules.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { MATCH_CLASSES } from '../relevance/match-classes.ts';
import { cleanText } from '../text.ts';
import { readQuartile } from '../vocabulary.ts';
import { type ChoosingFilter, type FilterValues, filterFieldsOf, verdictOf } from './filter-meaning.ts';

const year = z.int(ruled('a year as a whole number'));
const flag = z.boolean(ruled('true or false'));

function listOf<const T extends readonly [string, ...string[]]>(values: T) {
  const rule = `a list of ${values.join(', ')}`;
  return z.array(z.enum(values, ruled(rule)), ruled(rule)).min(1, ruled(rule));
}

/** Filters over the papers of a stored job; free, because nothing is asked of the service. */
export const whereSchema = z
  .strictObject({
    yearFrom: year,
    yearTo: year,
    minCitations: z.int(ruled('a whole number from 0')).min(0, ruled('a whole number from 0')),
    quartiles: listOf(QUARTILES),
    types: listOf(PUBLICATION_TYPES),
    // Advertised as plain texts: the names stand in the search tools already, and 330 characters are 80 tokens.
    fields: listOf(FIELDS_OF_STUDY).meta({ items: { type: 'string' } }),
    openAccess: flag,
    hasPdf: flag,
    hasAbstract: flag,
    retracted: flag,
    /** At least as good; resolved by the caller, because it takes what the paper's job asked. */
    match: z.enum(MATCH_CLASSES, ruled(`one of ${MATCH_CLASSES.join(', ')}`)).describe('at least'),
    text: z.string(ruled('a text')).trim().min(1, ruled('a text that is not blank')),
    /** Not the works that these jobs found; resolved by the caller, because it takes other jobs' papers. */
    notIn: z.array(z.string(ruled('a reference such as J12')), ruled('a list of references such as J12')).min(1),
  })
  .partial();

export type Where = z.output<typeof whereSchema>;

/** The conditions of `where`, each alone. */
export function conditionsOf(where: Where): { name: keyof Where; condition: Where }[] {
  const names = Object.keys(where) as (keyof Where)[];
  return names
    .filter((name) => where[name] !== undefined)
    .map((name) => ({ name, condition: { [name]: where[name] } }));
}

/**
 * Whether the paper meets every condition but `notIn` and `match`; a missing field meets none, except a PDF and an
 * abstract.
 */
export function meets(paper: WirePaper, where: Where): boolean {
  const { hasPdf, hasAbstract, retracted, text } = where;
  const values = filtersOf(where);
  const fields = filterFieldsOf(paper);
  return (
    (Object.keys(values) as ChoosingFilter[]).every((name) => verdictOf(fields, name, values) === 'met') &&
    (hasPdf === undefined || Boolean(paper.pdfLink || paper.downloadable) === hasPdf) &&
    (hasAbstract === undefined || Boolean(paper.abstract) === hasAbstract) &&
    (retracted === undefined || (paper.isRetracted === true) === retracted) &&
    (text === undefined || holdsWords(paper, text))
  );
}

/** The conditions that are filters of a search under other names. */
function filtersOf({ yearFrom, yearTo, minCitations, quartiles, types, fields, openAccess }: Where): FilterValues {
  const hasYear = yearFrom !== undefined || yearTo !== undefined;
  return omitUndefined({
    year: hasYear ? { from: yearFrom ?? Number.NEGATIVE_INFINITY, to: yearTo ?? Number.POSITIVE_INFINITY } : undefined,
    minCitationCount: minCitations,
    quartileRanking: quartiles,
    publicationTypes: types,
    fieldsOfStudy: fields,
    openAccessPdf: openAccess,
  });
}

/** Whether every word of `text` occurs in the paper's title, abstract, summary, authors or venue, in any case. */
function holdsWords(paper: WirePaper, text: string): boolean {
  const { title, abstract, tldr, authors, journalName, v_journal_name: venue } = paper;
  // Each by itself: of one text no more than so much is kept.
  const texts = [title, abstract, tldr, authors, journalName, venue].map((part) => cleanText(part ?? ''));
  const haystack = texts.join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

const SORT_KEY: Record<SortField, (paper: WirePaper) => number | undefined | null> = {
  score: (paper) => paper.score,
  citationCount: (paper) => paper.impactFactor?.citationCount,
  influentialCitationCount: (paper) => paper.impactFactor?.influentialCitationCount,
  referenceCount: (paper) => paper.impactFactor?.referenceCount,
  year: (paper) => paper.year,
  // Q1 is the best quartile, so that descending starts with it.
  quartileRanking: (paper) => {
    const quartile = readQuartile(paper.v_quartile_ranking);
    return quartile === undefined ? undefined : QUARTILES.length - QUARTILES.indexOf(quartile);
  },
};

/** The papers ordered by `field:direction`: absent values last in both directions, ties in the order given. */
export function sortPapers<T>(papers: readonly T[], sort: string, paperOf: (entry: T) => WirePaper): T[] {
  const { field, direction } = parseSort(sort);
  const key = SORT_KEY[field];
  const sign = direction === 'asc' ? 1 : -1;
  return papers
    .map((entry) => ({ entry, value: key(paperOf(entry)) ?? undefined }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined);
      return sign * (a.value - b.value);
    })
    .map(({ entry }) => entry);
}
