import { asFields, asId, asList, asText, asTexts, type Fields } from '../../lib/json.ts';
import { readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';

/** Articles of the Directory of Open Access Journals. */

/** The metadata of an article's `bibjson`; everything may be missing or null. */
export function metadataFromDoaj(article: Fields): PaperInput {
  const journal = asFields(article.journal);
  const identifiers = asList(article.identifier).map(asFields);
  const readIds = (type: RegExp) => asTexts(identifiers.filter((id) => type.test(String(id.type))).map(({ id }) => id));
  const texts = asList(article.link)
    .map(asFields)
    .filter(({ type }) => type === 'fulltext');
  const isPdf = ({ content_type: type }: Fields) => /pdf/i.test(asText(type) ?? '');
  const date = readDate(asTexts([asId(article.year), asId(article.month)]).join(monthSeparator(article)));
  return {
    title: asText(article.title),
    abstract: asText(article.abstract),
    authors: asTexts(asList(article.author).map((author) => asFields(author).name)),
    ...date,
    venue: asText(journal.title),
    publisher: asText(journal.publisher),
    volume: asId(journal.volume),
    issue: asId(journal.number),
    pages: asTexts([asId(article.start_page), asId(article.end_page)]).join('-') || undefined,
    language: asTexts(journal.language)[0],
    issns: [...asTexts(journal.issns), ...readIds(/^[ep]issn$/i)],
    publicationType: 'journal',
    fieldsOfStudy: fieldsAmong([
      ...asTexts(article.keywords),
      ...asTexts(asList(article.subject).map((subject) => asFields(subject).term)),
    ]),
    // Journals are listed only if all of their articles are free.
    isOpenAccess: true,
    doi: readIds(/^doi$/i)[0],
    link: asText((texts.find((text) => !isPdf(text)) ?? texts[0])?.url),
    pdfLink: asText(texts.find(isPdf)?.url),
  };
}

/** DOAJ writes months as numbers and as words. */
function monthSeparator({ month }: Fields): string {
  return /^\d+$/.test(asId(month) ?? '') ? '-' : ' ';
}
