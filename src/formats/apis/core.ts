import { type Fields, fieldsOf, idOf, listOf, numberOf, textOf, textsOf } from '../../lib/json.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { readDate } from '../dates.ts';
import { issnsIn } from '../parsed-entry.ts';

/** Works of CORE, which gathers what repositories hold. */

/** The metadata of a work; everything may be missing or null. */
export function metadataFromCore(work: Fields): PaperInput {
  const [journal = {}] = listOf(work.journals).map(fieldsOf);
  const links = listOf(work.links).map(fieldsOf);
  const pdfLink = textOf(work.downloadUrl);
  const published = readDate(textOf(work.publishedDate));
  return {
    title: textOf(work.title),
    abstract: textOf(work.abstract),
    authors: textsOf(listOf(work.authors).map((author) => fieldsOf(author).name)),
    year: numberOf(work.yearPublished) ?? published.year,
    publishedAt: published.publishedAt,
    venue: textOf(journal.title),
    publisher: textOf(work.publisher),
    issns: textsOf(journal.identifiers).flatMap(issnsIn),
    language: textOf(fieldsOf(work.language).code),
    // Everything else is `research`, `presentation` or `unknown`.
    publicationType: work.documentType === 'thesis' ? 'dissertation' : undefined,
    fieldsOfStudy: fieldsAmong(textsOf(work.fieldOfStudy)),
    // Without a file it may still be free elsewhere.
    isOpenAccess: pdfLink === undefined ? undefined : true,
    doi: textOf(work.doi),
    arxivId: textOf(work.arxivId),
    pmid: idOf(work.pubmedId),
    link: textOf(links.find(({ type }) => type === 'display')?.url),
    pdfLink,
  };
}
