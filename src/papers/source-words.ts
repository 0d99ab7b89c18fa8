import { FIELDS_OF_STUDY, type FieldOfStudy, PUBLICATION_TYPES, QUARTILES, type Quartile } from '../contract/rules.ts';
import { byWord } from '../lib/groups.ts';
import { cleanLine } from './text.ts';

/** How much of a paper an answer shows. */
export const VIEWS = ['compact', 'abstract', 'full'] as const;
export type View = (typeof VIEWS)[number];

const FIELD_BY_NAME = new Map<string, FieldOfStudy>(FIELDS_OF_STUDY.map((field) => [field.toLowerCase(), field]));

/** The field of study in the contract's spelling, from any case; undefined if it is not one of the 23. */
export function readFieldOfStudy(name: string): FieldOfStudy | undefined {
  return FIELD_BY_NAME.get(name.trim().toLowerCase());
}

/** The names that common sources (Crossref, OpenAlex, Semantic Scholar, BibTeX) use for the contract's three types. */
const PUBLICATION_TYPE_BY_NAME = byWord<string>(
  {
    journal: 'journal|journal article|journalarticle|article',
    conference: 'conference|conference paper|proceedings article|proceedings|inproceedings',
    'book series': 'book series|book chapter|book section|incollection|inbook',
  },
  '|',
);

/** Plural or more precise names in indexes (ERIC: `Reports - Research`), by their prefix. */
const PUBLICATION_TYPE_BY_PREFIX: readonly [prefix: RegExp, type: string][] = [
  [/^(?:journal|research) articles\b/, 'journal'],
  [/^(?:conference (?:papers|proceedings)|speeches\/meeting papers|collected works proceedings)\b/, 'conference'],
  [/^(?:book chapters|book sections)\b/, 'book series'],
  [/^(?:dissertations|theses|dissertations\/theses)\b/, 'dissertation'],
  [/^reports\b/, 'report'],
  [/^books\b/, 'book'],
  [/^preprints\b/, 'preprint'],
];

/** One of the contract's three publication types if possible, else the name itself (preprint, book ...). */
export function readPublicationType(name: string | null | undefined): string | undefined {
  const plain = cleanLine(name ?? '')
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
  if (plain === '') return undefined;
  const byPrefix = PUBLICATION_TYPE_BY_PREFIX.find(([prefix]) => prefix.test(plain));
  return PUBLICATION_TYPE_BY_NAME.get(plain) ?? byPrefix?.[1] ?? plain;
}

/** One of the contract's three publication types, by its own name. */
export function findPublicationType(name: string | undefined): string | undefined {
  return PUBLICATION_TYPES.find((type) => type === name);
}

/** The most specific of several types as Semantic Scholar names them: a review in a journal is marked as both. */
export function mostSpecificType(types: readonly string[]): string | undefined {
  const mainType = ['Conference', 'JournalArticle', 'BookSection', 'Book'].find((type) => types.includes(type));
  if (mainType === 'BookSection') return 'book chapter';
  // Splits joined words: `ClinicalTrial` becomes `clinical trial`.
  return (mainType ?? types[0])?.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
}

/** Whether a publication type is a thesis, including BibTeX's `phdthesis`. A synthesis is not. */
export function isThesisType(type: string | undefined): boolean {
  return /\b(?:(?:phd|masters|doctoral|bachelors)?thesis|dissertation)\b/.test(type ?? '');
}

/** Origins of quartiles: an imported SCImago file; earlier versions computed some from OpenAlex's statistics. */
const QUARTILE_SOURCES = ['scimago', 'openalex-computed'] as const;
export type QuartileSource = (typeof QUARTILE_SOURCES)[number];

/** A source of quartiles, with the year of its ranking if stated: `scimago`, `scimago 2024`. */
export function readQuartileSource(
  text: string | null | undefined,
): { source: QuartileSource; year?: number } | undefined {
  const [, name, year] = /^([a-z-]+)(?:\s+(\d{4}))?$/.exec(text?.trim().toLowerCase() ?? '') ?? [];
  const source = QUARTILE_SOURCES.find((each) => each === name);
  return source && { source, ...(year !== undefined && { year: Number(year) }) };
}

/** The source and year as one text; undefined if the source is unknown. */
export function quartileSourceName(source: QuartileSource | undefined, year: number | undefined): string | undefined {
  return source && (year === undefined ? source : `${source} ${year}`);
}

/** Q1 to Q4, read from `Q1`, `q1` or `1`. */
export function readQuartile(text: string | null | undefined): Quartile | undefined {
  const plain = text?.trim().toUpperCase();
  return QUARTILES.find((quartile) => plain === quartile || plain === quartile[1]);
}
