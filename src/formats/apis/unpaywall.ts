import { type Fields, fieldsOf, flagOf, listOf, numberOf, textOf } from '../../lib/json.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type NameInput, toPerson } from '../../papers/people.ts';
import { issnsIn } from '../parsed-entry.ts';

/** Unpaywall's records: the free copies of a DOI. */

/** The metadata of a record; everything may be missing or null. */
export function metadataFromUnpaywall(record: Fields): PaperInput {
  const copies = [record.best_oa_location, ...listOf(record.oa_locations)].map(fieldsOf);
  return {
    title: textOf(record.title),
    authors: listOf(record.z_authors).map((author) => nameOf(fieldsOf(author))),
    year: numberOf(record.year),
    publishedAt: textOf(record.published_date),
    venue: textOf(record.journal_name),
    publisher: textOf(record.publisher),
    publicationType: textOf(record.genre),
    issns: issnsIn(textOf(record.journal_issns)),
    isOpenAccess: flagOf(record.is_oa),
    doi: textOf(record.doi),
    link: textOf(record.doi_url),
    pdfLink: copies.map((copy) => textOf(copy.url_for_pdf)).find(Boolean),
  };
}

function nameOf({ given, family, raw_author_name: whole }: Fields): NameInput {
  return toPerson(textOf(family), textOf(given)) ?? textOf(whole) ?? '';
}
