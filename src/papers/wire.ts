import { SOURCE_NAMES } from '../contract/source-names.ts';
import { type WirePaper, wirePaperSchema } from '../contract/wire-paper.ts';
import { asFields, asNumber, asText, type Fields } from '../lib/json.ts';
import { omitEmpty, omitUndefined } from '../lib/omit-undefined.ts';
import type { FoundPaper, SearchDetails } from './found-paper.ts';
import { doiLink, readLink } from './identifiers.ts';
import { type FieldProvenance, normalisePaper, type Paper, type PaperInput } from './paper.ts';
import { readReceived } from './received-paper.ts';
import { readCitationLinks } from './references/citation-links.ts';
import { cleanLine, countRemoved } from './text.ts';

/**
 * Converts our papers to the contract's form; `received-paper.ts` reads that form and others. A field of `Paper`
 * without an entry is a type error.
 */
type Writers = { [Name in keyof Required<Paper>]: (paper: Paper) => Partial<WirePaper> };

const WRITERS: Writers = {
  key: ({ key }) => ({ id: key }),
  title: ({ title }) => ({ title }),
  abstract: ({ abstract = null }) => ({ abstract }),
  summary: ({ summary = null }) => ({ tldr: summary }),
  // Names of organisations may contain commas.
  authors: ({ authors }) => {
    const hasComma = authors.some((name) => name.includes(','));
    return { authors: (hasComma ? authors.map((name) => `${name};`).join(' ') : authors.join(', ')) || null };
  },
  hasMoreAuthors: ({ hasMoreAuthors }) => ({ hasMoreAuthors }),
  familyNames: ({ familyNames }) => ({ familyNames }),
  year: ({ year = null }) => ({ year }),
  publishedAt: ({ publishedAt = null }) => ({ publishedAt }),
  venue: ({ venue = null }) => ({ journalName: venue, v_journal_name: venue }),
  publisher: ({ publisher = null }) => ({ v_publisher: publisher }),
  publisherPlace: ({ publisherPlace }) => ({ publisherPlace }),
  edition: ({ edition }) => ({ edition }),
  series: ({ series }) => ({ series }),
  seriesNumber: ({ seriesNumber }) => ({ seriesNumber }),
  volume: ({ volume }) => ({ volume }),
  issue: ({ issue }) => ({ issue }),
  pages: ({ pages }) => ({ pages }),
  editors: ({ editors }) => ({ editors }),
  isbns: ({ isbns }) => ({ isbns }),
  language: ({ language }) => ({ language }),
  country: ({ country = null }) => ({ v_country: country }),
  quartile: ({ quartile = null }) => ({ v_quartile_ranking: quartile }),
  quartileSource: ({ quartileSource }) => ({ quartileSource }),
  quartileYear: ({ quartileYear }) => ({ quartileYear }),
  publicationType: ({ publicationType = null }) => ({ publicationType }),
  studyTypes: ({ studyTypes }) => ({ studyTypes }),
  fieldsOfStudy: ({ fieldsOfStudy }) => ({ fieldsOfStudy }),
  keywords: ({ keywords }) => ({ keywords }),
  notes: ({ notes }) => ({ notes }),
  databases: ({ databases }) => ({ databases }),
  citationCount: impact('citationCount'),
  influentialCitationCount: impact('influentialCitationCount'),
  referenceCount: impact('referenceCount'),
  isOpenAccess: ({ isOpenAccess }) => ({ isOpenAccess }),
  isPrePrint: ({ isPrePrint }) => ({ isPrePrint }),
  downloadable: ({ downloadable }) => ({ downloadable }),
  doi: ({ doi = null }) => ({ doi }),
  arxivId: ({ arxivId }) => ({ arxivId }),
  pmid: ({ pmid }) => ({ pmid }),
  pmcid: ({ pmcid }) => ({ pmcid }),
  openAlexId: ({ openAlexId }) => ({ openAlexId }),
  corpusId: ({ corpusId }) => ({ corpusId }),
  issns: ({ issns }) => ({ issns }),
  isRetracted: ({ isRetracted }) => ({ isRetracted }),
  retraction: ({ retraction }) => ({ retraction }),
  // On the wire there is always a link: the DOI's if there is no other.
  link: ({ link, doi }) => ({ link: link ?? (doi && doiLink(doi)) }),
  pdfLink: ({ pdfLink }) => ({ pdfLink }),
  referencedWorks: ({ referencedWorks }) => ({ referencedWorks }),
  bibtex: ({ bibtex }) => ({ bibtex }),
  foundIn: ({ foundIn }) => ({ engine: foundIn?.join(',') || 'library' }),
  provenance: ({ provenance }) => ({ provenance }),
};

/** On the wire, counts are under `impactFactor`. */
function impact<Name extends 'citationCount' | 'influentialCitationCount' | 'referenceCount'>(name: Name) {
  return (paper: Paper) => ({ impactFactor: { [name]: paper[name] } });
}

/** The contract's fields that represent one of ours, each with path and value. */
export function toWireFields(name: keyof Paper, paper: Paper): { path: readonly string[]; value: unknown }[] {
  return Object.entries(WRITERS[name](paper)).flatMap(([wireField, value]) =>
    wireField === 'impactFactor'
      ? Object.entries(value as object).map(([count, each]) => ({ path: [wireField, count], value: each }))
      : [{ path: [wireField], value }],
  );
}

