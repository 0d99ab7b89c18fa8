import { type PaperTexts, withLongForms } from './abbreviations.ts';
import { isAskingWord } from './asking-words.ts';
import { affirmed, findDecidingPositions, findPositions, findReversedPositions } from './concept-positions.ts';
import { type Concept, listForms } from './concepts.ts';
import { type Deciding, MIN_SUBJECT_WEIGHT, type Named } from './deciding.ts';
import { joinConcepts } from './joined-concepts.ts';
import { isAtLeast, type MatchClass } from './match-classes.ts';
import { type PaperTerms, readPaperTerms, testPresence } from './paper-terms.ts';
import type { ComparedKeyword, QueryTerm, QueryTerms } from './query-terms.ts';

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

/**
 * Shares that a class requires, calibrated on labelled topics of five collections (docs/benchmarks.md). Strong by
 * keywords is more than two concepts in the title and a third repeated in the abstract.
 */
const OF_KEYWORDS = { strong: 0.935, good: 0.7, partial: 0.25 };
const OF_TEXT = { strong: 0.75, good: 0.38, partial: 0.13 };
const OF_PAGE = { strong: 0.7, good: 0.1, partial: 0.04 };

/** A concept at most this much commoner than the rarest, in octaves, is as good as the rarest. */
const AS_RARE = 1.5;
/**
 * Of keywords a good paper may also be about one at most this much commoner, in at most one of 64 papers: keywords
 * often list alternatives, and another name of one may be rarer than all of them.
 */
const NEARLY_AS_RARE = 3;
const MIN_SPECIFIC_WEIGHT = 6;
/** A paper need not have more of a question's concepts, so a further one cannot lower it. */
const MAX_CONCEPTS_FOR_GOOD = 2;
const MAX_CONCEPTS_FOR_STRONG = 3;
/** The heaviest terms of a text and of a page that a paper can be expected to repeat. */
const MAX_TERMS = 6;
const MAX_TERMS_OF_PAGE = 60;
/** A good paper has this many words of a text's subject, if it has as many: one name is not yet a question. */
const SUBJECT_WORDS = 2;

/**
 * Weight of one, two, three or more mentions of a word as evidence of a paper's subject. A word in the title counts in
 * full, one of the paper's own keywords as several mentions.
 */
const MENTIONS = [0, 0.4, 0.6, 0.7, 0.8];
/** Factor for papers without a title, because one mention does not show whether a paper is about something. */
const WITHOUT_TITLE = 0.8;
/** Factors for a keyword whose words are apart, and one with only some of its words present. */
const WORDS_APART = 0.9;
const SOME_WORDS = 0.7;
/** A paper with this credit for a concept is about it, and does not merely mention it. */
const ABOUT = 0.8;

/** Compares a paper with a query. */
export function matchQuery(question: QueryTerms, paper: PaperTexts): Match {
  return matchRead(question, paper, readPaperTerms(paper, question.terms));
}

/** A paper of a job compared with its query, in which what the papers show to be one concept is one. */
export type JobMatch = Match & { question: QueryTerms };

/** Compares the papers of a job with its query. */
export function matchJob(question: QueryTerms, papers: readonly PaperTexts[]): JobMatch[] {
  const read = papers.map((paper) => readForMatch(question, paper));
  const asked = askedOfJob(question, read);
  return read.map((each) => matchAsked(asked, each));
}

/** As `items.map`, with other work of the process between its steps. */
type MapInTurns = <Item, Mapped>(items: readonly Item[], map: (item: Item) => Mapped) => Promise<Mapped[]>;

/** The same in steps, between which other work runs: papers may have long texts. */
export async function matchJobInTurns(
  question: QueryTerms,
  papers: readonly PaperTexts[],
  mapInTurns: MapInTurns,
): Promise<JobMatch[]> {
  const read = await mapInTurns(papers, (paper) => readForMatch(question, paper));
  const asked = askedOfJob(question, read);
  return mapInTurns(read, (each) => matchAsked(asked, each));
}

type ReadPaper = { paper: PaperTexts; terms: PaperTerms };

