import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceName } from '../../../src/contract/source-names.ts';
import { compileStrategy, type StrategyPaper } from '../../../src/papers/strategy/predicate.ts';
import { readStrategy } from '../../../src/papers/strategy/read-strategy.ts';
import { printStrategy, type StrategyNode } from '../../../src/papers/strategy/strategy-tree.ts';
import { SOURCES } from '../../../src/search/sources/all-sources.ts';
import { PUBMED_DIALECT } from '../../../src/search/sources/pubmed/pubmed-requests.ts';
import { type Dialect, translate } from '../../../src/search/sources/translate.ts';
import { describeChange } from '../../../src/wording/sentences/sources.ts';
import { runs } from '../../helpers/runs.ts';
import { questionOf } from '../../helpers/sources/asking.ts';

function node(text: string): StrategyNode {
  const result = readStrategy(text);
  if ('problem' in result) throw new Error(result.problem);
  return result.node;
}

const sourceOf = (name: SourceName) => {
  const source = SOURCES.find((each) => each.name === name);
  if (!source?.translate) throw new Error(`${name} translates nothing`);
  return source;
};

/** What a source is asked, and what is said of it. */
function asked(name: SourceName, strategy: string) {
  const translation = sourceOf(name).translate?.(node(strategy));
  return translation && { ...translation, changes: translation.changes.map(describeChange) };
}

const WHOLE = { changes: [], isWider: false };

describe('a strategy in the syntax of', () => {
  const strategy = '("blue mussel" OR raft*) AND shore[tiab] NOT dune';

  it.each<[SourceName, string]>([
    ['pubmed', '(("blue mussel"[tiab] OR raft*[tiab]) AND "shore"[tiab]) NOT "dune"[tiab]'],
    ['europepmc', '((TITLE_ABS:"blue mussel" OR TITLE_ABS:raft*) AND TITLE_ABS:"shore") NOT TITLE_ABS:"dune"'],
    [
      'arxiv',
      '(((ti:"blue mussel" OR abs:"blue mussel") OR (ti:raft* OR abs:raft*)) AND (ti:"shore" OR abs:"shore")) ANDNOT (ti:"dune" OR abs:"dune")',
    ],
    ['openalex', '(("blue mussel" OR raft*) AND "shore") NOT "dune"'],
    [
      'datacite',
      '(((titles.title:("blue mussel") OR descriptions.description:("blue mussel")) OR (titles.title:(raft*) OR descriptions.description:(raft*))) AND (titles.title:("shore") OR descriptions.description:("shore"))) NOT (titles.title:("dune") OR descriptions.description:("dune"))',
    ],
    [
      'core',
      '(((title:("blue mussel") OR abstract:("blue mussel")) OR (title:(raft*) OR abstract:(raft*))) AND (title:("shore") OR abstract:("shore"))) NOT (title:("dune") OR abstract:("dune"))',
    ],
  ])('%s is the whole strategy', (name, query) => {
    expect(asked(name, strategy)).toEqual({ query, ...WHOLE });
  });

  it('Semantic Scholar finds other forms of words, which is said', () => {
    expect(asked('semanticscholar', strategy)).toEqual({
      query: '(("blue mussel" | raft*) + "shore") -"dune"',
      changes: ['it also finds other forms of the words'],
      isWider: true,
    });
  });

  it('DOAJ has no wildcards: an alternative is left out', () => {
    expect(asked('doaj', '(mussel OR raft*) AND shore[ti]')).toEqual({
      query: '(bibjson.title:("mussel") OR bibjson.abstract:("mussel")) AND bibjson.title:("shore")',
      changes: ['without "raft*"[tiab]'],
      isWider: false,
    });
  });
});

