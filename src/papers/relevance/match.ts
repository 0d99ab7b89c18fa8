import { type PaperTexts, withLongForms } from './abbreviations.ts';
import { affirmed, findDecidingPositions, findPositions, findReversedPositions } from './concept-positions.ts';
import { type Concept, listForms } from './concepts.ts';
import { isAtLeast, type MatchClass } from './match-classes.ts';
import { type PaperTerms, readPaperTerms, testPresence } from './paper-terms.ts';
import { type ComparedKeyword, MAX_SHORT_TEXT_TERMS, type QueryTerm, type QueryTerms } from './query-terms.ts';

/** How well a paper fits a query, judged by title, summary and abstract. */
export type Match = {
  match: MatchClass;
  /** From 0 to 1: the share of the query's weight that the paper covers. */
  share: number;
  /** The keywords that it contains, with their words together or by another name. */
  keywords: string[];
  /** `keywords`, plus those with their words in reverse order: `cancer of the lung`. */
  keywordsInAnyOrder: string[];
};

/** `strong` requires this share of the subject, the other classes this share of the whole query. */
type MinShares = { strong: number; good: number; partial: number };

/**
 * Calibrated on labelled topics (docs/benchmarks.md). Many keywords are partly alternatives, and a page of text has
 * words that no other paper repeats.
 */
const MIN_SHARES = {
  fewKeywords: { strong: 0.52, good: 0.36, partial: 0.18 },
  manyKeywords: { strong: 0.5, good: 0.25, partial: 0.1 },
  text: { strong: 0.9, good: 0.55, partial: 0.13 },
  textBesideKeywords: { strong: 0.65, good: 0.55, partial: 0.13 },
  longText: { strong: 0.7, good: 0.17, partial: 0.11 },
} satisfies Record<string, MinShares>;

/** Combined with keywords, a text counts as this many of them. */
const TEXT_AS_KEYWORDS = 3;

/**
 * Weight of one, two, three or more mentions of a word as evidence of a paper's subject. A word in the title counts in
 * full.
 */
const MENTIONS = [0, 0.4, 0.6, 0.7, 0.8];
/** Factor for papers without a title, because one mention does not show whether a paper is about something. */
const WITHOUT_TITLE = 0.8;
/** Factors for a keyword whose words are apart, and one with only some of its words present. */
const WORDS_APART = 0.9;
const SOME_WORDS = 0.7;
/** Many keywords are partly alternatives: a strong paper lacks at most half of them and contains some in its title. */
const MAX_LACKING_SHARE = 0.5;
const MIN_IN_TITLE = 3;

/** Compares a paper with a query. The result is the same in every job. */
export function matchQuery(question: QueryTerms, paper: PaperTexts): Match {
  const match = matchSubject(question, paper);
  const written = question.phrasesIn?.(paper);
  // A strategy lists each form explicitly, so no other form or name counts.
  return written ? { ...match, keywords: written, keywordsInAnyOrder: written } : match;
}

function matchSubject(question: QueryTerms, paper: PaperTexts): Match {
  const terms = readPaperTerms(paper, question.terms);
  const match = compare(question, terms);
  const isSettled = match.match === 'strong' || match.match === 'weak';
  const torn = isSettled ? [] : question.compounded.filter((concept) => isTorn(concept, terms));
  if (torn.length === 0) return match;
  // `COPD exacerbations` matches the concept if the paper defines COPD.
  const written = withLongForms(paper, new Set(torn.flatMap(listForms)));
  return written ? better(compare(question, readPaperTerms(written, question.terms)), match) : match;
}

/** Whether a paper contains a word of a multi-word concept without naming it. */
function isTorn(concept: Concept, paper: PaperTerms): boolean {
  const { names } = concept;
  return (
    names.some((name) => name.some(({ form }) => paper.places.has(form))) && findPositions(concept, paper).length === 0
  );
}

function better(one: Match, other: Match): Match {
  if (one.match !== other.match) return isAtLeast(one.match, other.match) ? one : other;
  return one.keywords.length > other.keywords.length || one.share > other.share ? one : other;
}

function compare(question: QueryTerms, terms: PaperTerms): Match {
  const has = testPresence(terms.places, question.compounds);
  const all = question.keywords.map((keyword) => keywordCoverage(keyword, terms, has));
  const covered = bestOfConcepts(all);
  const byKeywords = weightedMean(covered.map(({ keyword, part }) => ({ weight: keyword.weight, part })));
  const parts = [keywordsPart(question, byKeywords, covered.length), ...textPart(question, terms, has)];
  const coverage = mean(parts);
  return {
    match: lower(classOf(coverage), decided(question, terms)),
    share: coverage.share,
    keywords: namesOf(all.filter(({ isNamed }) => isNamed)),
    keywordsInAnyOrder: namesOf(
      all.filter(({ keyword, isNamed }) => isNamed || findReversedPositions(keyword.named, terms).length > 0),
    ),
  };
}

/** Two concepts of a strategy may have the same phrase. */
function namesOf(covered: readonly KeywordCoverage[]): string[] {
  return [...new Set(covered.map(({ keyword }) => keyword.keyword))];
}

