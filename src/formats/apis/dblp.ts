import { asFields, asId, asText, asTexts, type Fields, oneOrMore } from '../../lib/json.ts';
import { readArxivId } from '../../papers/arxiv-number.ts';
import { readDate } from '../../papers/dates.ts';
import type { PaperInput } from '../../papers/paper.ts';

/** DBLP's records of publications in computer science. */

const TYPES: Record<string, string> = {
  'Journal Articles': 'journal',
  'Conference and Workshop Papers': 'conference',
  'Parts in Books or Collections': 'book series',
  'Books and Theses': 'book',
  'Data and Artifacts': 'dataset',
  Editorship: 'book',
};

/** The metadata of a hit's `info`; everything may be missing. */
export function metadataFromDblp(record: Fields): PaperInput {
  const [venue] = asTexts(record.venue);
  const volume = asId(record.volume);
  const arxivId = venue === 'CoRR' ? readArxivId(volume?.replace(/^abs\//, '')) : undefined;
  const type = asText(record.type);
  const isPrePrint = arxivId !== undefined || (type?.startsWith('Informal') && venue === 'CoRR');
  const [link] = asTexts(record.ee);
  return {
    title: asText(record.title)?.replace(/(?<!\.)\.$/, ''),
    authors: oneOrMore(asFields(record.authors).author).flatMap((author) => readName(author) ?? []),
    year: readDate(asId(record.year)).year,
    venue: isPrePrint ? 'arXiv' : venue,
    publisher: asText(record.publisher),
    ...(!isPrePrint && { volume, issue: asId(record.number), pages: asText(record.pages) }),
    isbns: asTexts(record.isbn),
    publicationType: isPrePrint ? 'preprint' : type && TYPES[type],
    // A record that is not arXiv's may be a preprint or a report.
    isPrePrint: isPrePrint || (type?.startsWith('Informal') ? undefined : false),
    fieldsOfStudy: ['Computer Science'],
    isOpenAccess: record.access === 'open' || undefined,
    doi: asText(record.doi),
    arxivId,
    link: link ?? asText(record.url),
  };
}

/** A name without the number that distinguishes namesakes. */
function readName(author: unknown): string | undefined {
  const name = asText(author) ?? asText(asFields(author).text);
  return name?.replace(/ \d{4}$/, '');
}
