import { readLink } from '../../identifiers.ts';
import type { PaperInput } from '../../paper.ts';

/** Entries that look right are taken, others are passed over: the record decides what is enough. */
type Fields = Record<string, unknown>;

/** Every field of a paper is named in what is read, or the types do not check. */
type Complete = { [Name in keyof Required<PaperInput>]: PaperInput[Name] };

/**
 * Paper facts out of one JSON object: our own record, the contract's paper, or the plain record of open collections
 * (`id, title, abstract, year, venue, doi, authors[], citationCount, fields[], publicationType, isOpenAccess`).
 */
export function factsFromJson(json: unknown): PaperInput | string {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'it is no JSON object';
  const record = json as Fields;
  const impact = isFields(record.impactFactor) ? record.impactFactor : {};
  const input: Complete = {
    key: text(record.key) ?? text(record.id),
    title: text(record.title),
    abstract: text(record.abstract),
    summary: text(record.summary) ?? text(record.tldr),
    authors: authors(record.authors),
    year: number(record.year),
    publishedAt: text(record.publishedAt),
    venue: text(record.venue) ?? text(record.journalName) ?? text(record.v_journal_name),
    publisher: text(record.publisher) ?? text(record.v_publisher),
    country: text(record.country) ?? text(record.v_country),
    quartile: text(record.quartile) ?? text(record.v_quartile_ranking),
    quartileSource: text(record.quartileSource),
    quartileYear: number(record.quartileYear),
    publicationType: text(record.publicationType),
    fieldsOfStudy: texts(record.fieldsOfStudy) ?? texts(record.fields),
    citationCount: number(record.citationCount) ?? number(impact.citationCount),
    influentialCitationCount: number(record.influentialCitationCount) ?? number(impact.influentialCitationCount),
    referenceCount: number(record.referenceCount) ?? number(impact.referenceCount),
    isOpenAccess: flag(record.isOpenAccess),
    isPrePrint: flag(record.isPrePrint),
    downloadable: flag(record.downloadable),
    doi: text(record.doi),
    arxivId: text(record.arxivId),
    pmid: text(record.pmid),
    pmcid: text(record.pmcid),
    openAlexId: text(record.openAlexId) ?? /^openalex:(W\d+)$/i.exec(text(record.id) ?? '')?.[1],
    corpusId: text(record.corpusId),
    issns: texts(record.issns) ?? texts([record.issn]),
    isRetracted: flag(record.isRetracted),
    link: [record.link, record.titleLink].map(text).find(readLink),
    pdfLink: text(record.pdfLink),
  };
  return input;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function number(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function texts(value: unknown): string[] | undefined {
  const found = Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  return found.length > 0 ? found : undefined;
}

/** A list of names, or the contract's one text of comma-separated names. */
function authors(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.split(',');
  return texts(value);
}
