import { groupBy } from '../lib/groups.ts';
import { omitEmpty, omitUndefined } from '../lib/omit-undefined.ts';
import { otherFields } from './bibtex-source.ts';
import { detectDesign } from './design/design.ts';
import { type FoundPaper, readEngine } from './found-paper.ts';
import { doiLink, withoutCredentials } from './identifiers.ts';
import { type Access, hasPdf, readAccess } from './open-access.ts';
import { describeCitationLink } from './references/citation-links.ts';
import { bestSentence } from './relevance/best-sentence.ts';
import type { Match } from './relevance/match.ts';
import { countQueryWords } from './relevance/paper-terms.ts';
import type { QueryTerms } from './relevance/query-terms.ts';
import { describeNoMark } from './retraction/sentences.ts';
import { retractionMark, retractionStatus } from './retraction/status.ts';
import { quartileSourceName, type View } from './source-words.ts';
import { cleanLine, firstSentence, shorten } from './text.ts';

/** Authors named in a compact view; the others are counted. */
const MAX_NAMED_AUTHORS = 3;
export const MAX_SUMMARY_CHARACTERS = 240;
/** Limit in the shorter views: some records have a whole page as title. */
const MAX_TITLE_CHARACTERS = 300;
const MAX_NAME_CHARACTERS = 80;
const MAX_VENUE_CHARACTERS = 120;
/** No genuine paper has more enriched fields, or was found in more sources. */
const MAX_ENRICHED_FIELDS = 30;
/** Our records have fewer fields; another service's may have any number. */
const MAX_PROVENANCE_FIELDS = 40;
/** Maximum words, or ranks of sources, in an explanation. */
const MAX_EXPLAINED_ENTRIES = 10;
/** For ISSNs, ISBNs and editors: a venue or book has few. Other services may send any number. */
const MAX_LISTED = 10;
/** A record has up to a hundred keywords, MeSH headings included. */
const MAX_KEYWORDS = 100;
const MAX_NOTE_CHARACTERS = 1_000;

/** A paper as shown in an answer; unknown fields are omitted. */
export type PaperView = { ref: string } & Record<string, unknown>;

/** How well a paper fits a query, with the keywords that it contains. */
type ShownRelevance = Pick<Match, 'match' | 'keywords'> & { question: QueryTerms };

/** One sentence about the paper: its own summary, else the abstract's sentence that best matches the query. */
function summaryOf(
  { summary, abstract }: FoundPaper,
  question: QueryTerms | undefined,
  preferred: number,
): string | undefined {
  if (summary !== undefined) return firstSentence(summary, MAX_SUMMARY_CHARACTERS);
  return abstract && bestSentence(abstract, question, MAX_SUMMARY_CHARACTERS, preferred);
}

/** The first authors, and the number of further ones. */
function shortAuthors(names: readonly string[]): { authors: string; moreAuthors: number | undefined } {
  const named = names.slice(0, MAX_NAMED_AUTHORS).map((name) => shorten(name, MAX_NAME_CHARACTERS));
  return { authors: named.join(', '), moreAuthors: names.length - named.length || undefined };
}

/** The title as shown. Some records have none. */
export function displayTitle({ title }: FoundPaper): string {
  return title || '(no title)';
}

/**
 * A paper as `compact` (about 100 tokens), `abstract` (with the abstract, not a summary) or `full`. Text is cleaned;
 * links are http(s) only. If the query is known, `relevance` says how well the paper fits it. A sentence of the
 * abstract has at most `summaryCharacters`, if one is that short.
 */
