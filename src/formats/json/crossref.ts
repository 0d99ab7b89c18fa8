import { asFields, asList, asNumber, asText, asTexts, type Fields } from '../../lib/json.ts';
import { arxivKey } from '../../papers/arxiv-number.ts';
import { isoDate } from '../../papers/dates.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type NameInput, toPerson } from '../../papers/people.ts';
import { cleanText, withoutHeading } from '../../papers/text.ts';
import type { Format } from '../format.ts';
import { objectReader } from '../parsed-entry.ts';
import { readCrossrefUpdates } from '../read-retraction.ts';

/** Works of Crossref as its API returns them. */

/** Registered items that are not works. */
const NO_PUBLICATIONS = new Set('component journal journal-issue journal-volume grant peer-review database'.split(' '));

/** Relations whose other end is the same work in another version. */
const SAME_WORK = ['has-preprint', 'is-version-of', 'has-version', 'is-same-as', 'is-identical-to'];

export function isCrossref(json: Fields): boolean {
  return asText(json.DOI) !== undefined && Array.isArray(json.title);
}

/** Parses a work for an import. */
export const readCrossref = objectReader((work) => {
  const type = asText(work.type) ?? '';
  return NO_PUBLICATIONS.has(type) ? { passedOver: `the type ${type}` } : { metadata: metadataFromCrossref(work) };
});

/** The metadata of a work; everything may be missing or null. */
function metadataFromCrossref(work: Fields): PaperInput {
  const isFree = asList(work.license).some((license) => isCreativeCommons(asFields(license).URL));
  const references = asNumber(work['references-count']) ?? asNumber(work['reference-count']);
  const [year, month, day] = readDateParts(work);
  // If a list was requested, the subtype is missing: posted content is a preprint unless it says otherwise.
  const isPreprint = work.subtype === 'preprint' || (work.type === 'posted-content' && work.subtype === undefined);
  return {
    title: [asTexts(work.title)[0], asTexts(work.subtitle)[0]].filter(Boolean).join(': ') || undefined,
    // The heading is a separate element, so markup is removed before looking for it.
    abstract: withoutHeading(cleanText(asText(work.abstract) ?? '')) || undefined,
    authors: asList(work.author).map(authorName),
    year,
    publishedAt: month === undefined ? undefined : isoDate([year, month, day].filter((part) => part !== undefined)),
    venue: asTexts(work['container-title'])[0],
    publisher: asText(work.publisher),
    volume: asText(work.volume),
    issue: asText(work.issue),
    // Online-only journals number their articles instead.
    pages: asText(work.page) ?? asText(work['article-number']),
    editors: asList(work.editor).map(authorName),
    isbns: asTexts(work.ISBN),
    language: asText(work.language),
    issns: asTexts(work.ISSN),
    publicationType: isPreprint ? 'preprint' : asText(work.type),
    citationCount: asNumber(work['is-referenced-by-count']),
    // Zero usually means that the publisher has deposited no references.
    referenceCount: references === 0 ? undefined : references,
    // A licence shows that it is free; its absence shows nothing. Other links lead to paid content.
    isOpenAccess: isFree ? true : undefined,
    isPrePrint: isPreprint ? true : undefined,
    ...readCrossrefUpdates(work),
    doi: asText(work.DOI),
    arxivId: findArxivId(asFields(work.relation)),
    link: asText(work.URL),
    pdfLink: isFree ? readPdfLink(work.link) : undefined,
  };
}

function authorName(author: unknown): NameInput {
  const { given, family, suffix, name } = asFields(author);
  const person = toPerson(asText(family), asText(given), asText(suffix));
  return person ?? { literal: asText(name) ?? asText(given) ?? '' };
}

/** The arXiv number of a work that is also on arXiv, which Crossref records only as a relation. */
function findArxivId(relation: Fields): string | undefined {
  const others = SAME_WORK.flatMap((name) => asList(relation[name])).map(asFields);
  return others
    .map(({ id }) => asText(id))
    .map((id) => arxivKey({ doi: id }) ?? arxivKey({ link: id }) ?? arxivKey({ arxivId: id }))
    .find(Boolean);
}

function isCreativeCommons(url: unknown): boolean {
  return /^https?:\/\/(?:www\.)?creativecommons\.org\//i.test(asText(url) ?? '');
}

function readPdfLink(links: unknown): string | undefined {
  const pdf = asList(links)
    .map(asFields)
    .find((link) => link['content-type'] === 'application/pdf');
  return asText(pdf?.URL);
}

/** Year, month and day as far as known; a date can be `[[null]]`, and dissertations have only their approval date. */
function readDateParts(work: Fields): (number | undefined)[] {
  const dates = ['issued', 'published-print', 'published-online', 'published', 'posted', 'approved'];
  const parts = dates.map((name) => asList(asList(asFields(work[name])['date-parts'])[0]).map(asNumber));
  return parts.find(([year]) => year !== undefined) ?? [];
}

export const format: Format = {
  name: 'crossref',
  title: 'Crossref',
  place: 190,
  read: { what: 'saved API answers', json: { is: isCrossref, read: readCrossref } },
};
