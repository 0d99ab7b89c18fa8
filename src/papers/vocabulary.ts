import { FIELDS_OF_STUDY, type FieldOfStudy, QUARTILES, type Quartile } from '../contract/rules.ts';
import { cleanLine } from './text.ts';

const FIELD_BY_NAME = new Map<string, FieldOfStudy>(FIELDS_OF_STUDY.map((field) => [field.toLowerCase(), field]));

/** The field of study as the contract spells it, whatever the case; undefined when it is none of the 23. */
export function readFieldOfStudy(name: string): FieldOfStudy | undefined {
  return FIELD_BY_NAME.get(name.trim().toLowerCase());
}

/** How the usual sources (Crossref, OpenAlex, Semantic Scholar, BibTeX) name the three types of the contract. */
const PUBLICATION_TYPE_BY_NAME = new Map<string, string>(
  Object.entries({
    journal: 'journal',
    'journal article': 'journal',
    journalarticle: 'journal',
    article: 'journal',
    conference: 'conference',
    'conference paper': 'conference',
    'proceedings article': 'conference',
    proceedings: 'conference',
    inproceedings: 'conference',
    'book series': 'book series',
    'book chapter': 'book series',
    incollection: 'book series',
    inbook: 'book series',
  }),
);

/** The publication type as the contract spells it where it is one of the three, else the given word (preprint, book ...). */
export function readPublicationType(name: string | null | undefined): string | undefined {
  const plain = cleanLine(name ?? '')
    .toLowerCase()
    .replaceAll(/[-_]+/g, ' ')
    .trim();
  if (plain === '') return undefined;
  return PUBLICATION_TYPE_BY_NAME.get(plain) ?? plain;
}

/** Q1 to Q4, read from `Q1`, `q1` or `1`. */
export function readQuartile(text: string | null | undefined): Quartile | undefined {
  const plain = text?.trim().toUpperCase();
  return QUARTILES.find((quartile) => plain === quartile || plain === quartile[1]);
}
