import { asFields, asFlag, asList, asNumber, asText, type Fields } from '../../lib/json.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { toPerson } from '../../papers/people.ts';
import { findIssns } from '../parsed-entry.ts';

/** Unpaywall's records, which list the free copies of a DOI. */

/** The metadata of a record; everything may be missing or null. */
export function metadataFromUnpaywall(record: Fields): PaperInput {
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
