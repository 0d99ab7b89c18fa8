import { firstIndex } from '../../lib/binary-search.ts';
import { once, onceInARow } from '../../lib/once.ts';
import type { Design } from '../design/designs.ts';
import { isSameLanguage } from '../language.ts';
import type { Paper } from '../paper.ts';
import type { LabelField, StrategyNode, TextField, Words } from './strategy-tree.ts';
import {
  findPositions,
  isPattern,
  matchesAnywhere,
  patternWords,
  textWords,
  type WordTest,
  wordLine,
  wordTests,
} from './strategy-words.ts';

/** The fields of a paper that strategies read. */
export type StrategyPaper = Pick<Paper, 'title'> &
  Partial<Pick<Paper, 'abstract' | 'year' | 'keywords'>> &
  LabelledPaper;

/** Judges whether a paper meets the strategy, by its own fields. */
export type StrategyTest = (paper: StrategyPaper) => Verdict;

/**
 * A text's words: as one line, with spaces around each, in order, and distinct in alphabetical order. Only the line is
 * always made, because a search for common words reads every paper of the library, and sorting takes longest.
 */
type Text = { line: string; words: () => readonly string[]; sorted: () => readonly string[] };
/** The words of a paper, each field split once, at its first use. */
type PaperWords = {
  paper: StrategyPaper;
  title: () => Text;
  abstract: (() => Text) | undefined;
  keywords: () => readonly Text[];
};
type Test = (words: PaperWords) => Verdict;

/**
 * Compiles a strategy to a test of papers. Words match as written, ignoring case and accents. Without an abstract, a
 * word missing in the title is unknown. A heading is met by its words in title, abstract or keywords, else unknown,
 * because few papers here have headings. NOT excludes only what certainly matches.
 */
export function compileStrategy(node: StrategyNode): StrategyTest {
  const test = compile(node);
  return (paper) => test(readWords(paper));
}

/** A dry run tests each paper for the strategy, its concepts and its lines. */
const readWords = onceInARow((paper: StrategyPaper): PaperWords => {
  const { title, abstract, keywords = [] } = paper;
  return {
    paper,
    title: once(() => readText(title)),
    abstract: abstract === undefined ? undefined : once(() => readText(abstract)),
    keywords: once(() => keywords.map(readText)),
  };
});

type Texts = { [Name in 'title' | 'abstract']?: string | undefined } & {
  keywords?: readonly string[];
};

/** Compiles phrases to a function that returns those in a paper's topic, interpreted as in a strategy. */
export function compilePhrases(phrases: readonly string[]): (paper: Texts) => string[] {
  const tests = phrases.map((phrase) => ({ phrase, isIn: phraseTest(phrase.split(' ')) }));
  return ({ title = '', abstract = '', keywords = [] }) => {
    const texts = [title, abstract, ...keywords].map(readText);
    return tests.filter(({ isIn }) => texts.some(isIn)).map(({ phrase }) => phrase);
  };
}

function readText(text: string): Text {
  const line = wordLine(text);
  const words = once(() => line.trim().split(' '));
  return { line, words, sorted: once(() => [...new Set(words())].sort()) };
}

