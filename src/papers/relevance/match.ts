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

/** `strong` needs so much of the subject; the other classes so much of everything that was asked. */
type MinShares = { strong: number; good: number; partial: number };

/**
 * Calibrated on labelled topics (docs/benchmarks.md). Many keywords are alternatives to each other in part, and a page
 * of text has words that no other paper repeats.
 */
const MIN_SHARES = {
  fewKeywords: { strong: 0.52, good: 0.36, partial: 0.18 },
  manyKeywords: { strong: 0.48, good: 0.25, partial: 0.1 },
  text: { strong: 0.6, good: 0.45, partial: 0.13 },
  longText: { strong: 0.6, good: 0.17, partial: 0.11 },
} satisfies Record<string, MinShares>;

/** What so many of its heaviest terms weigh makes a whole: of a text with more, no paper has all. */
const WHOLE_TEXT_TERMS = 20;
/** Beside keywords a text counts as so many of them. */
const TEXT_AS_KEYWORDS = 3;

/** What one mention, two, three or more say of a paper's subject; a word of the title says all. */
const MENTIONS = [0, 0.4, 0.6, 0.7, 0.8];
/** Without a title it cannot be told from one mention whether a paper is about it. */
const WITHOUT_TITLE = 0.8;
/** A keyword whose words stand apart, and one of which only some words are there. */
const WORDS_APART = 0.9;
const SOME_WORDS = 0.7;
/** Of a text, the terms that an answer may name. */
export const NAMED_TERMS = 4;
/** With so few keywords each is needed, unless it is common beside the rarest one. */
const FEW_KEYWORDS = 3;
/** So many are in part alternatives to each other. */
const MANY_KEYWORDS = 5;
const NEEDED_SHARE_OF_RAREST = 0.6;
/** The heaviest term of a short text is needed: it carries at least so much of the text's weight. */
const NEEDED_SHARE_OF_TEXT = 0.2;

/** Compares a paper with a question: the same paper and question give the same match in every job. */
export function matchOf(question: Question, paper: WirePaper): Match {
  const terms = readPaperTerms(paper, question.terms);
  const has = presenceIn(terms.places, question.compounds);
  const all = question.keywords.map((keyword) => ({ keyword, ...keywordCoverage(keyword, terms, has, question) }));
  const covered = bestOfConcepts(all);
  const labels = covered.map(({ keyword }) => keyword);
  const keywords = all.filter(({ isWhole }) => isWhole).map(({ keyword }) => keyword.keyword);
  const byKeywords = weightedMean(covered.map(({ keyword, part }) => ({ weight: keyword.weight, part })));
  const parts = [keywordsPart(labels, byKeywords), ...textPart(question, terms, has)];
  const { share, subject, least } = mean(parts);
  const lacking = covered.filter(({ hasHeaviest }) => !hasHeaviest).map(({ keyword }) => keyword);
  const lacksNeeded = lacksNeededKeyword(labels, lacking) || lacksNeededTerm(question, has);
  const named = question.keywords.length > 0 ? [] : question.text.slice(0, NAMED_TERMS);
  const matchedTerms = named.filter(({ term }) => has(term)).map(({ term }) => term);
  return { match: classOf({ share, subject, least }, lacksNeeded), share, keywords, terms: matchedTerms };
}

type Presence = (term: string) => boolean;

/** How much of a part of the question is covered: of all of it, and of what says its subject. */
type Coverage = { share: number; subject: number; least: MinShares };
type WeighedCoverage = Coverage & { weight: number };

function classOf({ share, subject, least }: Coverage, lacksNeeded: boolean): MatchClass {
  if (share < least.partial) return 'weak';
  if (share < least.good || lacksNeeded) return 'partial';
  return subject < least.strong ? 'good' : 'strong';
}

/** Of the keywords of a concept the one that the paper covers best; all keywords where there are no concepts. */
function bestOfConcepts<Covered extends { keyword: QuestionKeyword; part: number }>(
  all: readonly Covered[],
): Covered[] {
  const best = new Map<unknown, Covered>();
  for (const covered of all) {
    const key = covered.keyword.concept ?? covered;
    const other = best.get(key);
    if (!other || covered.part > other.part) best.set(key, covered);
  }
  return [...best.values()];
}

function keywordsPart(keywords: readonly QuestionKeyword[], share: number): WeighedCoverage {
  const least = keywords.length >= MANY_KEYWORDS ? MIN_SHARES.manyKeywords : MIN_SHARES.fewKeywords;
  return { share, subject: share, least, weight: keywords.length };
}

/** A long text says its subject in its first words, often a title, which chooses each of its words. */
function textPart({ allTerms, firstTerms }: Question, paper: PaperTerms, has: Presence): WeighedCoverage[] {
  if (allTerms.length === 0) return [];
  const part = (term: string) => (has(term) ? credit(term, paper) : 0);
  const whole = sumOf(allTerms.slice(0, WHOLE_TEXT_TERMS));
  const share = Math.min(1, sumOf(allTerms.map(({ term, weight }) => ({ weight: weight * part(term) }))) / whole);
  if (allTerms.length <= WHOLE_TEXT_TERMS)
    return [{ share, subject: share, least: MIN_SHARES.text, weight: TEXT_AS_KEYWORDS }];
  const subject = sumOf(firstTerms.map(({ term }) => ({ weight: part(term) }))) / firstTerms.length;
  return [{ share, subject, least: MIN_SHARES.longText, weight: TEXT_AS_KEYWORDS }];
}

/** The coverage of the whole question, and the least shares between those of its parts. */
function mean(parts: readonly WeighedCoverage[]): Coverage {
  const of = (value: (part: Coverage) => number) =>
    weightedMean(parts.map((part) => ({ weight: part.weight, part: value(part) })));
  return {
    share: of(({ share }) => share),
    subject: of(({ subject }) => subject),
    least: {
      strong: of(({ least }) => least.strong),
      good: of(({ least }) => least.good),
      partial: of(({ least }) => least.partial),
    },
  };
}

function lacksNeededKeyword(keywords: readonly QuestionKeyword[], lacking: readonly QuestionKeyword[]): boolean {
  if (keywords.length > FEW_KEYWORDS) return false;
  const rarest = Math.max(...keywords.map(({ weight }) => weight));
  return lacking.some(({ weight }) => weight >= NEEDED_SHARE_OF_RAREST * rarest);
}

/** Of a text alone; beside keywords it only explains them. */
function lacksNeededTerm({ keywords, text, allTerms }: Question, has: Presence): boolean {
  const [heaviest] = text;
  if (keywords.length > 0 || heaviest === undefined || allTerms.length > WHOLE_TEXT_TERMS) return false;
  return heaviest.weight >= NEEDED_SHARE_OF_TEXT * sumOf(text) && !has(heaviest.term);
}

function keywordCoverage(keyword: QuestionKeyword, paper: PaperTerms, has: Presence, { compounds }: Question) {
  const parts = keyword.terms.map(({ term, weight }) => ({ weight, part: has(term) ? credit(term, paper) : 0 }));
  const part = weightedMean(parts);
  const isWhole = keyword.terms.every(({ term }) => has(term));
  const hasHeaviest = keyword.terms.some(({ term, weight }) => weight === keyword.weight && has(term));
  if (!isWhole) return { part: part * SOME_WORDS, isWhole, hasHeaviest };
  return { part: isPhrase(keyword, compounds, paper) ? part : part * WORDS_APART, isWhole, hasHeaviest };
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