type Presence = (term: string) => boolean;

/** How much of a part of the query is covered: of everything, and of its subject. */
type Coverage = { share: number; subject: number; least: MinShares };
type WeighedCoverage = Coverage & { weight: number };

function classOf({ share, subject, least }: Coverage): MatchClass {
  if (share < least.partial) return 'weak';
  if (share < least.good) return 'partial';
  return subject < least.strong ? 'good' : 'strong';
}

function lower(one: MatchClass, other: MatchClass): MatchClass {
  return isAtLeast(one, other) ? other : one;
}

/** The best class that a paper can reach, by the deciding concepts that it contains. */
function decided({ deciding, needsAll }: QueryTerms, paper: PaperTerms): MatchClass {
  const places = deciding.map((each) => findDecidingPositions(each, paper));
  const lacking = places.filter((starts) => starts.length === 0).length;
  if (needsAll) return lacking > 0 ? 'partial' : 'strong';
  const inTitle = places.filter((starts) => starts.some((start) => start < paper.titleEnd)).length;
  const isUntitled = paper.titleEnd === 0;
  if (lacking > MAX_LACKING_SHARE * places.length || (inTitle < MIN_IN_TITLE && !isUntitled)) return 'good';
  return 'strong';
}

/** For each concept the keyword that the paper covers best; all keywords if there are no concepts. */
function bestOfConcepts(all: readonly KeywordCoverage[]): KeywordCoverage[] {
  const best = new Map<unknown, KeywordCoverage>();
  for (const covered of all) {
    const key = covered.keyword.concept ?? covered;
    const other = best.get(key);
    if (!other || covered.part > other.part) best.set(key, covered);
  }
  return [...best.values()];
}

function keywordsPart({ needsAll }: QueryTerms, share: number, weight: number): WeighedCoverage {
  return { share, subject: share, least: needsAll ? MIN_SHARES.fewKeywords : MIN_SHARES.manyKeywords, weight };
}

/** A long text states its subject in its first words, often a chosen title. */
function textPart({ keywords, allTerms, firstTerms }: QueryTerms, paper: PaperTerms, has: Presence): WeighedCoverage[] {
  if (allTerms.length === 0) return [];
  const part = (term: string) => (has(term) ? creditAt(paper.places.get(term), paper) : 0);
  const whole = sumOf(allTerms.slice(0, MAX_SHORT_TEXT_TERMS));
  const share = Math.min(1, sumOf(allTerms.map(({ term, weight }) => ({ weight: weight * part(term) }))) / whole);
  if (allTerms.length <= MAX_SHORT_TEXT_TERMS)
    return [
      {
        share,
        subject: share,
        least: keywords.length > 0 ? MIN_SHARES.textBesideKeywords : leastOfText(paper),
        weight: TEXT_AS_KEYWORDS,
      },
    ];
  const subject = sumOf(firstTerms.map(({ term }) => ({ weight: part(term) }))) / firstTerms.length;
  return [{ share, subject, least: MIN_SHARES.longText, weight: TEXT_AS_KEYWORDS }];
}

/** For `strong`, a share of the maximum that this paper can reach. */
function leastOfText({ titleEnd }: PaperTerms): MinShares {
  const { strong, ...others } = MIN_SHARES.text;
  return { ...others, strong: titleEnd === 0 ? strong * WITHOUT_TITLE : strong };
}

/** The coverage of the whole query, with thresholds between those of its parts. */
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

type KeywordCoverage = { keyword: ComparedKeyword; part: number; isNamed: boolean };

function keywordCoverage(keyword: ComparedKeyword, paper: PaperTerms, has: Presence): KeywordCoverage {
  const starts = findPositions(keyword.named, paper);
  const isNamed = starts.length > 0;
  if (isNamed && affirmed(starts, paper).length === 0) return { keyword, part: 0, isNamed };
  const part = weightedMean(
    keyword.terms.map(({ term, weight }) => ({
      weight,
      part: has(term) ? creditAt(paper.places.get(term), paper) : 0,
    })),
  );
  if (isNamed) return { keyword, part: Math.max(part, creditAt(starts, paper)), isNamed };
  const hasAll = keyword.terms.every(({ term }) => has(term));
  return { keyword, part: part * (hasAll ? WORDS_APART : SOME_WORDS), isNamed };
}

/** From 0 to 1: how much a paper is about something that it names at these positions. */
function creditAt(starts: readonly number[] = [0], { titleEnd }: PaperTerms): number {
  const byMentions = MENTIONS[Math.min(starts.length, MENTIONS.length - 1)] as number;
  if (titleEnd === 0) return Math.max(byMentions, WITHOUT_TITLE);
  return (starts[0] as number) < titleEnd ? 1 : byMentions;
}

function weightedMean(parts: readonly { weight: number; part: number }[]): number {
  const all = sumOf(parts);
  return all === 0 ? 0 : sumOf(parts.map(({ weight, part }) => ({ weight: weight * part }))) / all;
}

function sumOf(parts: readonly Pick<QueryTerm, 'weight'>[]): number {
  return parts.reduce((sum, { weight }) => sum + weight, 0);
}