export function viewPaper(
  ref: string,
  paper: FoundPaper,
  view: View,
  relevance?: ShownRelevance,
  summaryCharacters: number = MAX_SUMMARY_CHARACTERS,
): PaperView {
  const { doi, authors: names, venue, abstract } = paper;
  const whole = view === 'full';
  const access = readAccess(paper);
  const mark = retractionMark(paper);
  const common = {
    // First, so that it is not overlooked.
    retracted: mark?.kind === 'retracted' || undefined,
    retraction: mark,
    match: relevance?.match,
    title: whole ? displayTitle(paper) : shorten(displayTitle(paper), MAX_TITLE_CHARACTERS),
    ...(whole ? { authors: names.join(', ') } : shortAuthors(names)),
    year: paper.year,
    venue: whole ? venue : venue && shorten(venue, MAX_VENUE_CHARACTERS),
    citations: paper.citationCount,
    design: detectDesign(paper),
    doi,
    // Unknown differs from "no" and is omitted.
    openAccess: access.isOpenAccess,
    // A paper without a DOI still needs a link.
    link: doi === undefined || whole ? access.link : undefined,
  };
  const removed = { removedCharacters: paper.search?.removedCharacters };
  const summary = () => summaryOf(paper, relevance?.question, summaryCharacters);
  if (view === 'compact') return { ref, ...omitEmpty({ ...common, summary: summary(), ...removed }) };
  const more = { ...common, searchKeywordsMet: relevance?.keywords, abstract };
  if (view === 'abstract')
    return { ref, ...omitEmpty({ ...more, summary: abstract ? undefined : summary(), ...removed }) };
  return { ref, ...omitEmpty({ ...more, ...fullFields(paper, access, relevance?.question), ...removed }) };
}

/** Omits whole fields, longest first, until the JSON's `sizeOf` is at most `maxSize`. `leftOut` names them. */
export function fitToSize(paper: PaperView, maxSize: number, sizeOf: (json: string) => number): PaperView {
  const { ref, ...fields } = paper;
  const leftOut: string[] = [];
  const fitted = () => ({ ref, ...fields, ...(leftOut.length > 0 ? { leftOut } : {}) });
  while (sizeOf(JSON.stringify(fitted())) > maxSize) {
    const sizes = Object.entries(fields).map(([name, value]) => ({ name, size: JSON.stringify(value).length }));
    const longest = sizes.reduce((a, b) => (b.size > a.size ? b : a), { name: '', size: 0 });
    if (longest.name === '') break;
    delete fields[longest.name];
    leftOut.push(`${longest.name} (${longest.size} characters)`);
  }
  return fitted();
}

function fullFields(paper: FoundPaper, access: Access, question: QueryTerms | undefined): Record<string, unknown> {
  return {
    summary: paper.summary,
    id: withoutCredentials(cleanLine(paper.search?.id ?? '')),
    type: paper.publicationType,
    publishedAt: paper.publishedAt,
    fieldsOfStudy: paper.fieldsOfStudy,
    influentialCitations: paper.influentialCitationCount,
    references: paper.referenceCount,
    quartile: paper.quartile,
    quartileSource: quartileSourceName(paper.quartileSource, paper.quartileYear),
    retractionStatus: describeNoMark(retractionStatus(paper)),
    keywords: paper.keywords?.slice(0, MAX_KEYWORDS).map(cleanName),
    notes: paper.notes?.map((note) => shorten(cleanLine(note), MAX_NOTE_CHARACTERS)),
    databases: paper.databases?.map(({ name, accessionNumber }) =>
      cleanName([name, accessionNumber].filter(Boolean).join(' ')),
    ),
    publisher: paper.publisher,
    publisherPlace: cleanName(paper.publisherPlace ?? ''),
    edition: cleanName(paper.edition ?? ''),
    series: cleanName(paper.series ?? ''),
    seriesNumber: cleanName(paper.seriesNumber ?? ''),
    volume: cleanName(paper.volume ?? ''),
    issue: cleanName(paper.issue ?? ''),
    pages: cleanName(paper.pages ?? ''),
    editors: paper.editors?.slice(0, MAX_LISTED).map(cleanName).join(', '),
    isbns: paper.isbns?.slice(0, MAX_LISTED).map(cleanName),
    language: cleanName(paper.language ?? ''),
    country: paper.country,
    preprint: paper.isPrePrint,
    downloadable: hasPdf(paper, access),
    pdfLink: access.pdfLink,
    semanticLink: paper.search?.semanticLink,
    doiLink: paper.doi && doiLink(paper.doi),
    score: paper.search?.score,
    engine: readEngine(paper),
    arxivId: paper.arxivId,
    pmid: paper.pmid,
    pmcid: paper.pmcid,
    openAlexId: paper.openAlexId,
    corpusId: paper.corpusId,
    issns: paper.issns?.slice(0, MAX_LISTED).map(cleanName),
    citationKey: cleanName(paper.bibtex?.key ?? ''),
    bibtex: importedFields(paper),
    sources: sourcesOf(paper),
    provenance: provenanceOf(paper),
    enriched: enrichedFields(paper),
    explanation: explanationOf(paper, question),
    ledBy: paper.search?.ledBy?.map(describeCitationLink),
  };
}