/** Converts a paper to the contract's form. `score` is null if it was not ranked. */
export function toWire(paper: FoundPaper): WirePaper {
  const { search: { score = null, id, engine, semanticLink, enriched, explanation, ledBy } = {} } = paper;
  const wire: WirePaper = { score, impactFactor: {} };
  for (const write of Object.values(WRITERS)) {
    for (const [name, value] of Object.entries(write(paper))) {
      if (name === 'impactFactor') Object.assign(wire.impactFactor as object, omitUndefined(value as object));
      else if (value !== undefined) wire[name] = value;
    }
  }
  return Object.assign(wire, omitUndefined({ id, engine, semanticLink, enriched, explanation, ledBy }));
}

/** Reads a paper in the contract's form or any other, normalised. Without a link of its own it gets the DOI's. */
export function fromWire(received: Fields): FoundPaper {
  const { input, id, score } = readReceived(received);
  const { engine, semanticLink, provenance } = received;
  const removed = countRemovedCharacters(received);
  const search: SearchDetails = {
    ...omitEmpty({
      id,
      engine: cleanLine(asText(engine) ?? ''),
      semanticLink: readLink(asText(semanticLink)),
      enriched: readEntries(received.enriched, isText),
      provenance: provenance == null ? undefined : (readEntries(provenance, isProvenance) ?? {}),
      score,
    }),
    ...readRank(received),
    ...omitUndefined({ ledBy: readCitationLinks(received.ledBy) }),
    ...(removed > 0 && { removedCharacters: removed }),
  };
  return { ...readRecord(input, received), search };
}

/** The details that differ if several searches found the same paper. */
export function readRank({ score, explanation }: Fields): Pick<SearchDetails, 'score' | 'explanation'> {
  return omitUndefined({ score: asNumber(score), explanation: readExplanation(explanation) });
}

/**
 * A received paper in the contract's form: its own fields, and contract fields that it has under other names or in
 * other types.
 */
export function toContractForm(received: Fields): WirePaper {
  const inContractForm = wirePaperSchema.parse(received);
  const paper = fromWire(received);
  const { impactFactor, ...understood } = toWire(paper);
  const added = Object.entries(understood).filter(
    ([name, value]) =>
      value != null && inContractForm[name] == null && !ALWAYS_WRITTEN.has(name) && (name !== 'link' || paper.link),
  );
  const counts = { ...impactFactor, ...omitEmpty(asFields(inContractForm.impactFactor)) };
  // A DOI's URL is the DOI in another spelling.
  const doi = understood.doi ?? inContractForm.doi;
  return {
    ...inContractForm,
    ...(doi !== undefined && { doi }),
    ...Object.fromEntries(added),
    ...(Object.keys(counts).length > 0 && { impactFactor: counts }),
  };
}

/** Fields that `toWire` writes for every paper. */
const ALWAYS_WRITTEN = new Set(['engine', 'downloadable', 'v_journal_name', 'score']);

function readRecord(input: PaperInput, { engine, provenance: received }: Fields): Paper {
  const paper = normalisePaper(input);
  const foundIn = readFoundIn(asText(engine));
  const provenance = readProvenance(readEntries(received, isProvenance) ?? {}, paper);
  return { ...paper, ...(foundIn && { foundIn }), ...(provenance && { provenance }) };
}

function readFoundIn(engine: string | undefined): Paper['foundIn'] {
  const names = (engine ?? '').split(',').map(cleanLine);
  const sources = SOURCE_NAMES.filter((name) => names.includes(name));
  return sources.length > 0 ? sources : undefined;
}

/** Fields that are not texts: links, identifiers and additions of our own service. */
const NO_TEXTS = /(?:link|url|pdf|doi|provenance|ledby|bibtex|familynames|referencedworks|explanation)$/i;
const MAX_TEXT_LEVELS = 4;

/** How many hidden or control characters the received texts have, before any reader cleaned them. */
function countRemovedCharacters(value: unknown, levels = MAX_TEXT_LEVELS): number {
  if (typeof value === 'string') return countRemoved(value);
  if (typeof value !== 'object' || value === null || levels === 0) return 0;
  return Object.entries(value).reduce(
    (sum, [name, part]) => (NO_TEXTS.test(name) ? sum : sum + countRemovedCharacters(part, levels - 1)),
    0,
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isProvenance = (value: unknown): value is FieldProvenance =>
  isText(asFields(value).from) && isText(asFields(value).on);

/** The similarity by embeddings and the sources' ranks, as recorded by the embedded service. */
function readExplanation(value: unknown): SearchDetails['explanation'] {
  const { similarity, ranks } = asFields(value);
  const read = omitUndefined({
    similarity: isNumber(similarity) ? similarity : undefined,
    ranks: readEntries(ranks, isNumber),
  });
  return Object.keys(read).length > 0 ? read : undefined;
}

/** The entries of the expected type; undefined if there are none. */
function readEntries<Value>(
  value: unknown,
  hasType: (each: unknown) => each is Value,
): Record<string, Value> | undefined {
  const entries = Object.entries(asFields(value)).filter((entry): entry is [string, Value] => hasType(entry[1]));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Entries for existing fields, from known sources, with a day such as `2026-11-20`. */
function readProvenance(provenance: NonNullable<Paper['provenance']>, paper: Paper): Paper['provenance'] {
  const entries = Object.entries(provenance).filter(
    ([name, { from, on }]) =>
      Object.hasOwn(paper, name) && SOURCE_NAMES.some((source) => source === from) && /^\d{4}-\d{2}-\d{2}$/.test(on),
  );
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([name, { from, on }]) => [name, { from, on }]));
}
