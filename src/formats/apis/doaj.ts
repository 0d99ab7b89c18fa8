import { type Fields, fieldsOf, idOf, listOf, textOf, textsOf } from '../../lib/json.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { readDate } from '../dates.ts';

/** Articles of the Directory of Open Access Journals. */

/** The metadata of an article's `bibjson`; everything may be missing or null. */
export function metadataFromDoaj(article: Fields): PaperInput {
  const journal = fieldsOf(article.journal);
  const identifiers = listOf(article.identifier).map(fieldsOf);
  const idsOf = (type: RegExp) => textsOf(identifiers.filter((id) => type.test(String(id.type))).map(({ id }) => id));
  const texts = listOf(article.link)
    .map(fieldsOf)
    .filter(({ type }) => type === 'fulltext');
  const isPdf = ({ content_type: type }: Fields) => /pdf/i.test(textOf(type) ?? '');
  const date = readDate(textsOf([idOf(article.year), idOf(article.month)]).join(monthSeparator(article)));
  return {
    title: textOf(article.title),
    abstract: textOf(article.abstract),
    authors: textsOf(listOf(article.author).map((author) => fieldsOf(author).name)),
    ...date,
    venue: textOf(journal.title),
    publisher: textOf(journal.publisher),
    volume: idOf(journal.volume),
    issue: idOf(journal.number),
    pages: textsOf([idOf(article.start_page), idOf(article.end_page)]).join('-') || undefined,
    language: textsOf(journal.language)[0],
    issns: [...textsOf(journal.issns), ...idsOf(/^[ep]issn$/i)],
    publicationType: 'journal',
    fieldsOfStudy: fieldsAmong([
      ...textsOf(article.keywords),
      ...textsOf(listOf(article.subject).map((subject) => fieldsOf(subject).term)),
    ]),
    // Journals are listed only when all of their articles are free.
    isOpenAccess: true,
    doi: idsOf(/^doi$/i)[0],
    link: textOf((texts.find((text) => !isPdf(text)) ?? texts[0])?.url),
    pdfLink: textOf(texts.find(isPdf)?.url),
  };
}

/** Months come as figures and as words. */
function monthSeparator({ month }: Fields): string {
  return /^\d+$/.test(idOf(month) ?? '') ? '-' : ' ';
}
