import { findIssns } from '../../../formats/field-values.ts';
import { asFields, asFlag, asList, asNumber, asText, type Fields } from '../../../lib/json.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { toPerson } from '../../../papers/people.ts';
import { chooseBase, withParameters } from '../parameters.ts';
import type { DescribedSource, SourceAnswer, SourcePage } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';

const PUBLIC_API = 'https://api.unpaywall.org/v2';

/** Unpaywall: the free copies of a DOI, one per request. It requires an e-mail address. */
export const source: DescribedSource = {
  name: 'unpaywall',
  title: 'Unpaywall',
  place: 110,
  hosts: ['api.unpaywall.org'],
  weight: 0,
  // 100,000 requests a day.
  paceMs: 110,
  timeoutMs: 15_000,
  maxBytes: 1024 * 1024,
  maxRequests: 1,
  needs: 'contactEmail',
  cannotAnswer: () => 'no-search',
  // Never sent, because it does not support searches.
  search: (_question, settings) => ({ url: chooseBase(settings, PUBLIC_API) }),
  readPage: readRecord,
  lookUp: {
    kinds: ['doi'],
    enriches: ['isOpenAccess', 'pdfLink'],
    maxIds: 1,
    request(_kind, [doi = ''], settings) {
      const path = doi.split('/').map(encodeURIComponent).join('/');
      const request = { url: `${chooseBase(settings, PUBLIC_API)}/${path}`, headers: { Accept: 'application/json' } };
      return withParameters(request, { email: settings.contactEmail?.trim() });
    },
    read: readRecord,
  },
};

/** It answers an unknown DOI with status 404. */
function readRecord(answer: SourceAnswer): SourcePage {
  const record = asFields(parseAnswer(answer));
  if (answer.status === 404 && record.error === true) return { records: [] };
  const failure = readFailure(answer);
  if (failure) return failure;
  return asText(record.doi) === undefined ? failed('unreadable') : { records: [metadataFromUnpaywall(record)] };
}

/** The metadata of a record; everything may be missing or null. */
function metadataFromUnpaywall(record: Fields): PaperInput {
  const copies = [record.best_oa_location, ...asList(record.oa_locations)].map(asFields);
  return {
    title: asText(record.title),
    authors: asList(record.z_authors)
      .map(asFields)
      .map((author) => toPerson(asText(author.family), asText(author.given)) ?? asText(author.raw_author_name) ?? ''),
    year: asNumber(record.year),
    publishedAt: asText(record.published_date),
    venue: asText(record.journal_name),
    publisher: asText(record.publisher),
    publicationType: asText(record.genre),
    issns: findIssns(asText(record.journal_issns)),
    isOpenAccess: asFlag(record.is_oa),
    doi: asText(record.doi),
    link: asText(record.doi_url),
    pdfLink: copies.map((copy) => asText(copy.url_for_pdf)).find(Boolean),
  };
}