function compile(node: StrategyNode): Test {
  switch (node.kind) {
    case 'and':
      return combine(node.parts.map(compile), 'unmet');
    case 'or':
      return combine(node.parts.map(compile), 'met');
    case 'not': {
      const [base, exclusion] = [compile(node.base), compile(node.exclusion)];
      return (words) => {
        const verdict = base(words);
        return verdict !== 'unmet' && exclusion(words) === 'met' ? 'unmet' : verdict;
      };
    }
    case 'term':
      return inField(node.field, phraseTest(node.words));
    case 'near':
      return inField(node.field, nearTest(node));
    case 'heading': {
      const test = inField('topic', phraseTest(patternWords(node.text.replace(/[*?#]/g, ' '))));
      return (words) => (test(words) === 'met' ? 'met' : 'unknown');
    }
    case 'label':
      return ({ paper }) => labelVerdict(node.field, node.text, paper);
    case 'years':
      return ({ paper: { year } }) =>
        year === undefined ? 'unknown' : year >= node.from && year <= node.to ? 'met' : 'unmet';
  }
}

/** The `decisive` verdict of one test is that of all: `unmet` for AND, `met` for OR. Otherwise unknown wins. */
function combine(tests: readonly Test[], decisive: 'met' | 'unmet'): Test {
  return (words) => {
    let verdict: Verdict = decisive === 'met' ? 'unmet' : 'met';
    for (const test of tests) {
      const one = test(words);
      if (one === decisive) return one;
      if (one === 'unknown') verdict = one;
    }
    return verdict;
  };
}

type TextTest = (text: Text) => boolean;

/** A topic covers title, abstract and keywords. */
function inField(field: TextField, test: TextTest): Test {
  return ({ title, abstract, keywords }) => {
    if (field !== 'abstract' && test(title())) return 'met';
    if (field === 'title') return 'unmet';
    if (field === 'topic' && keywords().some(test)) return 'met';
    if (abstract === undefined) return 'unknown';
    return test(abstract()) ? 'met' : 'unmet';
  };
}

function phraseTest(words: Words): TextTest {
  const prefix = words.length === 1 ? /^([^*?]+)\*$/.exec(words[0] as string)?.[1] : undefined;
  if (prefix !== undefined) return ({ sorted }) => hasPrefix(sorted(), prefix);
  if (!words.some(isPattern)) {
    const phrase = wordLine(words.join(' '));
    return phrase.trim() === '' ? () => false : ({ line }) => line.includes(phrase);
  }
  const tests = wordTests(words);
  return ({ words: inText }) => matchesAnywhere(tests, inText());
}

/** By binary search: strategies have hundreds of such words. */
function hasPrefix(sorted: readonly string[], prefix: string): boolean {
  const first = firstIndex(sorted.length, (index) => (sorted[index] as string) >= prefix);
  return sorted[first]?.startsWith(prefix) === true;
}

type Near = Extract<StrategyNode, { kind: 'near' }>;

function nearTest({ left, right, between, inOrder }: Near): TextTest {
  const [lefts, rights] = [left, right].map((side) => side.map(wordTests)) as [WordTest[][], WordTest[][]];
  return ({ words }) => {
    const ones = lefts.flatMap((tests) => findPositions(tests, words()));
    if (ones.length === 0) return false;
    const others = rights.flatMap((tests) => findPositions(tests, words()));
    return ones.some(([from, to]) =>
      others.some(
        ([first, last]) =>
          (first > to && first - to - 1 <= between) || (!inOrder && last < from && from - last - 1 <= between),
      ),
    );
  };
}

type Verdict = 'met' | 'unmet' | 'unknown';

type LabelledPaper = Pick<Paper, 'authors'> & Partial<Pick<Paper, 'venue' | 'language' | 'studyTypes'>>;

/** Missing fields yield unknown, as does a label that sources may name differently. */
function labelVerdict(field: LabelField, text: string, paper: LabelledPaper): Verdict {
  const label = plain(text);
  if (field === 'author') return authorVerdict(text, paper.authors);
  if (field === 'journal') return paper.venue !== undefined && plain(paper.venue) === label ? 'met' : 'unknown';
  if (field === 'language') {
    if (paper.language === undefined) return 'unknown';
    return isSameLanguage(paper.language, text) ? 'met' : 'unmet';
  }
  const design = DESIGN_OF_TYPE[label];
  return design !== undefined && paper.studyTypes?.includes(design) ? 'met' : 'unknown';
}

/** Publication types of MEDLINE. */
const DESIGN_OF_TYPE: Partial<Record<string, Design>> = {
  'randomized controlled trial': 'randomized-trial',
  'systematic review': 'systematic-review',
  'meta analysis': 'meta-analysis',
  review: 'review',
  'case reports': 'case-report',
  guideline: 'guideline',
  'practice guideline': 'guideline',
};

/** `Smith J`: a family name, and initials in capitals. `smith` matches any Smith. */
function authorVerdict(text: string, authors: readonly string[]): Verdict {
  if (authors.length === 0) return 'unknown';
  const name = text.trim().replace(/\*$/, '');
  const ending = /(?<![\s,])[\s,]+(\p{Lu}{1,3})$/u.exec(name);
  const [family, initials = ''] = [name.slice(0, ending?.index), ending?.[1]];
  const familyWords = textWords(family);
  const initial = initials[0]?.toLowerCase();
  const isNamed = (author: string) => {
    const words = textWords(author);
    if (familyWords.length === 0 || !familyWords.every((word) => words.includes(word))) return false;
    return initial === undefined || words.some((word) => !familyWords.includes(word) && word.startsWith(initial));
  };
  return authors.some(isNamed) ? 'met' : 'unmet';
}

function plain(text: string): string {
  return textWords(text).join(' ');
}
