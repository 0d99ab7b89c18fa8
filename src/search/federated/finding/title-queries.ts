import { DEFAULT_LIMIT } from '../../../contract/rules.ts';
import { readQueryText } from '../../../papers/query/query.ts';
import type { PreparedReference } from '../../../papers/works/prepare-match.ts';
import type { SourceSearch } from '../../sources/source.ts';

/** Queries for titles. */

/** Titles per query: as many phrases as every source accepts. */
const TITLES_PER_QUERY = 6;
/** Sources cut longer phrases. The beginning of a title works as well, even without the subtitle. */
const MAX_PHRASE_CHARACTERS = 78;
/** Shorter titles occur as phrases in many abstracts, and would crowd out the others in the query. */
const MIN_PHRASE_CHARACTERS = 28;
const MIN_PHRASE_WORDS = 4;
const MAX_TEXT_CHARACTERS = 300;
const WORDS_PER_PIECE = 4;
const MAX_PIECES = 4;
/** Records requested for a query about one reference, and for one about several. */
const RECORDS_OF_ONE = 20;
const RECORDS_OF_SEVERAL = 60;
const RECORDS_OF_WORDS = 25;

const FILTERS: SourceSearch['filters'] = { limit: DEFAULT_LIMIT };

type Indexed = { reference: PreparedReference; index: number };

/**
 * Queries that combine several titles as phrases, with the indexes of the references. Titles too short for this are
 * omitted.
 */
export function titleQueries(references: readonly Indexed[]): { query: SourceSearch; indexes: number[] }[] {
  const phrases = references.flatMap(({ reference, index }) => {
    const phrase = beginningOf(reference.parsed.title ?? '', MAX_PHRASE_CHARACTERS);
    const isLong = phrase.length >= MIN_PHRASE_CHARACTERS && phrase.split(' ').length >= MIN_PHRASE_WORDS;
    return isLong ? [{ phrase, index }] : [];
  });
  const count = Math.ceil(phrases.length / TITLES_PER_QUERY);
  return Array.from({ length: count }, (_, nth) => {
    const batch = phrases.slice(nth * TITLES_PER_QUERY, (nth + 1) * TITLES_PER_QUERY);
    const keywords = batch.map(({ phrase }) => readQueryText(phrase));
    return {
      query: { keywords, terms: [], filters: FILTERS, count: RECORDS_OF_SEVERAL },
      indexes: batch.map(({ index }) => index),
    };
  });
}

/**
 * A query for one reference that also finds misspelt titles: the whole text for sources that rank by words, and parts
 * of the title for those that match phrases.
 */
export function singleQuery({ parsed }: PreparedReference, takesText: boolean): SourceSearch {
  const { title = parsed.text, text } = parsed;
  const common = { filters: FILTERS, count: RECORDS_OF_ONE };
  if (takesText) return { keywords: [], terms: [beginningOf(text, MAX_TEXT_CHARACTERS)], ...common };
  return { keywords: piecesOf(title).map(readQueryText), terms: [], ...common };
}

/** The query for a topic of a few words. */
export function wordsQuery({ parsed }: PreparedReference): SourceSearch {
  return { keywords: [readQueryText(parsed.text)], terms: [], filters: FILTERS, count: RECORDS_OF_WORDS };
}

function beginningOf(text: string, maxCharacters: number): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= maxCharacters) return plain;
  const blank = plain.lastIndexOf(' ', maxCharacters);
  return plain.slice(0, blank > 0 ? blank : maxCharacters);
}

/** Runs of a few words: a misspelling affects only the run that contains it. */
function piecesOf(title: string): string[] {
  const words = title.split(/\s+/).filter((word) => word !== '');
  if (words.length <= WORDS_PER_PIECE + 1) return [words.join(' ')];
  const count = Math.min(Math.ceil(words.length / WORDS_PER_PIECE), MAX_PIECES);
  const size = Math.min(Math.ceil(words.length / count), WORDS_PER_PIECE + 1);
  return Array.from({ length: count }, (_, nth) => words.slice(nth * size, (nth + 1) * size).join(' ')).filter(
    (piece) => piece.includes(' '),
  );
}