describe('what a source does not have', () => {
  it.each<[SourceName, string, string, string[], boolean]>([
    ['pubmed', 'heart NEAR/3 attack', '"heart attack"[tiab:~3]', [], false],
    ['pubmed', 'exp Asthma/ OR *Croup/', '"Asthma"[mh] OR "Croup"[majr:noexp]', [], false],
    ['pubmed', 'Smith J[au] AND 2010:2020[dp]', '"Smith J"[au] AND 2010:2020[dp]', [], false],
    ['pubmed', 'Smith J*[au] OR asthma*[mh]', 'Smith J*[au] OR asthma*[mh]', [], false],
    ['pubmed', 'raft NOT Li*[au]', '"raft"[tiab]', ['without "Li*"[au]'], true],
    ['pubmed', 'behavio?r', 'behavio*[tiab]', ['"behavio?r"[tiab] as behavio*[tiab]'], true],
    ['pubmed', 'ra*[ti] OR shore', '"shore"[tiab]', ['without "ra*"[ti]'], false],
    ['pubmed', 'shore[ab]', '"shore"[tiab]', ['"shore"[ab] as "shore"[tiab]'], true],
    ['pubmed', 'raft NOT shore[ab]', '"raft"[tiab]', ['without "shore"[ab]'], true],
    ['openalex', 'colo?red', 'colo?red OR colored', [], false],
    ['openalex', '"blue raft*"', '"blue raft*"', [], false],
    ['openalex', 'raft[ti]', '"raft"', ['"raft"[ti] as "raft"'], true],
    ['openalex', 'TS=raft', '"raft"', ['"raft"[tw] as "raft"'], false],
    ['openalex', 'raft NOT review[ti]', '"raft"', ['without "review"[ti]'], true],
    ['openalex', 'raft AND 2010:2020[dp]', '"raft"', ['without 2010:2020[dp]'], true],
    ['openalex', 'raft NOT (mussel AND shore[ti])', '"raft"', ['without "shore"[ti]'], true],
    ['openalex', 'raft NOT (mussel OR shore[ti])', '"raft" NOT "mussel"', ['without "shore"[ti]'], true],
    ['openalex', '"Heart Failure"[mh]', '"heart failure"', ['"Heart Failure"[mh] as "heart failure"'], true],
    [
      'openalex',
      'raft* NEAR/2 shore',
      'raft* AND "shore"',
      ['(("raft*") NEAR/2 ("shore"))[tiab] as raft* AND "shore"'],
      true,
    ],
    ['europepmc', 'Asthma[mh]', 'KW:"Asthma"', ['"Asthma"[mh] as KW:"Asthma"'], false],
    ['europepmc', 'raft AND Smith*[au]', 'TITLE_ABS:"raft"', ['without "Smith*"[au]'], true],
    ['europepmc', 'Asthma*[mh]', 'TITLE_ABS:asthma*', ['"Asthma*"[mh] as TITLE_ABS:asthma*'], true],
    ['arxiv', 'raft AND 心', '(ti:"raft" OR abs:"raft")', ['without "心"[tiab]'], true],
  ])('%s: %s', (name, strategy, query, changes, isWider) => {
    expect(asked(name, strategy)).toEqual({ query, changes, isWider });
  });

  it('is asked for in words where nothing is left, or where it is too long', () => {
    const words = { changes: ['asked for its words only'], isWider: true };
    expect(asked('openalex', 'smith[au]')).toEqual(words);
    const long = Array.from({ length: 400 }, (_, at) => `word${at}`).join(' OR ');
    expect(asked('openalex', long)?.query).toBeUndefined();
    expect(asked('openalex', long)?.changes).toEqual([expect.stringMatching(/^too long for it \(\d+ characters\)/)]);
  });

  it.each(SOURCES.filter(({ translate: can }) => can).map(({ name }) => name))(
    '%s is sent it in its request',
    (name) => {
      const strategy = node('mussel AND raft');
      const question = questionOf({ keywords: ['mussel', 'raft'], strategy });
      const { url } = sourceOf(name).search(question, {});
      const sent = decodeURIComponent(url.replaceAll('+', ' ').replaceAll('%2B', '+'));
      expect(sent).toContain(sourceOf(name).translate?.(strategy).query?.replaceAll('+', '+'));
    },
  );
});

/** Dialects that lack this or that, whose queries our own reader understands. */
const DIALECTS: Dialect[] = [
  PUBMED_DIALECT,
  { ...PUBMED_DIALECT, term: (text, field) => (field === 'titleAbstract' ? `${text}[tiab]` : undefined) },
  { ...PUBMED_DIALECT, wildcards: 'none' },
  { ...PUBMED_DIALECT, wildcards: 'anywhere', minPrefix: 2, near: () => undefined },
  {
    ...PUBMED_DIALECT,
    years: () => undefined,
    near: (words) => ({ text: `"${words.join(' ')}"[tiab:~9]`, isWider: true }),
  },
];

const word = fc.constantFrom('raft', 'rafts', 'shore', 'mussel', 'raft*', 'sh*', 'muss?l', 'mussel*');
const field = fc.constantFrom('title' as const, 'abstract' as const, 'titleAbstract' as const);
const words = fc.array(word, { minLength: 1, maxLength: 2 });
const { node: anyNode } = fc.letrec<{ node: StrategyNode }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.record({ kind: fc.constant('term' as const), field, words }),
    fc.record({
      kind: fc.constant('near' as const),
      field,
      left: fc.array(words, { minLength: 1, maxLength: 2 }),
      right: fc.array(words, { minLength: 1, maxLength: 2 }),
      between: fc.integer({ min: 0, max: 2 }),
      inOrder: fc.boolean(),
    }),
    fc.constantFrom<StrategyNode>({ kind: 'years', from: 2000, to: 2010 }, { kind: 'years', from: 2005, to: 2020 }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), base: tie('node'), exclusion: tie('node') }),
  ),
}));
const text = fc.array(fc.constantFrom('raft', 'rafts', 'shore', 'mussel', 'mussels', 'x'), { maxLength: 6 });
const paper: fc.Arbitrary<StrategyPaper> = fc
  .tuple(text, text, fc.constantFrom(2001, 2008, 2015))
  .map(([title, abstract, year]) => ({ title: title.join(' '), abstract: abstract.join(' '), year, authors: [] }));

describe('any strategy in any dialect', () => {
  it('finds nothing that does not meet it, unless it is said to, and the same where nothing was changed', () => {
    fc.assert(
      fc.property(
        anyNode,
        fc.constantFrom(...DIALECTS),
        fc.array(paper, { minLength: 5, maxLength: 20 }),
        (tree, dialect, papers) => {
          const { query, changes, isWider } = translate(tree, dialect);
          if (query === undefined) return;
          const [meant, found] = [compileStrategy(tree), compileStrategy(node(query))];
          for (const each of papers) {
            const shown = `${printStrategy(tree)} as ${query} at ${JSON.stringify(each)}`;
            if (!isWider && found(each) === 'met') expect(`${meant(each)}: ${shown}`).toBe(`met: ${shown}`);
            if (changes.length === 0) expect(`${found(each)}: ${shown}`).toBe(`${meant(each)}: ${shown}`);
          }
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
