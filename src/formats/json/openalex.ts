import { asFields, asFlag, asId, asList, asNumber, asText, asTexts, type Fields } from '../../lib/json.ts';
import { arxivKey } from '../../papers/arxiv-number.ts';
import { fieldsOfTopics } from '../../papers/fields-of-study.ts';
import { readInvertedAbstract } from '../../papers/inverted-abstract.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { findPublicationType, readFieldOfStudy, readPublicationType } from '../../papers/source-words.ts';
import { withoutHeading } from '../../papers/text.ts';
import type { Format } from '../format.ts';
import { objectReader } from '../parsed-entry.ts';
import { readNoticeType } from '../read-retraction.ts';

/** Works of the OpenAlex snapshot and API, in the current form and the older one (concepts, host venues). */

/** Shorter texts are boilerplate from publishers' pages. */
const MIN_ABSTRACT_CHARACTERS = 60;
/** Below this score OpenAlex itself considers a concept unlikely. */
const MIN_CONCEPT_SCORE = 0.3;
/** OpenAlex redirects deleted works to this one. */
const DELETED = 'W4285719527';

export function isOpenAlex(json: Fields): boolean {
  return /^https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?W\d+$/i.test(asText(json.id) ?? '');
}

/** The OpenAlex id of a work as `W123`, from the id or its URL; undefined for anything else. */
export function readOpenAlexId(text: string | null | undefined): string | undefined {
  return /(?:^|\/)(W\d+)$/i.exec(text?.trim() ?? '')?.[1]?.toUpperCase();
}

/** Parses a work for an import; skips works that are not papers. */
export const readOpenAlex = objectReader((work) => {
  const id = readOpenAlexId(asText(work.id));
  if (id === undefined) return { problem: 'it has no id of OpenAlex (https://openalex.org/W...)' };
  if (id === DELETED) return { passedOver: 'a deleted work' };
  if (work.is_paratext === true || work.type === 'paratext') return { passedOver: 'paratext' };
  // The expansion corpus contains mostly data sets and their versions. OpenAlex itself excludes them by default.
  if (work.is_xpac === true) return { passedOver: 'the expansion corpus' };
  return { metadata: { key: `openalex:${id}`, ...metadataFromOpenAlex(work) } };
});

/** The metadata of a work; everything may be missing or null. */
function metadataFromOpenAlex(work: Fields): PaperInput {
  const location = asFields(work.primary_location);
  const best = asFields(work.best_oa_location);
  const host = asFields(work.host_venue);
  const source = asFields(location.source);
  const ids = asFields(work.ids);
  const access = asFields(work.open_access);
  const sourceType = asText(source.type) ?? asText(host.type);
  const isPreprint = work.type === 'preprint' || work.type === 'posted-content';
  // A published paper did not appear in a repository that merely holds a copy.
  const appeared = isPreprint || sourceType !== 'repository';
  const locations = [best, location, ...asList(work.locations).map(asFields)];
  return {
    title: asText(work.title) ?? asText(work.display_name),
    abstract: readAbstract(work.abstract_inverted_index),
    authors: readAuthors(asList(work.authorships)),
    dated: asId(work.publication_year),
    year: asNumber(work.publication_year),
    publishedAt: asText(work.publication_date),
    venue: appeared
      ? (asText(source.display_name) ?? asText(location.raw_source_name) ?? asText(host.display_name))
      : undefined,
    publisher: appeared ? (asText(source.host_organization_name) ?? asText(host.publisher)) : undefined,
    ...(appeared && readNumbering(asFields(work.biblio))),
    language: asText(work.language),
    issns: appeared ? asTexts(source.issn ?? host.issn ?? source.issn_l) : undefined,
    publicationType: isPreprint ? 'preprint' : readType(asText(work.type), sourceType, asText(location.raw_type)),
    studyTypes: asTexts([work.type]),
    fieldsOfStudy: fieldsOfWork(work),
    citationCount: asNumber(work.cited_by_count),
    // Zero means that no references were reported.
    referenceCount: asNumber(work.referenced_works_count) || asList(work.referenced_works).length || undefined,
    isOpenAccess: asFlag(access.is_oa) ?? asFlag(work.is_oa),
    isPrePrint: isPreprint || (sourceType === 'repository' && location.version === 'submittedVersion'),
    isRetracted: asFlag(work.is_retracted),
    retraction: readNoticeType(asText(work.type)),
    doi: asText(work.doi) ?? asText(ids.doi),
    openAlexId: asText(work.id) ?? asText(ids.openalex),
    pmid: /(?<!\d)(\d+)\/?$/.exec(asText(ids.pmid) ?? '')?.[1],
    pmcid: readPmcNumber(asText(ids.pmcid)),
    arxivId: findArxivId(asText(work.doi), locations),
    link: asText(location.landing_page_url) ?? asText(host.url) ?? asText(work.doi) ?? asText(work.id),
    pdfLink: locations
      .filter((each) => each === best || each.is_oa === true)
      .map((each) => asText(each.pdf_url))
      .find(Boolean),
  };
}

