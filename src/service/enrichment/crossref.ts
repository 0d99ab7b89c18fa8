import { readDoi } from '../../papers/identifiers.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../scraping/json.ts';
import type { FoundWork, SourceDescription } from './source.ts';

/** Crossref: one work by its DOI for each request. */

const PUBLIC_API = 'https://api.crossref.org';
/** Its limits for single works are 5 a second, 10 for callers with a contact address; this stays below. */
const PACE_MS = { anonymous: 250, known: 125 };
/** Registered elsewhere (DataCite): arXiv, Zenodo, Figshare. */
const ELSEWHERE = /^10\.(?:48550|5281|6084)\//;

type Options = {
  baseUrls?: { crossref?: string };
  contactEmail?: string;
  userAgent?: string;
};

export function crossref({ baseUrls, contactEmail, userAgent }: Options): SourceDescription {
  const base = (baseUrls?.crossref ?? PUBLIC_API).replace(/\/+$/, '');
  const contact = contactEmail === undefined ? '' : `?${new URLSearchParams({ mailto: contactEmail })}`;
  const headers = { Accept: 'application/json', ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }) };
  return {
    title: 'Crossref',
    knows: [
      ...(['abstract', 'isOpenAccess', 'pdfLink', 'citationCount', 'referenceCount'] as const),
      ...(['venue', 'publisher', 'year', 'publicationType'] as const),
    ],
    canKnow: (doi) => !ELSEWHERE.test(doi),
    batches: (dois) => dois.map((doi) => [doi]),
    request: (dois) => ({ url: `${base}/works/${encodeURIComponent(dois[0] ?? '')}${contact}`, headers }),
    read: readAnswer,
    mostRequests: 60,
    paceMs: contactEmail === undefined ? PACE_MS.anonymous : PACE_MS.known,
  };
}

/** An answer that holds no work, such as a list of errors under status 200, is not understood. */
function readAnswer(json: unknown): Map<string, FoundWork> | undefined {
  const { status, message } = fieldsOf(json);
  const work = fieldsOf(message);
  const doi = readDoi(textOf(work.DOI));
  if (status !== 'ok' || doi === undefined) return undefined;
  const isFree = listOf(work.license).some((license) => isCreativeCommons(fieldsOf(license).URL));
  const references = numberOf(work['references-count']) ?? numberOf(work['reference-count']);
  const found: FoundWork = {
    title: textOf(listOf(work.title)[0]),
    doi,
    abstract: textOf(work.abstract),
    // A licence says that it is free; its absence says nothing. Other links lead to what has to be paid for.
    isOpenAccess: isFree ? true : undefined,
    pdfLink: isFree ? readPdfLink(work.link) : undefined,
    citationCount: numberOf(work['is-referenced-by-count']),
    // None mostly means that the publisher has not told them.
    referenceCount: references === 0 ? undefined : references,
    venue: textOf(listOf(work['container-title'])[0]),
    publisher: textOf(work.publisher),
    year: readYear(work),
    publicationType: work.subtype === 'preprint' ? 'preprint' : textOf(work.type),
  };
  return new Map([[doi, found]]);
}

function isCreativeCommons(url: unknown): boolean {
  return /^https?:\/\/(?:www\.)?creativecommons\.org\//i.test(textOf(url) ?? '');
}

function readPdfLink(links: unknown): string | undefined {
  const pdf = listOf(links)
    .map(fieldsOf)
    .find((link) => link['content-type'] === 'application/pdf');
  return textOf(pdf?.URL);
}

function readYear(work: Record<string, unknown>): number | undefined {
  const dates = ['issued', 'published-print', 'published-online', 'published', 'posted'];
  return dates
    .map((name) => numberOf(listOf(listOf(fieldsOf(work[name])['date-parts'])[0])[0]))
    .find((year) => year !== undefined);
}