/** Finds the words of a query in a paper, and the concepts that decide, which stay with the words. */
function readForMatch(question: QueryTerms, paper: PaperTexts): ReadPaper {
  const terms = readPaperTerms(paper, question.terms);
  for (const each of question.deciding) findDecidingPositions(each, terms);
  return { paper, terms };
}

/** The query with what the papers show to be one concept as one. */
function askedOfJob(question: QueryTerms, read: readonly ReadPaper[]): QueryTerms {
  if (question.judgedBy !== 'keywords' || question.isStrategy) return question;
  const terms = read.map((each) => each.terms);
  return { ...question, ...joinConcepts(question.deciding, terms) };
}

function matchAsked(asked: QueryTerms, { paper, terms }: ReadPaper): JobMatch {
  return { ...matchRead(asked, paper, terms), question: asked };
}

function matchRead(question: QueryTerms, paper: PaperTexts, terms: PaperTerms): Match {
  const match = matchSubject(question, paper, terms);
  const written = question.phrasesIn?.(paper);
  // A strategy lists each form explicitly, so no other form or name counts.
  return written ? { ...match, keywords: written, keywordsInAnyOrder: written } : match;
}

function matchSubject(question: QueryTerms, paper: PaperTexts, terms: PaperTerms): Match {
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
  const coverage = coverageOf(question, all, terms, has);
  return {
    match: classOf(coverage),
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

/** `share` of all that was asked; whether the paper can be good or strong beyond its share; the least partial share. */
type Coverage = { share: number; isGood: boolean; isStrong: boolean; isPartial: boolean };

function classOf({ isGood, isStrong, isPartial }: Coverage): MatchClass {
  if (isGood) return isStrong ? 'strong' : 'good';
  return isPartial ? 'partial' : 'weak';
}

function coverageOf(
  question: QueryTerms,
  keywords: readonly KeywordCoverage[],
  paper: PaperTerms,
  has: Presence,
): Coverage {
  if (question.judgedBy === 'keywords') return coverageOfKeywords(question, keywords, paper, has);
  return question.judgedBy === 'text' ? coverageOfText(question, paper, has) : coverageOfPage(question, paper, has);
}

/**
 * A good paper is about one of the rarest concepts, by its title, its own keywords or several mentions, and has one
 * more; or it is mainly about three others: the rarest keyword may be a name that nobody uses. Only those count that it
 * covers best: the number of keywords does not matter. A name that hardly a paper of the job has is not the rarest. A
 * paper of a strategy has every concept: there a mention suffices. A text beside keywords only explains them.
 */
function coverageOfKeywords(
  { deciding, allTerms, isStrategy, used = deciding }: QueryTerms,
  keywords: readonly KeywordCoverage[],
  paper: PaperTerms,
  has: Presence,
): Coverage {
  const partOf = new Map<Named, number>(keywords.map(({ keyword, part }) => [keyword, part]));
  const rarest = Math.max(...used.map(({ weight }) => weight));
  const concepts = deciding.map((concept) => {
    const starts = [...new Set(findDecidingPositions(concept, paper))].sort((a, b) => a - b);
    const isThere = starts.length > 0;
    const { weight } = concept;
    const isRarest = weight >= rarest - AS_RARE;
    const isSpecific = isRarest || (weight >= MIN_SPECIFIC_WEIGHT && weight >= rarest - NEARLY_AS_RARE);
    return {
      part: Math.max(...concept.alternatives.map((phrases) => partOfAll(phrases, partOf))),
      isThere,
      isRarest: isThere && isRarest,
      isSubject: isThere && isSpecific && (isStrategy || creditAt(starts, paper) >= ABOUT),
    };
  });
  const share = best(concepts, MAX_CONCEPTS_FOR_STRONG);
  const there = concepts.map(({ part, isThere }) => ({ part: isThere ? part : 0 }));
  const heaviest = best(
    used.map(({ weight }) => ({ part: weight })),
    MAX_CONCEPTS_FOR_GOOD,
  );
  const covered = best(
    keywords.map(({ keyword: { weight }, part }) => ({ part: weight * part })),
    MAX_CONCEPTS_FOR_GOOD,
  );
  const { good, partial } = OF_KEYWORDS;
  const strong = leastStrong(OF_KEYWORDS, paper);
  return {
    share,
    isGood:
      (best(there, MAX_CONCEPTS_FOR_GOOD) >= good && concepts.some(({ isSubject }) => isSubject)) ||
      best(there, MAX_CONCEPTS_FOR_STRONG) >= strong,
    isStrong: share >= strong && concepts.some(({ isRarest }) => isRarest),
    isPartial: covered >= partial * heaviest || shareOfTerms(allTerms, MAX_TERMS, paper, has) >= OF_TEXT.partial,
  };
}

/** How much a paper is about those that it covers best. */
function best(covered: readonly { part: number }[], enough: number): number {
  const parts = covered.map(({ part }) => part).sort((one, other) => other - one);
  return meanOf(parts.slice(0, enough));
}

/** How much a paper is about all of some phrases: as much as about the least. */
function partOfAll(phrases: readonly Named[], partOf: ReadonlyMap<Named, number>): number {
  return Math.min(...phrases.map((phrase) => partOf.get(phrase) ?? 0));
}

/**
 * A good paper has the rarest word or noun group of the text, and another word of its subject. A strong one has all of
 * the heaviest groups.
 */
function coverageOfText({ allTerms, deciding }: QueryTerms, paper: PaperTerms, has: Presence): Coverage {
  const share = shareOfTerms(allTerms, MAX_TERMS, paper, has);
  const [{ weight: rarest } = { weight: 0 }] = allTerms;
  const isThere = (concept: Deciding) => findDecidingPositions(concept, paper).length > 0;
  const subject = allTerms.filter(({ word, weight }) => weight >= MIN_SUBJECT_WEIGHT && !isAskingWord(word));
  const isOfSubject = subject.filter(({ term }) => has(term)).length >= Math.min(SUBJECT_WORDS, subject.length);
  const [{ weight: heaviest } = { weight: 0 }] = deciding;
  const hasRarest =
    allTerms.some(({ term, weight }) => weight >= rarest - AS_RARE && has(term)) ||
    deciding.some((concept) => concept.weight >= heaviest - AS_RARE && isThere(concept));
  const { good, partial } = OF_TEXT;
  return {
    share,
    isGood: isOfSubject && hasRarest && share >= good,
    isStrong: share >= leastStrong(OF_TEXT, paper) && deciding.every(isThere),
    isPartial: share >= partial,
  };
}

/** A page of text states its subject in its first words, often a chosen title. */
function coverageOfPage({ allTerms, firstTerms }: QueryTerms, paper: PaperTerms, has: Presence): Coverage {
  const share = shareOfTerms(allTerms, MAX_TERMS_OF_PAGE, paper, has);
  const subject = meanOf(firstTerms.map(({ term }) => (has(term) ? creditAt(paper.places.get(term), paper) : 0)));
  const { good, partial } = OF_PAGE;
  return {
    share,
    isGood: share >= good,
    isStrong: subject >= leastStrong(OF_PAGE, paper),
    isPartial: share >= partial,
  };
}

/**
 * The weight of the terms that a paper covers, over that of the `enough` heaviest; at most 1. The square root keeps one
 * name from outweighing the rest.
 */
function shareOfTerms(terms: readonly QueryTerm[], enough: number, paper: PaperTerms, has: Presence): number {
  const weighed = terms.map(({ term, weight }) => ({
    weight: Math.sqrt(weight),
    part: has(term) ? creditAt(paper.places.get(term), paper) : 0,
  }));
  const covered = weighed.reduce((sum, { weight, part }) => sum + weight * part, 0);
  return terms.length === 0 ? 0 : Math.min(1, covered / sumOf(weighed.slice(0, enough)));
}

/** For `strong`, a share of the maximum that this paper can reach. */
function leastStrong({ strong }: { strong: number }, { titleEnd }: PaperTerms): number {
  return titleEnd === 0 ? strong * WITHOUT_TITLE : strong;
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
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
function creditAt(starts: readonly number[] = [0], { titleEnd, keywordsStart }: PaperTerms): number {
  const isOwnKeyword = starts.some((start) => start >= keywordsStart);
  const mentions = isOwnKeyword ? MENTIONS.length - 1 : Math.min(starts.length, MENTIONS.length - 1);
  const byMentions = MENTIONS[mentions] as number;
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
