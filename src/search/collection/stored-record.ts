import type { Paper } from '../../papers/paper.ts';
import { CollectionError } from './collection-error.ts';

type Kind = 'text' | 'number' | 'flag' | 'texts' | 'object' | 'objects';

/** The form in which `documents.ts` stores each field. A missing entry is a type error. */
const KINDS: { [Name in keyof Paper]-?: Kind } = {
  key: 'text',
  title: 'text',
  abstract: 'text',
  summary: 'text',
  authors: 'texts',
  familyNames: 'object',
  year: 'number',
  publishedAt: 'text',
  venue: 'text',
  publisher: 'text',
  publisherPlace: 'text',
  edition: 'text',
  series: 'text',
  seriesNumber: 'text',
  volume: 'text',
  issue: 'text',
  pages: 'text',
  editors: 'texts',
  isbns: 'texts',
  language: 'text',
  country: 'text',
  quartile: 'text',
  quartileSource: 'text',
  quartileYear: 'number',
  publicationType: 'text',
  studyTypes: 'texts',
  fieldsOfStudy: 'texts',
  keywords: 'texts',
  notes: 'texts',
  databases: 'objects',
  citationCount: 'number',
  influentialCitationCount: 'number',
  referenceCount: 'number',
  isOpenAccess: 'flag',
  isPrePrint: 'flag',
  hasMoreAuthors: 'flag',
  downloadable: 'flag',
  doi: 'text',
  arxivId: 'text',
  pmid: 'text',
  pmcid: 'text',
  openAlexId: 'text',
  corpusId: 'text',
  issns: 'texts',
  isRetracted: 'flag',
  retraction: 'object',
  link: 'text',
  pdfLink: 'text',
  referencedWorks: 'texts',
  bibtex: 'object',
  foundIn: 'texts',
  provenance: 'object',
};
const ENTRIES = Object.entries(KINDS);
const NEEDED = ['key', 'title', 'authors', 'fieldsOfStudy', 'downloadable'] as const;

const CHECKS: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  number: Number.isFinite,
  flag: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  object: isObject,
  objects: (value) => Array.isArray(value) && value.every(isObject),
};

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The record as `documents.ts` wrote it; another program may have written something else. Its fields are validated but
 * not normalised: normalising a thousand records takes longer than the search. Throws a CollectionError.
 */
export function readRecord(value: unknown): Paper {
  if (!isObject(value)) throw noRecord();
  const record = value as Record<string, unknown>;
  const isRecord =
    NEEDED.every((name) => record[name] !== undefined) &&
    ENTRIES.every(([name, kind]) => record[name] === undefined || CHECKS[kind](record[name]));
  if (!isRecord) throw noRecord();
  return record as Paper;
}

function noRecord() {
  return new CollectionError('unreadable', 'foreign-record');
}
