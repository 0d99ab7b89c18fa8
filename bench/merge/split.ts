import type { USUAL_SOURCES } from '../../src/contract/source-facts.ts';
import type { PaperInput } from '../../src/papers/paper.ts';
import { wholeNames } from '../../test/helpers/whole-names.ts';
import type { Original } from './originals.ts';
import type { Random } from './random.ts';
import { variedDoi, variedName, variedTitle } from './vary.ts';

/** The sources that have records of an original. */
type UsualSource = (typeof USUAL_SOURCES)[number];

export type SplitRecord = { original: number; source: UsualSource; facts: PaperInput };

/** How often a source has a work, and each of its fields. */
type Habits = {
  has: (facts: PaperInput) => number;
  keeps: Partial<Record<keyof PaperInput, number>>;
  /** How often it abbreviates given names. */
  initials: number;
};

const COMMON = { title: 1, authors: 0.95, year: 0.95, venue: 0.8, publicationType: 0.8 };

const HABITS: Record<UsualSource, Habits> = {
  openalex: {
    has: () => 0.9,
    keeps: {
      ...COMMON,
      openAlexId: 1,
      doi: 0.85,
      pmid: 0.7,
      abstract: 0.7,
      citationCount: 0.9,
      isOpenAccess: 1,
      fieldsOfStudy: 0.9,
    },
    initials: 0.1,
  },
  crossref: {
    has: ({ doi }) => (doi == null ? 0 : 0.8),
    keeps: { ...COMMON, doi: 1, abstract: 0.25, citationCount: 0.9 },
    initials: 0.3,
  },
  europepmc: {
    has: ({ pmid }) => (pmid == null ? 0 : 0.85),
    keeps: { ...COMMON, pmid: 1, doi: 0.8, abstract: 0.9, citationCount: 0.7, isOpenAccess: 0.9 },
    initials: 0.6,
  },
  arxiv: {
    has: ({ arxivId }) => (arxivId == null ? 0 : 0.95),
    keeps: { ...COMMON, authors: 1, year: 1, arxivId: 1, doi: 0.4, abstract: 1, fieldsOfStudy: 1 },
    initials: 0,
  },
  semanticscholar: {
    has: () => 0.75,
    keeps: {
      ...COMMON,
      corpusId: 1,
      doi: 0.75,
      pmid: 0.6,
      arxivId: 0.7,
      abstract: 0.6,
      citationCount: 0.8,
      fieldsOfStudy: 0.8,
    },
    initials: 0.4,
  },
};

const WRONG_YEAR = 0.06;
const VARIED_TITLE = 0.5;
const CUT_ABSTRACT = 0.15;
/** OpenAlex has some preprints under arXiv's own DOI, and links to arXiv from others. */
const ARXIV_DOI = 0.4;
const ARXIV_LINK = 0.4;

/**
 * The records of a work in the sources that have it, at least one. One of them has the title and the whole abstract,
 * which a text search needs, often in that source's spelling.
 */
export function split(original: Original, place: number, random: Random): SplitRecord[] {
  const { facts } = original;
  const names = Object.keys(HABITS) as UsualSource[];
  const having = names.filter((name) => random.chance(HABITS[name].has(facts)));
  const sources: [UsualSource, ...UsualSource[]] = having.length > 0 ? (having as [UsualSource]) : ['openalex'];
  const keeper = random.pick(sources);
  return sources.map((source) => ({
    original: place,
    source,
    facts: asToldBy(source, facts, source === keeper, random),
  }));
}

function asToldBy(source: UsualSource, facts: Original['facts'], keepsText: boolean, random: Random): PaperInput {
  const { keeps, initials } = HABITS[source];
  const told: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(facts)) {
    const often = keeps[name as keyof PaperInput] ?? 0;
    const needed = (name === 'abstract' && keepsText) || (name === 'doi' && facts.title === '');
    if (needed || random.chance(often)) told[name] = value;
  }
  const record = told as PaperInput;
  if (random.chance(VARIED_TITLE)) record.title = variedTitle(facts.title, random);
  if (record.doi) record.doi = variedDoi(record.doi, random);
  if (record.authors && random.chance(initials))
    record.authors = wholeNames(facts.authors).map((name) => variedName(name, random));
  if (record.year && random.chance(WRONG_YEAR)) record.year += random.chance(0.5) ? 1 : -1;
  if (record.abstract && !keepsText && random.chance(CUT_ABSTRACT)) {
    record.abstract = `${record.abstract.slice(0, 100 + Math.floor(random.next() * 200))}...`;
  }
  if (facts.arxivId) tellOfPreprint(source, record, facts, random);
  return record;
}

/**
 * For a work on arXiv that was published with a DOI, arXiv has the preprint and Crossref the published version; the
 * others have either.
 */
function tellOfPreprint(source: UsualSource, record: PaperInput, facts: Original['facts'], random: Random): void {
  const number = facts.arxivId ?? '';
  const isPreprint = source === 'arxiv' || facts.doi == null || (source !== 'crossref' && !record.doi);
  record.isPrePrint = isPreprint;
  record.publicationType = isPreprint ? 'preprint' : 'journal-article';
  if (!isPreprint) record.venue = 'Journal of the Bench';
  if (record.arxivId) record.arxivId = `${number}v${1 + Math.floor(random.next() * 4)}`;
  if (source === 'openalex' && isPreprint && random.chance(ARXIV_DOI))
    record.doi = `https://doi.org/10.48550/arXiv.${number}`;
  if (source === 'openalex' && random.chance(ARXIV_LINK)) record.pdfLink = `https://arxiv.org/pdf/${number}`;
}
