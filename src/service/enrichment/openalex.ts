import type { Secret } from '../../contract/secret.ts';
import { factsFromOpenAlex } from '../../papers/formats/openalex-in.ts';
import { readDoi } from '../../papers/identifiers.ts';
import { type Fields, fieldsOf, textOf } from '../../papers/json.ts';
import type { FoundWork, SourceDescription } from './source.ts';

/** OpenAlex: works by DOI, up to 50 in one request (its own limit is 100), which costs one credit of its daily allowance. */

const PUBLIC_API = 'https://api.openalex.org';
const BATCH = 50;
/** The documented limit of a request line is 4 KB in one place, 8,190 bytes in another. */
const MOST_FILTER = 3_000;
const SELECT = [
  ...['id', 'doi', 'title', 'display_name', 'publication_year', 'type', 'primary_location', 'best_oa_location'],
  ...['open_access', 'cited_by_count', 'referenced_works_count', 'abstract_inverted_index'],
].join(',');

type Options = {
  baseUrls?: { openalex?: string };
  openAlexKey?: Secret;
  userAgent?: string;
};

export function openAlex({ baseUrls, openAlexKey, userAgent }: Options): SourceDescription {
  const base = (baseUrls?.openalex ?? PUBLIC_API).replace(/\/+$/, '');
  return {
    title: 'OpenAlex',
    knows: [
      ...(['abstract', 'doi', 'isOpenAccess', 'pdfLink', 'citationCount', 'referenceCount'] as const),
      ...(['venue', 'publisher', 'year', 'publicationType'] as const),
    ],
    // These characters join or bracket the values of a filter.
    canKnow: (doi) => !/[|,"]/.test(doi),
    batches: inBatches,
    request: (dois) => {
      const query = new URLSearchParams({ filter: `doi:${dois.join('|')}`, per_page: '100', select: SELECT });
      const headers = {
        Accept: 'application/json',
        // Not in the address, which ends up in logs.
        ...(openAlexKey === undefined ? {} : { Authorization: `Bearer ${openAlexKey.reveal()}` }),
        ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }),
      };
      return { url: `${base}/works?${query}`, headers };
    },
    read: readWorks,
    mostRequests: 10,
    paceMs: 120,
  };
}

function inBatches(dois: readonly string[]): string[][] {
  const batches: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const doi of dois) {
    const size = encodeURIComponent(doi).length + 3;
    const batch = batches.at(-1);
    if (batch && batch.length < BATCH && length + size <= MOST_FILTER) {
      batch.push(doi);
      length += size;
    } else {
      batches.push([doi]);
      length = size;
    }
  }
  return batches;
}

/** An answer without a list, such as an error under status 200, is not understood. */
function readWorks(json: unknown): Map<string, FoundWork> | undefined {
  const { results } = fieldsOf(json);
  if (!Array.isArray(results)) return undefined;
  const works = results.map(fieldsOf).flatMap((work) => {
    const doi = readDoi(textOf(work.doi));
    return doi === undefined ? [] : [[doi, readWork(work, doi)] as const];
  });
  // Of several works with one DOI the first stays.
  return new Map(works.reverse());
}

/** Nothing but what the source is asked for. */
function readWork(work: Fields, doi: string): FoundWork {
  const { title, abstract, isOpenAccess, pdfLink, citationCount, referenceCount, ...rest } = factsFromOpenAlex(work);
  const { venue, publisher, year, publicationType } = rest;
  const told = { title: title ?? undefined, doi, abstract, isOpenAccess, pdfLink, citationCount, referenceCount };
  return { ...told, venue, publisher, year, publicationType };
}