/** Volume, issue and pages; OpenAlex gives an article number as first and last page. */
function readNumbering(biblio: Fields): PaperInput {
  const [first, last] = [asId(biblio.first_page), asId(biblio.last_page)];
  const pages = first === last ? first : asTexts([first, last]).join('-');
  return { volume: asId(biblio.volume), issue: asId(biblio.issue), pages };
}

/** Versions on arXiv often lack arXiv's DOI, but the work's locations contain its number. */
function findArxivId(doi: string | undefined, locations: readonly Fields[]): string | undefined {
  const links = locations.map((each) => ({ link: asText(each.landing_page_url), pdfLink: asText(each.pdf_url) }));
  return [{ doi }, ...links].map(arxivKey).find(Boolean);
}

/** Each author once: a work with two affiliations may list its author twice, under one id. */
function readAuthors(authorships: readonly unknown[]): string[] {
  const seen = new Set<string>();
  return authorships.flatMap((authorship) => {
    const { author, raw_author_name: raw } = asFields(authorship);
    const { id: named, display_name: name } = asFields(author);
    const id = asText(named);
    if (id !== undefined && seen.has(id)) return [];
    if (id !== undefined) seen.add(id);
    return asText(name) ?? asText(raw) ?? [];
  });
}

/** Older snapshots give the number without its letters. */
function readPmcNumber(text: string | undefined): string | undefined {
  const number = /(?<!\d)(\d+)\/?$/.exec(text ?? '')?.[1];
  return number && `PMC${number}`;
}

/** The type of the venue is more reliable: OpenAlex also calls conference papers and manuscripts `article`. */
function readType(
  type: string | undefined,
  sourceType: string | undefined,
  raw: string | undefined,
): string | undefined {
  const ofSource = findPublicationType(sourceType);
  if (raw === 'proceedings-article' || type === 'proceedings-article') return 'conference';
  if (ofSource && type !== 'book' && type !== 'dissertation' && type !== 'dataset') return ofSource;
  if (type === undefined || type === 'article') return raw === 'journal-article' ? 'journal' : undefined;
  return readPublicationType(type);
}

function fieldsOfWork(work: Fields): string[] {
  const fields = fieldsOfTopics([work.primary_topic, ...asList(work.topics)]);
  return fields.length > 0 ? fields : fieldsOfConcepts(asList(work.concepts).map(asFields));
}

/** Top-level concepts have the names of the contract's fields; scores may be numbers or strings. */
function fieldsOfConcepts(concepts: readonly Fields[]): string[] {
  const roots = concepts
    .map(({ display_name: name, score }) => ({
      field: readFieldOfStudy(asText(name) ?? ''),
      score: Number(asId(score) ?? 0),
    }))
    .filter((root) => root.field !== undefined);
  const likely = roots.filter(({ score }) => score >= MIN_CONCEPT_SCORE);
  return (likely.length > 0 ? likely : roots.slice(0, 1)).map(({ field }) => field as string);
}

/** Undefined if the text is too short. */
function readAbstract(index: unknown): string | undefined {
  const text = readInvertedAbstract(index) ?? '';
  return text.length < MIN_ABSTRACT_CHARACTERS ? undefined : withoutHeading(text);
}

export const format: Format = {
  name: 'openalex',
  title: 'OpenAlex',
  place: 160,
  read: {
    what: 'works of the snapshot (JSON lines, old and new form), saved API pages, single works',
    json: { is: isOpenAlex, signature: /"id"\s*:\s*"https?:\/\/(?:api\.)?openalex\.org\//, read: readOpenAlex },
  },
};
