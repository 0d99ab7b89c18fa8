import { SOURCE_NAMES } from '../contract/source-names.ts';
import type { WirePaper } from '../contract/wire-paper.ts';
import { asFields, asNumber } from '../lib/json.ts';
import { omitEmpty, omitUndefined } from '../lib/omit-undefined.ts';
import type { FoundPaper, SearchDetails } from './found-paper.ts';
import { doiLink, readLink } from './identifiers.ts';
import { normalisePaper, type Paper, type PaperInput } from './paper.ts';
import { readCitationLinks } from './references/citation-links.ts';
import { readRetraction } from './retraction/status.ts';
import { cleanLine, countRemoved } from './text.ts';

/** The only mapping between our paper and the contract's. A field of `Paper` without an entry is a type error. */
type Mapping = {
  [Name in keyof Required<Paper>]: {
    write: (paper: Paper) => Partial<WirePaper>;
    read: (wire: WirePaper) => Read<Name>;
  };
};

/** Fields of `PaperInput` are normalised after reading. The others are read in their final form. */
type Read<Name extends keyof Paper> = Name extends keyof PaperInput ? PaperInput[Name] : Paper[Name];

const MAPPING: Mapping = {
  key: { write: ({ key }) => ({ id: key }), read: ({ id }) => id },
  title: { write: ({ title }) => ({ title }), read: ({ title }) => title },
  abstract: { write: ({ abstract = null }) => ({ abstract }), read: ({ abstract }) => abstract },
  summary: { write: ({ summary = null }) => ({ tldr: summary }), read: ({ tldr }) => tldr },
  authors: {
    write: ({ authors }) => ({ authors: authors.join(', ') || null }),
    read: ({ authors }) => (authors ?? '').split(','),
  },
  familyNames: { write: ({ familyNames }) => ({ familyNames }), read: ({ familyNames }) => familyNames },
  year: { write: ({ year = null }) => ({ year }), read: ({ year }) => year },
  publishedAt: { write: ({ publishedAt = null }) => ({ publishedAt }), read: ({ publishedAt }) => publishedAt },
  venue: {
    write: ({ venue = null }) => ({ journalName: venue, v_journal_name: venue }),
    read: (wire) => cleanLine(wire.journalName || wire.v_journal_name || ''),
  },
  publisher: {
    write: ({ publisher = null }) => ({ v_publisher: publisher }),
    read: ({ v_publisher: publisher }) => publisher,
  },
  publisherPlace: {
    write: ({ publisherPlace }) => ({ publisherPlace }),
    read: ({ publisherPlace }) => publisherPlace,
  },
  volume: { write: ({ volume }) => ({ volume }), read: ({ volume }) => volume },
  issue: { write: ({ issue }) => ({ issue }), read: ({ issue }) => issue },
  pages: { write: ({ pages }) => ({ pages }), read: ({ pages }) => pages },
  editors: { write: ({ editors }) => ({ editors }), read: ({ editors }) => editors },
  isbns: { write: ({ isbns }) => ({ isbns }), read: ({ isbns }) => isbns },
  language: { write: ({ language }) => ({ language }), read: ({ language }) => language },
  country: { write: ({ country = null }) => ({ v_country: country }), read: ({ v_country: country }) => country },
  quartile: {
    write: ({ quartile = null }) => ({ v_quartile_ranking: quartile }),
    read: ({ v_quartile_ranking: quartile }) => quartile,
  },
  quartileSource: {
    write: ({ quartileSource }) => ({ quartileSource }),
    read: ({ quartileSource }) => quartileSource,
  },
  quartileYear: { write: ({ quartileYear }) => ({ quartileYear }), read: ({ quartileYear }) => quartileYear },
  publicationType: {
    write: ({ publicationType = null }) => ({ publicationType }),
    read: ({ publicationType }) => publicationType,
  },
  studyTypes: { write: ({ studyTypes }) => ({ studyTypes }), read: ({ studyTypes }) => studyTypes },
  fieldsOfStudy: { write: ({ fieldsOfStudy }) => ({ fieldsOfStudy }), read: ({ fieldsOfStudy }) => fieldsOfStudy },
  keywords: { write: ({ keywords }) => ({ keywords }), read: ({ keywords }) => keywords },
  notes: { write: ({ notes }) => ({ notes }), read: ({ notes }) => notes },
  databases: {
    write: ({ databases }) => ({ databases }),
    read: ({ databases }) => databases as PaperInput['databases'],
  },
  citationCount: impact('citationCount'),
  influentialCitationCount: impact('influentialCitationCount'),
  referenceCount: impact('referenceCount'),
  isOpenAccess: { write: ({ isOpenAccess }) => ({ isOpenAccess }), read: ({ isOpenAccess }) => isOpenAccess },
  isPrePrint: { write: ({ isPrePrint }) => ({ isPrePrint }), read: ({ isPrePrint }) => isPrePrint },
  downloadable: { write: ({ downloadable }) => ({ downloadable }), read: ({ downloadable }) => downloadable },
  doi: { write: ({ doi = null }) => ({ doi }), read: ({ doi }) => doi },
  arxivId: { write: ({ arxivId }) => ({ arxivId }), read: ({ arxivId }) => arxivId },
  pmid: { write: ({ pmid }) => ({ pmid }), read: ({ pmid }) => pmid },
  pmcid: { write: ({ pmcid }) => ({ pmcid }), read: ({ pmcid }) => pmcid },
  openAlexId: {
    write: ({ openAlexId }) => ({ openAlexId }),
    // Papers stored before the field existed have it as their id.
    read: ({ openAlexId, id }) => openAlexId || /^openalex:(W\d+)$/i.exec(id ?? '')?.[1],
  },
  corpusId: { write: ({ corpusId }) => ({ corpusId }), read: ({ corpusId }) => corpusId },
  issns: { write: ({ issns }) => ({ issns }), read: ({ issns }) => issns },
  isRetracted: { write: ({ isRetracted }) => ({ isRetracted }), read: ({ isRetracted }) => isRetracted },
  retraction: {
    write: ({ retraction }) => ({ retraction }),
    read: ({ retraction }) => readRetraction(retraction),
  },
  // The wire always has an address to open: the DOI's if there is no link.
  link: {
    write: ({ link, doi }) => ({ link: link ?? (doi && doiLink(doi)) }),
    read: ({ link, titleLink }) => readLink(link) ?? readLink(titleLink),
  },
  pdfLink: { write: ({ pdfLink }) => ({ pdfLink }), read: ({ pdfLink }) => pdfLink },
  referencedWorks: {
    write: ({ referencedWorks }) => ({ referencedWorks }),
    read: ({ referencedWorks }) => referencedWorks,
  },
  bibtex: { write: ({ bibtex }) => ({ bibtex }), read: ({ bibtex }) => bibtex as PaperInput['bibtex'] },
  foundIn: {
    write: ({ foundIn }) => ({ engine: foundIn?.join(',') || 'library' }),
    read: ({ engine }) => {
      const names = (engine ?? '').split(',').map(cleanLine);
      const sources = SOURCE_NAMES.filter((name) => names.includes(name));
      return sources.length > 0 ? sources : undefined;
    },
  },
  provenance: { write: ({ provenance }) => ({ provenance }), read: ({ provenance }) => provenance ?? undefined },
};

