import { visibleLine } from '../../lib/visible-text.ts';
import { inflectedForm } from '../analysis/inflection.ts';
import { stem } from '../analysis/stem.ts';
import { FUNCTION_WORDS } from '../analysis/stop-words.ts';
import type { Query, QueryText } from '../query/query.ts';
import { type QueryToken, readQueryTokens } from '../query/terms.ts';
import { compilePhrases } from '../strategy/predicate.ts';
import { positiveConcepts } from '../strategy/strategy-tree.ts';
import { shorten } from '../text.ts';
import { findAbbreviations, type PaperTexts, withoutShortForms } from './abbreviations.ts';
import { isRequestWord } from './asking-words.ts';
import { type Alternatives, type Concept, listForms, readAlternatives, readConcept } from './concepts.ts';
import { type Deciding, decidingOfKeywords, decidingOfText, formsOfDeciding } from './deciding.ts';
import { separateNamesInBrackets } from './names-in-brackets.ts';
import { BOILERPLATE, estimateRarity } from './rarity.ts';
import { formOf, literalPart, readPhraseTokens } from './word-patterns.ts';

/** A term of a query: the form of a word, the word, and its share of the query's weight. */
export type QueryTerm = { term: string; word: string; weight: number };

/** A compound such as `COVID-19`: the terms of its parts, and the term without hyphens. */
export type Compound = { parts: string[]; joined: string };

/** `keyword` is suitable for display. Keywords of one `concept` of a strategy are alternatives. */
export type ComparedKeyword = {
  keyword: string;
  terms: QueryTerm[];
  weight: number;
  /** All names that count as the keyword. */
  named: Concept;
  concept?: number;
};

/** A query prepared for comparison with papers: its keywords, what decides, and the most distinctive words. */
export type QueryTerms = {
  keywords: ComparedKeyword[];
  /** The concepts that decide how well a paper fits, of the keywords or, without any, of a text that is no page. */
  deciding: Deciding[];
  /** Of a job: those without names that hardly a paper of it uses. */
  used?: Deciding[];
  judgedBy: 'keywords' | 'text' | 'page';
  isStrategy: boolean;
  /** For a strategy: the keywords in a paper's title or abstract, as written. */
  phrasesIn?: (paper: PaperTexts) => string[];
  /** Its concepts of several words. */
  compounded: Concept[];
  /** The most distinctive terms of the text, heaviest first. */
  text: QueryTerm[];
  /** The terms of its first words, which state its topic, and all of its terms, rarest first. */
  firstTerms: QueryTerm[];
  allTerms: QueryTerm[];
  /** From keywords and text. */
  compounds: Compound[];
  /** All of the above terms, which are looked up in a paper. */
  terms: ReadonlySet<string>;
};

/** A paper relevant to a page of text does not repeat it. */
const MAX_TEXT_TERMS = 24;
/** A long text states its topic in its first words, often a paper's title. */
const FIRST_WORDS = 20;
const FIRST_WORDS_WEIGHT = 3;
const MAX_SHOWN_KEYWORD = 80;
/** A text with more terms is a page, and no paper contains all of them. */
const MAX_SHORT_TEXT_TERMS = 20;

/** Prepares a query for comparison with papers. Undefined if it has no comparable word. */
export function readQueryTerms(asked: Pick<Query, 'keywords' | 'text' | 'strategy'>): QueryTerms | undefined {
  const { text: query, tokens } = asked.text ?? { text: '', tokens: [] };
  const phrases = phrasesOf(asked);
  const abbreviations = findAbbreviations([query, ...phrases.map(({ text }) => text)].join('\n'));
  const short = separateNamesInBrackets(query);
  const shortTerms = distinctTerms(contentOf(readQueryTokens(short.text)));
  const isPage = shortTerms.length > MAX_SHORT_TEXT_TERMS;
  const alternatives = readAlternatives(isPage ? abbreviations : [...abbreviations, ...short.names]);
  const keywords = phrases
    .map((each) => ({
      ...readKeyword(each, alternatives),
      ...(each.concept !== undefined && { concept: each.concept }),
    }))
    .filter(({ terms }) => terms.length > 0);
  const text = textTerms(tokens);
  const content = contentOf(tokens);
  const firstTerms = distinctTerms(content.slice(0, FIRST_WORDS));
  const allTerms = (isPage ? distinctTerms(content) : shortTerms).sort((a, b) => b.weight - a.weight);
  if (keywords.length === 0 && text.length === 0) return undefined;
  const compounds = [tokens, ...phrases.map((phrase) => phrase.tokens)].flatMap(compoundsOf);
  const ofKeywords = decidingOfKeywords(keywords, { orAny: text.length === 0 });
  const isStrategy = phrases.some(({ concept }) => concept !== undefined);
  // Combined with keywords, a text only explains them.
  const ofText = ofKeywords.length > 0 ? [] : decidingOfQuery(isPage ? query : short.text, allTerms, alternatives);
  const terms = [...keywords.flatMap((keyword) => keyword.terms), ...allTerms].map(({ term }) => term);
  const forms = [...keywords.map(({ named }) => named).flatMap(listForms), ...ofText.flatMap(formsOfDeciding)];
  return {
    keywords,
    deciding: ofKeywords.length > 0 ? ofKeywords : ofText,
    judgedBy: judge(ofKeywords, allTerms),
    compounded: [
      ...keywords.map(({ named }) => named),
      ...ofText.flatMap(({ alternatives: [whole = []] }) => whole.map(({ named }) => named)),
    ].filter(({ names: [asked = []] }) => asked.length > 1),
    isStrategy,
    ...(isStrategy && { phrasesIn: findPhrases(phrases) }),
    text,
    firstTerms,
    allTerms,
    compounds,
    terms: new Set([...terms, ...forms, ...compounds.map(({ joined }) => joined)]),
  };
}

