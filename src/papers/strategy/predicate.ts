import type { Paper } from '../paper.ts';
import { type LabelledPaper, labelVerdict, type Verdict } from './labels.ts';
import type { StrategyNode, TextField, Words } from './tree.ts';
import { isIn, patternWords, placesOf, textWords, type WordTest, wordTests } from './words.ts';

/** The fields of a paper that strategies look at. */
export type StrategyPaper = Pick<Paper, 'title'> & Partial<Pick<Paper, 'abstract' | 'year'>> & LabelledPaper;

/** Whether a paper meets the strategy, as far as its own fields tell. */
export type StrategyTest = (paper: StrategyPaper) => Verdict;

/** The words of a paper, each field split once. */
type PaperWords = { paper: StrategyPaper; title: readonly string[]; abstract?: readonly string[] };
type Test = (words: PaperWords) => Verdict;

/**
 * Compiles a strategy to a test of papers. Words match as they are written, whatever their case and accents. Without
 * an abstract a word that is not in the title is unknown. A heading is met by its words in title or abstract, else
 * unknown, since papers here have no headings. What is not known to be excluded by NOT is not excluded.
 */
export function compileStrategy(node: StrategyNode): StrategyTest {
  const test = compile(node);
  return (paper) => {
    const { title, abstract } = paper;
    const words = { paper, title: textWords(title), ...(abstract !== undefined && { abstract: textWords(abstract) }) };
    return test(words);
  };
}

function compile(node: StrategyNode): Test {
  switch (node.kind) {
    case 'and':
      return worst(node.parts.map(compile));
    case 'or':
      return best(node.parts.map(compile));
    case 'not': {
      const [kept, removed] = [compile(node.kept), compile(node.removed)];
      return (words) => {
        const verdict = kept(words);
        return verdict !== 'unmet' && removed(words) === 'met' ? 'unmet' : verdict;
      };
    }
    case 'term':
      return inField(node.field, phraseTest(node.words));
    case 'near':
      return inField(node.field, nearTest(node));
    case 'heading': {
      const test = inField('titleAbstract', phraseTest(patternWords(node.text.replace(/[*?#]/g, ' '))));
      return (words) => (test(words) === 'met' ? 'met' : 'unknown');
    }
    case 'label':
      return ({ paper }) => labelVerdict(node.field, node.text, paper);
    case 'years':
      return ({ paper: { year } }) =>
        year === undefined ? 'unknown' : year >= node.from && year <= node.to ? 'met' : 'unmet';
  }
}

function worst(tests: readonly Test[]): Test {
  return (words) => {
    let verdict: Verdict = 'met';
    for (const test of tests) {
      const one = test(words);
      if (one === 'unmet') return one;
      if (one === 'unknown') verdict = one;
    }
    return verdict;
  };
}

function best(tests: readonly Test[]): Test {
  return (words) => {
    let verdict: Verdict = 'unmet';
    for (const test of tests) {
      const one = test(words);
      if (one === 'met') return one;
      if (one === 'unknown') verdict = one;
    }
    return verdict;
  };
}

type TextTest = (words: readonly string[]) => boolean;

/** Keywords are not held, so that a topic is what title and abstract say. */
function inField(field: TextField, test: TextTest): Test {
  return ({ title, abstract }) => {
    if (field !== 'abstract' && test(title)) return 'met';
    if (field === 'title') return 'unmet';
    if (abstract === undefined) return 'unknown';
    return test(abstract) ? 'met' : 'unmet';
  };
}

function phraseTest(words: Words): TextTest {
  const tests = wordTests(words);
  return (text) => tests.length > 0 && isIn(tests, text);
}

type Near = Extract<StrategyNode, { kind: 'near' }>;

function nearTest({ left, right, between, inOrder }: Near): TextTest {
  const [lefts, rights] = [left, right].map((side) => side.map(wordTests)) as [WordTest[][], WordTest[][]];
  return (text) => {
    const ones = lefts.flatMap((tests) => placesOf(tests, text));
    if (ones.length === 0) return false;
    const others = rights.flatMap((tests) => placesOf(tests, text));
    return ones.some(([from, to]) =>
      others.some(
        ([first, last]) =>
          (first > to && first - to - 1 <= between) || (!inOrder && last < from && from - last - 1 <= between),
      ),
    );
  };
}
