import { factsFromCrossref } from '../../papers/formats/crossref-in.ts';
import { readDoi } from '../../papers/identifiers.ts';
import { fieldsOf, listOf, textOf } from '../../papers/json.ts';
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
  const { abstract, isOpenAccess, pdfLink, citationCount, referenceCount, ...rest } = factsFromCrossref(work);
  const { venue, publisher, year, publicationType } = rest;
  const title = textOf(listOf(work.title)[0]);
  const told = { title, doi, abstract, isOpenAccess, pdfLink, citationCount, referenceCount };
  const found: FoundWork = { ...told, venue, publisher, year, publicationType };
  return new Map([[doi, found]]);
}