function findPhrases(phrases: readonly Phrase[]): (paper: PaperTexts) => string[] {
  const phrasesIn = compilePhrases([...new Set(phrases.map(({ text }) => text))]);
  return (paper) => phrasesIn(paper).map(showKeyword);
}

function showKeyword(text: string): string {
  return shorten(visibleLine(text), MAX_SHOWN_KEYWORD);
}

function judge(ofKeywords: readonly Deciding[], terms: readonly QueryTerm[]): QueryTerms['judgedBy'] {
  if (ofKeywords.length > 0) return 'keywords';
  return terms.length > MAX_SHORT_TEXT_TERMS ? 'page' : 'text';
}

/** In a page of text no noun group decides, because it mentions too much that no other paper does. */
function decidingOfQuery(query: string, terms: readonly QueryTerm[], alternatives: Alternatives): Deciding[] {
  return terms.length > MAX_SHORT_TEXT_TERMS ? [] : decidingOfText(query, alternatives);
}

type Phrase = QueryText & { concept?: number };

/**
 * The phrases of a strategy's concepts, with their wildcards, the first of each concept before the second; none for
 * a strategy without words, of which names and years alone decide. Without a strategy, the keywords.
 */
function phrasesOf({ keywords, strategy }: Pick<Query, 'keywords' | 'strategy'>): readonly Phrase[] {
  if (!strategy) return keywords;
  const concepts = positiveConcepts(strategy.node);
  const longest = Math.max(0, ...concepts.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    concepts.flatMap((phrases, concept) => {
      const text = phrases[index];
      return text === undefined ? [] : [{ text, tokens: readPhraseTokens(text), concept }];
    }),
  ).flat();
}

/** A keyword weighs as much as its rarest word. */
function readKeyword(keyword: QueryText, alternatives: Alternatives): ComparedKeyword {
  const text = withoutShortForms(keyword.text);
  const tokens = text === keyword.text ? keyword.tokens : readQueryTokens(text);
  const terms = distinctTerms(contentOf(tokens));
  return {
    keyword: showKeyword(keyword.text),
    terms,
    weight: Math.max(0, ...terms.map(({ weight }) => weight)),
    named: readConcept(text, alternatives, tokens),
  };
}

function distinctTerms(tokens: readonly QueryToken[]): QueryTerm[] {
  const words = new Map(tokens.map(({ word }) => [formOf(word), word]));
  return [...words].map(([term, word]) => ({ term, word, weight: weightOf(word) }));
}

/** Words of asking say nothing about the subject. */
function weightOf(word: string): number {
  return isRequestWord(word) ? BOILERPLATE : estimateRarity(stem(literalPart(word)));
}

function textTerms(tokens: readonly QueryToken[]): QueryTerm[] {
  const first = new Set(tokens.slice(0, FIRST_WORDS).map(({ word }) => inflectedForm(word)));
  const counts = new Map<string, { word: string; count: number }>();
  for (const { word } of contentOf(tokens)) {
    const term = inflectedForm(word);
    const previous = counts.get(term);
    if (previous) previous.count += 1;
    else counts.set(term, { word, count: 1 });
  }
  return [...counts]
    .map(([term, { word, count }]) => {
      const place = first.has(term) ? FIRST_WORDS_WEIGHT : 1;
      return { term, word, weight: weightOf(word) * (1 + Math.log2(count)) * place };
    })
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_TEXT_TERMS);
}

/** The content words, with compounds as their parts; all words if there are none (`To be or not to be`). */
function contentOf(tokens: readonly QueryToken[]): QueryToken[] {
  const words = tokens.filter(({ isJoined }) => !isJoined);
  const content = words.filter(({ word }) => !FUNCTION_WORDS.has(word));
  return content.length > 0 ? content : words;
}

/** The tokeniser emits the joined form of a compound after its parts. */
function compoundsOf(tokens: readonly QueryToken[]): Compound[] {
  return tokens.flatMap(({ word, isJoined }, place) => {
    if (!isJoined) return [];
    const parts: string[] = [];
    let length = 0;
    for (let at = place - 1; at >= 0 && length < word.length; at -= 1) {
      const part = tokens[at] as QueryToken;
      parts.unshift(inflectedForm(part.word));
      length += part.word.length;
    }
    return [{ parts, joined: inflectedForm(word) }];
  });
}
