import { PUBLICATION_TYPES } from '../../contract/rules.ts';
import type { Secret } from '../../contract/secret.ts';
import { readDoi } from '../../papers/identifiers.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../scraping/json.ts';
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
/** Shorter texts are page furniture of publishers. */
const LEAST_ABSTRACT = 60;
const MOST_WORDS = 5_000;

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

function readWork(work: Fields, doi: string): FoundWork {
  const location = fieldsOf(work.primary_location);
  const source = fieldsOf(location.source);
  const best = fieldsOf(work.best_oa_location);
  const { is_oa: isOpen } = fieldsOf(work.open_access);
  const isPreprint = work.type === 'preprint';
  // Where a published paper merely lies (a repository) is not where it appeared.
  const appeared = isPreprint || source.type !== 'repository';
  const references = numberOf(work.referenced_works_count);
  return {
    title: textOf(work.title) ?? textOf(work.display_name),
    doi,
    abstract: readAbstract(work.abstract_inverted_index),
    isOpenAccess: typeof isOpen === 'boolean' ? isOpen : undefined,
    pdfLink: textOf(best.pdf_url) ?? (location.is_oa === true ? textOf(location.pdf_url) : undefined),
    citationCount: numberOf(work.cited_by_count),
    // None means that nobody has told them.
    referenceCount: references === 0 ? undefined : references,
    venue: appeared ? (textOf(source.display_name) ?? textOf(location.raw_source_name)) : undefined,
    publisher: appeared ? textOf(source.host_organization_name) : undefined,
    year: numberOf(work.publication_year),
    publicationType: isPreprint ? 'preprint' : PUBLICATION_TYPES.find((type) => type === source.type),
  };
}

/** The words put back in their places; undefined when there are too few or impossibly many. */
function readAbstract(index: unknown): string | undefined {
  const words: string[] = [];
  for (const [word, places] of Object.entries(fieldsOf(index))) {
    for (const place of listOf(places)) {
      if (!Number.isInteger(place) || (place as number) < 0 || (place as number) >= MOST_WORDS) return undefined;
      words[place as number] = word;
    }
  }
  const text = words.filter((word) => word !== undefined).join(' ');
  return text.length < LEAST_ABSTRACT ? undefined : text;
}
