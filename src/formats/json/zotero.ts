import { byWord } from '../../lib/groups.ts';
import { type Fields, fieldsOf, idOf, listOf, textOf, textsOf } from '../../lib/json.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type NameInput, toPerson } from '../../papers/people.ts';
import { readDate } from '../dates.ts';
import type { Format } from '../format.ts';
import { isbnsIn, issnsIn, NO_OBJECT, type ParsedEntry, wholeName } from '../parsed-entry.ts';

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

/** The publication type of an item type of Zotero; undefined for items that are no publications. */
export function typeOfZotero(itemType: string): string | undefined {
  if (NO_PUBLICATIONS.has(itemType)) return undefined;
  return TYPES.get(itemType) ?? itemType.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

export function isZotero(json: Fields): boolean {
  return textOf(fieldsOf(json.data).itemType ?? json.itemType) !== undefined;
}

/** An item as an import reads it. */
export function readZotero(json: unknown): ParsedEntry {
  const item = fieldsOf(json);
  if (item !== json) return NO_OBJECT;
  const data = 'itemType' in item ? item : fieldsOf(item.data);
  const itemType = textOf(data.itemType);
  if (itemType === undefined) return { problem: 'it has no itemType' };
  const type = typeOfZotero(itemType);
  return type === undefined ? { passedOver: `the type ${itemType}` } : { metadata: metadataOf(data, type) };
}

function metadataOf(data: Fields, publicationType: string): PaperInput {
  const extra = extraFields(textOf(data.extra) ?? '');
  const creators = listOf(data.creators).map(fieldsOf);
  const citationKey = textOf(data.citationKey) ?? extra.get('citation key');
  return {
    title: textOf(data.title),
    abstract: textOf(data.abstractNote),
    authors: creators.filter(isAuthor).map(nameOf),
    editors: creators.filter(({ creatorType }) => creatorType === 'editor').map(nameOf),
    ...readDate(textOf(data.date)),
    venue: ['publicationTitle', 'proceedingsTitle', 'bookTitle', 'conferenceName', 'series', 'repository']
      .map((name) => textOf(data[name]))
      .find(Boolean),
    publisher: textOf(data.publisher) ?? textOf(data.university) ?? textOf(data.institution),
    volume: idOf(data.volume),
    issue: idOf(data.issue),
    pages: idOf(data.pages),
    isbns: isbnsIn(textOf(data.ISBN)),
    language: textOf(data.language),
    publicationType,
    isPrePrint: publicationType === 'preprint' || undefined,
    fieldsOfStudy: fieldsAmong(listOf(data.tags).flatMap((tag) => textOf(fieldsOf(tag).tag) ?? textsOf(tag))),
    doi: textOf(data.DOI) ?? extra.get('doi'),
    pmid: textOf(data.PMID) ?? extra.get('pmid'),
    pmcid: textOf(data.PMCID) ?? extra.get('pmcid'),
    arxivId: (textOf(data.archiveID) ?? extra.get('arxiv'))?.split('[', 1)[0]?.trim(),
    issns: issnsIn(textOf(data.ISSN)),
    link: textOf(data.url),
    ...(citationKey !== undefined && { bibtex: { key: citationKey } }),
  };
}

function isAuthor({ creatorType }: Fields): boolean {
  return creatorType === undefined || creatorType === 'author' || creatorType === 'presenter';
}

/** Zotero keeps organisations, and names that nobody took apart, in one field. */
function nameOf({ firstName, lastName, name }: Fields): NameInput {
  return toPerson(textOf(lastName), textOf(firstName)) ?? wholeName(textOf(firstName) ?? textOf(name) ?? '');
}

/** People keep in `extra` what Zotero has no field for: `PMID: 123`, one a line. */
function extraFields(extra: string): Map<string, string> {
  return new Map(
    [...extra.matchAll(/^[ \t]*(DOI|PMID|PMCID|arXiv|Citation Key):\s*(\S+)/gim)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
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
