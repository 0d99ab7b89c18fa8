import { omitEmpty } from '../../lib/omit-undefined.ts';
import { type Citation, type Kind, toCitation } from '../../papers/citation.ts';
import { doiLink } from '../../papers/identifiers.ts';
import type { Person } from '../../papers/people.ts';
import { orderDatabases } from '../field-values.ts';
import type { ExportedPaper } from '../format.ts';

/** Zotero's item types, each with its schema's field names for the venue and the publisher. */
const TYPES: Record<Kind, { itemType: string; venue?: string; publisher?: string }> = {
  article: { itemType: 'journalArticle', venue: 'publicationTitle' },
  'conference paper': { itemType: 'conferencePaper', venue: 'proceedingsTitle', publisher: 'publisher' },
  chapter: { itemType: 'bookSection', venue: 'bookTitle', publisher: 'publisher' },
  book: { itemType: 'book', venue: 'series', publisher: 'publisher' },
  thesis: { itemType: 'thesis', publisher: 'university' },
  report: { itemType: 'report', venue: 'seriesTitle', publisher: 'institution' },
  dataset: { itemType: 'dataset', venue: 'repository' },
  preprint: { itemType: 'preprint', venue: 'repository' },
  other: { itemType: 'document', publisher: 'publisher' },
};

/** Zotero rejects a whole item because of one field that its type does not have. */
const HAVE_VOLUMES: readonly Kind[] = ['article', 'conference paper', 'chapter', 'book'];
const HAVE_PAGES: readonly Kind[] = ['article', 'conference paper', 'chapter', 'report'];
const HAVE_ISBNS: readonly Kind[] = ['conference paper', 'chapter', 'book'];
const HAVE_PLACES: readonly Kind[] = ['conference paper', 'chapter', 'book', 'thesis', 'report', 'preprint'];
const HAVE_EDITORS: readonly Kind[] = ['article', 'conference paper', 'chapter', 'book', 'report', 'preprint'];

/** A paper as a new item of Zotero's API. Fields without a counterpart in the schema go to `extra`, one per line. */
export function toZoteroItem({ key, paper }: Pick<ExportedPaper, 'key' | 'paper'>): Record<string, unknown> {
  const citation = toCitation(paper);
  const { kind, doi, link, arxiv, people, editorPeople } = citation;
  const { itemType, venue = '', publisher = '' } = TYPES[kind];
  const only = (kinds: readonly Kind[], value: string | undefined) => (kinds.includes(kind) ? value : undefined);
  const creators = [
    ...people.map((person) => toCreator('author', person)),
    ...(HAVE_EDITORS.includes(kind) ? editorPeople : []).map((person) => toCreator('editor', person)),
  ];
  const fields = omitEmpty({
    title: citation.title,
    abstractNote: citation.abstract,
    [venue]: citation.venue,
    [publisher]: citation.publisher,
    place: only(HAVE_PLACES, citation.publisherPlace),
    date: writeDate(citation),
    volume: only(HAVE_VOLUMES, citation.volume),
    issue: only(['article'], citation.issue),
    series: only(['article', 'conference paper', 'chapter', 'book'], citation.series),
    seriesNumber: only(['chapter', 'book'], citation.seriesNumber),
    edition: only(['chapter', 'book'], citation.edition),
    pages: only(HAVE_PAGES, citation.pages),
    ISSN: only(['article'], citation.issns?.join(', ')),
    ISBN: only(HAVE_ISBNS, citation.isbns?.join(', ')),
    DOI: doi,
    archiveID: only(['preprint'], arxiv && `arXiv:${arxiv.id}`),
    url: doi === undefined ? link : doiLink(doi),
    language: citation.language,
    libraryCatalog: orderDatabases(citation)[0]?.name,
    extra: writeExtra(citation, key),
  });
  const { '': _, ...named } = fields as Record<string, unknown>;
  return { itemType, ...named, creators };
}

function toCreator(creatorType: string, person: Person): Record<string, string> {
  if (person.family === undefined) return { creatorType, name: person.literal };
  const { family, given = '', particle, suffix } = person;
  const lastName = particle === undefined ? family : `${particle} ${family}`;
  return { creatorType, lastName, firstName: suffix === undefined ? given : `${given}, ${suffix}` };
}

function writeDate({ issued }: Citation): string {
  const [year, ...rest] = issued;
  return year === undefined ? '' : [year, ...rest.map((part) => String(part).padStart(2, '0'))].join('-');
}

function writeExtra(citation: Citation, key: string): string {
  const { arxiv, pmid, pmcid, retractionNote = '' } = citation;
  const [database] = orderDatabases(citation);
  const place = HAVE_PLACES.includes(citation.kind) ? undefined : citation.publisherPlace;
  const fields = {
    arXiv: arxiv?.id,
    PMID: pmid,
    PMCID: pmcid,
    'Citation Key': key,
    'Accession Number': database?.accessionNumber,
    'Publisher Place': place,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  return [...lines, ...(retractionNote === '' ? [] : [retractionNote])].join('\n');
}
