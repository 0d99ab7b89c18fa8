import { parseYear } from '../../../contract/filter-table.ts';
import type { Filters } from '../../../contract/filters.ts';
import { asFields, asId, asText, asTexts, type Fields, oneOrMore } from '../../../lib/json.ts';
import { readArxivId } from '../../../papers/arxiv-number.ts';
import { readDate } from '../../../papers/dates.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import type { FailureDetail } from '../../../wording/notes/source-outcomes.ts';
import { chooseBase, parseCount, readParameter, withParameters } from '../parameters.ts';
import { queryPhrases } from '../query-phrases.ts';
import type { DescribedSource, SourceAnswer, SourcePage, SourceRequest, SourceSearch } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';

const PUBLIC_API = 'https://dblp.org';
/** It allows 1,000. */
const MAX_PAGE_RECORDS = 300;
/** Instead of an answer it may send a browser check, with status 200 or 500. */
const PAGE = /^\s*<(?:!doctype|html)/i;

/** DBLP: titles of computer science with their venues, without abstracts, newest first. It has no keys. */
export const source: DescribedSource = {
  name: 'dblp',
  title: 'DBLP',
  place: 70,
  hosts: ['dblp.org'],
  weight: 0.5,
  // It asks for a pause of one or two seconds between requests.
  paceMs: 2_000,
  timeoutMs: 20_000,
  maxBytes: 8 * 1024 * 1024,
  maxRequests: 2,
  cannotAnswer: cannotAsk,
  keywordsLeftOut,
  search(question, settings) {
    const request = {
      url: `${chooseBase(settings, PUBLIC_API)}/search/publ/api`,
      headers: { Accept: 'application/json' },
    };
    const size = Math.max(1, Math.min(question.count, MAX_PAGE_RECORDS));
    return withParameters(request, { q: queryOf(question), format: 'json', h: size, f: 0, c: 0 });
  },
  readPage,
};

function readPage(answer: SourceAnswer, request: SourceRequest): SourcePage {
  if (PAGE.test(answer.text)) return failed('refused');
  const failure = readFailure(answer);
  if (failure) return failure;
  const hits = asFields(asFields(asFields(parseAnswer(answer)).result).hits);
  const total = parseCount(hits['@total']);
  if (total === undefined) return failed('unreadable');
  const entries = oneOrMore(hits.hit).map((hit) => asFields(asFields(hit).info));
  const records = entries.map(metadataFromDblp).filter(({ title }) => title);
  const read = (parseCount(readParameter(request, 'f')) ?? 0) + entries.length;
  const hasMore = entries.length > 0 && read < total;
  return { records, total, ...(hasMore && { next: withParameters(request, { f: read }) }) };
}

/** DBLP's query language: words joined by spaces must all match, words joined by `|` need one match. */

const LIMITS = { maxPhrases: 8, maxPhraseLength: 100, maxCharacters: 400, separatorLength: 0, maxEncodedBytes: 1_000 };
/** Enough for four keywords of two words each. */
const MAX_CLAUSES = 16;

/** Why DBLP cannot answer; undefined if it can. */
function cannotAsk(question: SourceSearch): FailureDetail | undefined {
  const { fieldsOfStudy } = question.filters;
  if (fieldsOfStudy && !fieldsOfStudy.includes('Computer Science')) return 'computer-science-only';
  return phrasesOf(question).length === 0 ? 'no-words' : undefined;
}

/** How many keywords do not fit into one query. */
function keywordsLeftOut({ keywords, ...question }: SourceSearch): number {
  const sent = new Set(phrasesOf({ ...question, keywords }).map((words) => words.join(' ')));
  return keywords.map(({ text }) => wordsOf(text)).filter((words) => words.length > 0 && !sent.has(words.join(' ')))
    .length;
}

/**
 * All words of one of the phrases. The language has no brackets, so the query is multiplied out:
 * `(deep learning) or (neural network)` is `deep|neural deep|network learning|neural learning|network`.
 */
function queryOf(question: SourceSearch): string {
  const clauses = phrasesOf(question).reduce<string[][]>(
    (joined, words) => joined.flatMap((clause) => words.map((word) => [...new Set([...clause, word])])),
    [[]],
  );
  return [...withoutImplied(clauses), ...yearOf(question.filters)].join(' ');
}

/** Clauses as text, without those implied by a shorter one. */
function withoutImplied(clauses: readonly string[][]): Set<string> {
  const isImplied = (clause: readonly string[]) =>
    clauses.some((other) => other.length < clause.length && other.every((word) => clause.includes(word)));
  return new Set(clauses.filter((clause) => !isImplied(clause)).map((clause) => clause.sort().join('|')));
}

/** As many keywords as fit. Terms of a text are used only without keywords, because one word of a title says little. */
function phrasesOf({ keywords, terms, ...question }: SourceSearch): string[][] {
  const phrases: string[][] = [];
  let clauses = 1;
  for (const phrase of queryPhrases({ ...question, keywords, terms: keywords.length > 0 ? [] : terms }, LIMITS)) {
    const words = wordsOf(phrase);
    if (words.length === 0 || clauses * words.length > MAX_CLAUSES) continue;
    phrases.push(words);
    clauses *= words.length;
  }
  return phrases;
}

/** A word matches everything that starts with it, ignoring case. Hyphens and full stops are not part of words. */
function wordsOf(phrase: string): string[] {
  return [...new Set(phrase.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u))].filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Only one year can be requested. For several, the filter on merged fields decides. */
function yearOf({ year }: Filters): string[] {
  if (year === undefined) return [];
  const { from, to } = parseYear(year);
  return from === to ? [`year:${from}:`] : [];
}

const TYPES: Record<string, string> = {
  'Journal Articles': 'journal',
  'Conference and Workshop Papers': 'conference',
  'Parts in Books or Collections': 'book series',
  'Books and Theses': 'book',
  'Data and Artifacts': 'dataset',
  Editorship: 'book',
};

/** The metadata of a hit's `info`; everything may be missing. */
function metadataFromDblp(record: Fields): PaperInput {
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