/** On the wire, counts are under `impactFactor`. */
function impact<Name extends 'citationCount' | 'influentialCitationCount' | 'referenceCount'>(name: Name) {
  return {
    write: (paper: Paper) => ({ impactFactor: { [name]: paper[name] } }),
    read: ({ impactFactor }: WirePaper) => impactFactor?.[name],
  };
}

const ENTRIES = Object.values(MAPPING);
const NAMES = Object.keys(MAPPING) as (keyof Paper)[];

/** The contract's fields that hold one of ours, each with path and value. */
export function toWireFields(name: keyof Paper, paper: Paper): { path: readonly string[]; value: unknown }[] {
  return Object.entries(MAPPING[name].write(paper)).flatMap(([wireField, value]) =>
    wireField === 'impactFactor'
      ? Object.entries(value as object).map(([count, each]) => ({ path: [wireField, count], value: each }))
      : [{ path: [wireField], value }],
  );
}

/** Converts a paper to the contract's form. `score` is null if it was not ranked. */
export function toWire(paper: FoundPaper): WirePaper {
  const { search: { score = null, id, engine, semanticLink, enriched, explanation, ledBy } = {} } = paper;
  const wire: WirePaper = { score, impactFactor: {} };
  for (const { write } of ENTRIES) {
    for (const [name, value] of Object.entries(write(paper))) {
      if (name === 'impactFactor') Object.assign(wire.impactFactor as object, omitUndefined(value as object));
      else if (value !== undefined) wire[name] = value;
    }
  }
  return Object.assign(wire, omitUndefined({ id, engine, semanticLink, enriched, explanation, ledBy }));
}

