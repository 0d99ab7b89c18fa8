import { byWord } from '../../lib/groups.ts';
import { asFields, asId, asList, asText, asTexts, type Fields } from '../../lib/json.ts';
import { readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type NameInput, toPerson } from '../../papers/people.ts';
import { findIsbns, findIssns, splitNotes, wholeName } from '../field-values.ts';
import type { Format } from '../format.ts';
import { objectReader } from '../parsed-entry.ts';

/** Zotero: items of its API (`data`) and of Better BibTeX JSON. csv.ts reads its CSV, with these types. */

const TYPES = byWord({
  journal: 'journalArticle',
  conference: 'conferencePaper presentation',
  'book chapter': 'bookSection encyclopediaArticle dictionaryEntry',
  preprint: 'preprint manuscript',
  magazine: 'magazineArticle',
  news: 'newspaperArticle',
  '': 'document',
});
const NO_PUBLICATIONS = new Set(
  (
    'attachment note annotation webpage blogPost forumPost email letter instantMessage computerProgram artwork ' +
    'audioRecording videoRecording film podcast radioBroadcast tvBroadcast interview map bill case hearing statute'
  ).split(' '),
);

/** The publication type of a Zotero item type; undefined for items that are not publications. */
export function typeOfZotero(itemType: string): string | undefined {
  if (NO_PUBLICATIONS.has(itemType)) return undefined;
  return TYPES.get(itemType) ?? itemType.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

export function isZotero(json: Fields): boolean {
  return asText(asFields(json.data).itemType ?? json.itemType) !== undefined;
}

/** Parses an item for an import. */
export const readZotero = objectReader((item) => {
  const data = 'itemType' in item ? item : asFields(item.data);
  const itemType = asText(data.itemType);
  if (itemType === undefined) return { problem: 'it has no itemType' };
  const type = typeOfZotero(itemType);
  return type === undefined ? { passedOver: `the type ${itemType}` } : { metadata: toMetadata(data, type) };
});

function toMetadata(data: Fields, publicationType: string): PaperInput {
  const extra = extraFields(asText(data.extra) ?? '');
  const tags = asList(data.tags).flatMap((tag) => asText(asFields(tag).tag) ?? asTexts(tag));
  const creators = asList(data.creators).map(asFields);
  const citationKey = asText(data.citationKey) ?? extra.get('citation key');
  const series = asText(data.series) ?? asText(data.seriesTitle);
  const venues = ['publicationTitle', 'proceedingsTitle', 'bookTitle', 'conferenceName', 'repository'];
  const venue =
    venues.map((name) => asText(data[name])).find(Boolean) ?? (publicationType === 'book' ? undefined : series);
  return {
    dated: asText(data.date),
    title: asText(data.title),
    abstract: asText(data.abstractNote),
    authors: creators.filter(isAuthor).map(readName),
    editors: creators.filter(({ creatorType }) => creatorType === 'editor').map(readName),
    ...readDate(asText(data.date)),
    venue,
    edition: asId(data.edition),
    series: series === venue ? undefined : series,
    seriesNumber: asId(data.seriesNumber),
    publisher: asText(data.publisher) ?? asText(data.university) ?? asText(data.institution),
    volume: asId(data.volume),
    issue: asId(data.issue),
    pages: asId(data.pages),
    isbns: findIsbns(asText(data.ISBN)),
    language: asText(data.language),
    publicationType,
    isPrePrint: publicationType === 'preprint' || undefined,
    publisherPlace: asText(data.place) ?? extra.get('publisher place'),
    fieldsOfStudy: fieldsAmong(tags),
    keywords: tags,
    // Better BibTeX stores an item's notes inside it, Zotero's API as separate items.
    notes: asList(data.notes).flatMap((note) => splitNotes(asText(asFields(note).note) ?? asText(note) ?? '')),
    databases: [{ name: asText(data.libraryCatalog), accessionNumber: extra.get('accession number') }],
    doi: asText(data.DOI) ?? extra.get('doi'),
    pmid: asText(data.PMID) ?? extra.get('pmid'),
    pmcid: asText(data.PMCID) ?? extra.get('pmcid'),
    arxivId: (asText(data.archiveID) ?? extra.get('arxiv'))?.split('[', 1)[0]?.trim(),
    issns: findIssns(asText(data.ISSN)),
    link: asText(data.url),
    ...(citationKey !== undefined && { bibtex: { key: citationKey } }),
  };
}

function isAuthor({ creatorType }: Fields): boolean {
  return creatorType === undefined || creatorType === 'author' || creatorType === 'presenter';
}

/** Zotero stores organisations, and names that were not split, in one field. */
function readName({ firstName, lastName, name }: Fields): NameInput {
  return toPerson(asText(lastName), asText(firstName)) ?? wholeName(asText(firstName) ?? asText(name) ?? '');
}

const EXTRA =
  /^[ \t]*(?:(DOI|PMID|PMCID|arXiv|Citation Key):\s*(\S+)|(Accession Number|Publisher Place):[ \t]*(\S.*))/gim;

/** People use `extra` for data without a Zotero field: `PMID: 123`, one per line. */
function extraFields(extra: string): Map<string, string> {
  return new Map(
    [...extra.matchAll(EXTRA)].map(([, name = '', value = '', longName = '', line = '']) => [
      (name || longName).toLowerCase(),
      value || line,
    ]),
  );
}

export const format: Format = {
  name: 'zotero',
  title: 'Zotero',
  place: 140,
  read: {
    what: "JSON of Zotero's API and of Better BibTeX",
    json: { is: isZotero, signature: /"itemType"\s*:/, read: readZotero },
  },
};
