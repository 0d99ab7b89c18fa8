import { asFields, asId, asList, asNumber, asText, asTexts, type Fields } from '../../lib/json.ts';
import { readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { findIssns } from '../parsed-entry.ts';

/** Works of CORE, which aggregates repositories. */

/** The metadata of a work; everything may be missing or null. */
export function metadataFromCore(work: Fields): PaperInput {
  const [journal = {}] = asList(work.journals).map(asFields);
  const links = asList(work.links).map(asFields);
  const pdfLink = asText(work.downloadUrl);
  const published = readDate(asText(work.publishedDate));
  return {
    title: asText(work.title),
    abstract: asText(work.abstract),
    authors: asTexts(asList(work.authors).map((author) => asFields(author).name)),
    year: asNumber(work.yearPublished) ?? published.year,
    publishedAt: published.publishedAt,
    venue: asText(journal.title),
    publisher: asText(work.publisher),
    issns: asTexts(journal.identifiers).flatMap(findIssns),
    language: asText(asFields(work.language).code),
    // All other types are `research`, `presentation` or `unknown`.
    publicationType: work.documentType === 'thesis' ? 'dissertation' : undefined,
    fieldsOfStudy: fieldsAmong(asTexts(work.fieldOfStudy)),
    // Without a file here it may still be free elsewhere.
    isOpenAccess: pdfLink === undefined ? undefined : true,
    doi: asText(work.doi),
    arxivId: asText(work.arxivId),
    pmid: asId(work.pubmedId),
    link: asText(links.find(({ type }) => type === 'display')?.url),
    pdfLink,
  };
}