/** Reads a paper of the contract, normalised. Without a link of its own it gets the DOI's address. */
export function fromWire(wire: WirePaper): FoundPaper {
  const { id, engine, semanticLink } = wire;
  const enriched = readEntries(wire.enriched, isText);
  const removed = countRemovedCharacters(wire);
  const search: SearchDetails = {
    ...omitEmpty({
      id,
      engine: cleanLine(engine ?? ''),
      semanticLink: readLink(semanticLink),
      enriched,
      provenance: wire.provenance,
    }),
    ...readRank(wire),
    ...omitUndefined({ ledBy: readCitationLinks(wire.ledBy) }),
    ...(removed > 0 && { removedCharacters: removed }),
  };
  return { ...readRecord(wire), search };
}

/** The details that differ if several searches found one paper. */
export function readRank({ score, explanation }: WirePaper): Pick<SearchDetails, 'score' | 'explanation'> {
  return omitUndefined({ score: asNumber(score), explanation: readExplanation(explanation) });
}

function readRecord(wire: WirePaper): Paper {
  const input: PaperInput = Object.fromEntries(NAMES.map((name) => [name, MAPPING[name].read(wire)]));
  const paper = normalisePaper(input);
  const foundIn = MAPPING.foundIn.read(wire);
  const provenance = readProvenance(MAPPING.provenance.read(wire) ?? {}, paper);
  return { ...paper, ...(foundIn && { foundIn }), ...(provenance && { provenance }) };
}

/** How many hidden or control characters the texts contain. */
function countRemovedCharacters(paper: WirePaper): number {
  const { title, abstract, tldr, authors, id, publicationType, publishedAt, journalName, engine } = paper;
  const { v_journal_name: venue, v_publisher: publisher, v_country: country, v_quartile_ranking: quartile } = paper;
  const texts = [title, abstract, tldr, authors, id, publicationType, publishedAt, journalName, engine]
    .concat(venue, publisher, country, quartile)
    .concat(paper.fieldsOfStudy ?? [], paper.keywords ?? [], paper.notes ?? []);
  return texts.reduce((sum, text) => sum + countRemoved(text ?? ''), 0);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';

/** The similarity by embeddings and the sources' ranks, as the embedded service knew them. */
function readExplanation(value: unknown): SearchDetails['explanation'] {
  const { similarity, ranks } = asFields(value);
  const read = omitUndefined({
    similarity: isNumber(similarity) ? similarity : undefined,
    ranks: readEntries(ranks, isNumber),
  });
  return Object.keys(read).length > 0 ? read : undefined;
}

/** The entries of the wanted type; undefined if there are none. */
function readEntries<Value>(
  value: unknown,
  isWanted: (each: unknown) => each is Value,
): Record<string, Value> | undefined {
  const entries = Object.entries(asFields(value)).filter((entry): entry is [string, Value] => isWanted(entry[1]));
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
