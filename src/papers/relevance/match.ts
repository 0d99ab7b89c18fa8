import type { WirePaper } from '../../contract/paper.ts';
import type { MatchClass } from './match-classes.ts';
import { type PaperTerms, presenceIn, readPaperTerms } from './paper-terms.ts';
import type { Compound, Question, QuestionKeyword, QuestionTerm } from './question.ts';

/** How well a paper fits a question, as far as its title, summary and abstract tell. */
export type Match = {
  match: MatchClass;
  /** From 0 to 1: how much of the question's weight the paper covers. */
  share: number;
  /** The keywords that it has, as phrases or with all their words, as they were asked. */
  keywords: string[];
  /** The heaviest terms of the text that it has; of a question with keywords these say enough. */
  terms: string[];
};

/**
 * The least share of each class, by how it was asked: calibrated on labelled topics (docs/benchmarks.md). A paper has
 * more of a text's many words than of a few keywords, and a text has more that says nothing.
 */
const MIN_SHARE = {
  keywords: { strong: 0.52, good: 0.36, partial: 0.18 },
  both: { strong: 0.58, good: 0.4, partial: 0.16 },
  text: { strong: 0.64, good: 0.5, partial: 0.15 },
};

/** What one mention, two, three or more say of a paper's subject; a word of the title says all. */
const MENTIONS = [0, 0.5, 0.7, 0.9, 1];
/** Without a title it cannot be told from one mention whether a paper is about it. */
const WITHOUT_TITLE = 0.8;
/** A keyword whose words stand apart, and one of which only some words are there. */
const WORDS_APART = 0.9;
const SOME_WORDS = 0.7;
/** Of a long text, so many of its heaviest terms make a whole: no paper has them all. */
const WHOLE_TEXT_TERMS = 12;
/** Of a text, the terms that an answer may name. */
export const NAMED_TERMS = 4;
/** With so few keywords each is needed, unless it is common beside the rarest one. */
const FEW_KEYWORDS = 3;
const NEEDED_SHARE_OF_RAREST = 0.6;
/** The heaviest term of a short text is needed: it carries at least so much of the text's weight. */
const NEEDED_SHARE_OF_TEXT = 0.2;

/** Compares a paper with a question: the same paper and question give the same match in every job. */
export function matchOf(question: Question, paper: WirePaper): Match {
  const terms = readPaperTerms(paper, question.terms);
  const has = presenceIn(terms.places, question.compounds);
  const covered = question.keywords.map((keyword) => ({ keyword, ...keywordCoverage(keyword, terms, has, question) }));
  const keywords = covered.filter(({ isWhole }) => isWhole).map(({ keyword }) => keyword.keyword);
  const byKeywords = weightedMean(covered.map(({ keyword, part }) => ({ weight: keyword.weight, part })));
  const byText = textCoverage(question, terms, has);
  const share = byText === undefined ? byKeywords : question.keywords.length === 0 ? byText : (byKeywords + byText) / 2;
  const lacking = covered.filter(({ part }) => part === 0).map(({ keyword }) => keyword);
  const lacksNeeded = lacksNeededKeyword(question, lacking) || lacksNeededTerm(question, has);
  const named = question.keywords.length > 0 ? [] : question.text.slice(0, NAMED_TERMS);
  const termsHeld = named.filter(({ term }) => has(term)).map(({ term }) => term);
  return { match: classOf(share, question, lacksNeeded), share, keywords, terms: termsHeld };
}

type Presence = (term: string) => boolean;

function classOf(share: number, { keywords, text }: Question, lacksNeeded: boolean): MatchClass {
  const least = MIN_SHARE[keywords.length === 0 ? 'text' : text.length === 0 ? 'keywords' : 'both'];
  if (share < least.partial) return 'weak';
  if (share < least.good || lacksNeeded) return 'partial';
  return share < least.strong ? 'good' : 'strong';
}

function lacksNeededKeyword({ keywords }: Question, lacking: readonly QuestionKeyword[]): boolean {
  if (keywords.length > FEW_KEYWORDS) return false;
  const rarest = Math.max(...keywords.map(({ weight }) => weight));
  return lacking.some(({ weight }) => weight >= NEEDED_SHARE_OF_RAREST * rarest);
}

/** Of a text alone; beside keywords it only explains them. */
function lacksNeededTerm({ keywords, text }: Question, has: Presence): boolean {
  const [heaviest] = text;
  if (keywords.length > 0 || heaviest === undefined) return false;
  return heaviest.weight >= NEEDED_SHARE_OF_TEXT * sumOf(text) && !has(heaviest.term);
}

function keywordCoverage(keyword: QuestionKeyword, paper: PaperTerms, has: Presence, { compounds }: Question) {
  const parts = keyword.terms.map(({ term, weight }) => ({ weight, part: has(term) ? credit(term, paper) : 0 }));
  const part = weightedMean(parts);
  const isWhole = keyword.terms.every(({ term }) => has(term));
  if (!isWhole) return { part: part * SOME_WORDS, isWhole };
  return { part: isPhrase(keyword, compounds, paper) ? part : part * WORDS_APART, isWhole };
}

/** Undefined where there is no text. */
function textCoverage({ text }: Question, paper: PaperTerms, has: Presence): number | undefined {
  if (text.length === 0) return undefined;
  const whole = sumOf(text.slice(0, WHOLE_TEXT_TERMS));
  const covered = sumOf(text.map(({ term, weight }) => ({ weight: has(term) ? weight * credit(term, paper) : 0 })));
  return Math.min(1, covered / whole);
}

/** From 0 to 1: how much a paper that has the term is about it. */
function credit(term: string, { places, titleEnd }: PaperTerms): number {
  const mentions = places.get(term) ?? [0];
  const byMentions = MENTIONS[Math.min(mentions.length, MENTIONS.length - 1)] as number;
  if (titleEnd === 0) return Math.max(byMentions, WITHOUT_TITLE);
  return (mentions[0] as number) < titleEnd ? 1 : byMentions;
}

/** Whether the terms of a keyword stand one after the other somewhere. */
function isPhrase({ terms }: QuestionKeyword, compounds: readonly Compound[], { places }: PaperTerms): boolean {
  const isIn = ({ parts }: Compound) => terms.every(({ term }) => parts.includes(term));
  if (terms.length === 1 || compounds.some((compound) => isIn(compound) && places.has(compound.joined))) return true;
  const [first, ...others] = terms.map(({ term }) => new Set(places.get(term)));
  return [...(first ?? [])].some((start) => others.every((starts, at) => starts.has(start + at + 1)));
}

function weightedMean(parts: readonly { weight: number; part: number }[]): number {
  const all = sumOf(parts);
  return all === 0 ? 0 : sumOf(parts.map(({ weight, part }) => ({ weight: weight * part }))) / all;
}

function sumOf(parts: readonly Pick<QuestionTerm, 'weight'>[]): number {
  return parts.reduce((sum, { weight }) => sum + weight, 0);
}