/** Fields of the imported BibTeX entry that a paper lacks, such as notes. */
function importedFields({ bibtex }: FoundPaper): Record<string, string> | undefined {
  const fields = otherFields(bibtex ?? {}).slice(0, MAX_PROVENANCE_FIELDS);
  const lines = fields.map(([name, latex]) => [cleanName(name), shorten(cleanLine(latex), MAX_TITLE_CHARACTERS)]);
  return lines.length > 0 ? Object.fromEntries(lines) : undefined;
}

/** The sources that returned a paper of the local library. */
function sourcesOf(paper: FoundPaper): string[] | undefined {
  if (!(paper.search ?? paper).provenance) return undefined;
  return (readEngine(paper) ?? '')
    .split(',')
    .map(cleanName)
    .filter((name) => name !== '')
    .slice(0, MAX_ENRICHED_FIELDS);
}

/** Field names by source and day (`openalex 2026-11-20`). Only the embedded service provides them. */
function provenanceOf(paper: FoundPaper): Record<string, string> | undefined {
  const entries = Object.entries((paper.search ?? paper).provenance ?? {}).slice(0, MAX_PROVENANCE_FIELDS);
  const bySource = groupBy(entries, ([, { from, on }]) => cleanName(`${from} ${on}`));
  const lines = [...bySource].map(([source, named]) => [source, named.map(([name]) => cleanName(name)).join(', ')]);
  return lines.length > 0 ? Object.fromEntries(lines) : undefined;
}

/** The fields filled in after the search, with their sources: an addition of the embedded service. */
function enrichedFields({ search }: FoundPaper): Record<string, string> | undefined {
  const lines = Object.entries(search?.enriched ?? {})
    .slice(0, MAX_ENRICHED_FIELDS)
    .map(([name, source]) => [cleanName(name), cleanName(source)]);
  return lines.length > 0 ? Object.fromEntries(lines) : undefined;
}

/**
 * Why a paper was found: the query words that it contains, and what the embedded service recorded when it searched,
 * namely similarity by embeddings and sources' ranks.
 */
function explanationOf(paper: FoundPaper, question: QueryTerms | undefined): Record<string, unknown> | undefined {
  const { similarity, ranks } = paper.search?.explanation ?? {};
  const view = {
    ...withNumbers('words', question && countQueryWords(question, paper)),
    ...omitUndefined({ similarity }),
    ...withNumbers('ranks', ranks),
  };
  return Object.keys(view).length > 0 ? view : undefined;
}

function withNumbers(name: string, numbers: Record<string, number> = {}): Record<string, Record<string, number>> {
  const lines = Object.entries(numbers)
    .slice(0, MAX_EXPLAINED_ENTRIES)
    .map(([key, number]) => [cleanName(key), number] as const);
  return lines.length > 0 ? { [name]: Object.fromEntries(lines) } : {};
}

function cleanName(text: string): string {
  return shorten(cleanLine(text), MAX_NAME_CHARACTERS);
}

/** The paper's web address. */
export function bestLink({ doi, doiLink: reported, link }: Readonly<Record<string, unknown>>): unknown {
  return reported ?? (typeof doi === 'string' ? doiLink(doi) : link);
}

/** `Ada Lovelace, Alan Turing and 5 more`; undefined if no author is known. */
export function namedAuthors({ authors, moreAuthors }: PaperView): string | undefined {
  if (typeof authors !== 'string') return undefined;
  return moreAuthors === undefined ? authors : `${authors} and ${moreAuthors} more`;
}
