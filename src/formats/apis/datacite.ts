import { type Fields, fieldsOf, idOf, listOf, textOf, textsOf } from '../../lib/json.ts';
import { readArxivId } from '../../papers/arxiv.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type NameInput, toPerson } from '../../papers/people.ts';
import { readDate } from '../dates.ts';

/** DataCite's records: theses, preprints, reports, data sets and software of repositories. */

/** What depositors call a `Text`, by a word in it. */
const KINDS_OF_TEXT = [
  [/thesis|dissertation/, 'dissertation'],
  [/preprint/, 'preprint'],
  [/journal|article/, 'journal'],
  [/conference|proceeding/, 'conference'],
  [/report/, 'report'],
] as const;

/** The metadata of a record's `attributes`; everything may be missing or null. */
export function metadataFromDataCite(record: Fields): PaperInput {
  const doi = textOf(record.doi);
  const arxivId = readArxivId(/^10\.48550\/arxiv\.(.+)$/i.exec(doi ?? '')?.[1]);
  const container = fieldsOf(record.container);
  const publisher = textOf(record.publisher) ?? textOf(fieldsOf(record.publisher).name);
  const type = typeOf(fieldsOf(record.types));
  const isPrePrint = type === 'preprint' || arxivId !== undefined;
  const contributors = listOf(record.contributors).map(fieldsOf);
  return {
    title: titleOf(record),
    abstract: textWhere(record.descriptions, 'descriptionType', 'Abstract', 'description'),
    authors: namesOf(listOf(record.creators).map(fieldsOf)),
    editors: namesOf(contributors.filter(({ contributorType }) => contributorType === 'Editor')),
    ...datesOf(record),
    // A preprint has no journal; its server is its publisher.
    venue: textOf(container.title) ?? (isPrePrint ? publisher : undefined),
    publisher,
    volume: idOf(container.volume),
    issue: idOf(container.issue),
    pages: pagesOf(container),
    issns: container.identifierType === 'ISSN' ? textsOf(container.identifier) : [],
    isbns: container.identifierType === 'ISBN' ? textsOf(container.identifier) : [],
    language: textOf(record.language),
    publicationType: isPrePrint ? 'preprint' : type,
    isPrePrint,
    fieldsOfStudy: fieldsAmong(textsOf(listOf(record.subjects).map((subject) => fieldsOf(subject).subject))),
    // A licence says that it is free; its absence says nothing.
    isOpenAccess: listOf(record.rightsList).some(isCreativeCommons) || undefined,
    doi,
    arxivId,
    link: textOf(record.url) ?? (doi && `https://doi.org/${doi}`),
  };
}

/** The title that is no subtitle, translation or alternative. */
function titleOf({ titles }: Fields): string | undefined {
  const all = listOf(titles).map(fieldsOf);
  return textOf((all.find(({ titleType }) => textOf(titleType) === undefined) ?? all[0])?.title);
}

function textWhere(list: unknown, kindName: string, kind: string, name: string): string | undefined {
  const entries = listOf(list).map(fieldsOf);
  return textOf(entries.find((each) => each[kindName] === kind)?.[name]);
}

/** Older records have whole names alone, the family name first. */
function namesOf(people: readonly Fields[]): NameInput[] {
  return people.flatMap(({ name, givenName, familyName, nameType }): NameInput[] => {
    const person = toPerson(textOf(familyName), textOf(givenName));
    if (person) return [person];
    const whole = textOf(name);
    if (whole === undefined) return [];
    return [nameType === 'Organizational' ? { literal: whole } : whole];
  });
}

function datesOf(record: Fields): PaperInput {
  const issued = readDate(textWhere(record.dates, 'dateType', 'Issued', 'date'));
  return { year: readDate(idOf(record.publicationYear)).year ?? issued.year, publishedAt: issued.publishedAt };
}

function pagesOf({ firstPage, lastPage }: Fields): string | undefined {
  return textsOf([idOf(firstPage), idOf(lastPage)]).join('-') || undefined;
}

/** The general type (`JournalArticle`) in words; of a `Text` what its depositor calls it. */
function typeOf({ resourceTypeGeneral, resourceType }: Fields): string | undefined {
  const general = textOf(resourceTypeGeneral);
  if (general !== 'Text') return general?.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const own = (textOf(resourceType) ?? '').toLowerCase();
  return KINDS_OF_TEXT.find(([word]) => word.test(own))?.[1];
}

function isCreativeCommons(right: unknown): boolean {
  const { rightsUri, rightsIdentifier } = fieldsOf(right);
  return textsOf([rightsUri, rightsIdentifier]).some((text) =>
    /creativecommons\.org|^cc[- ]?(?:by|0|zero)/i.test(text),
  );
}
