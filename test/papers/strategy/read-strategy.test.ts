import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStrategy } from '../../../src/papers/strategy/read-strategy.ts';
import { printStrategy, type StrategyNode } from '../../../src/papers/strategy/strategy-tree.ts';
import { runs } from '../../helpers/runs.ts';

function printed(text: string): string {
  const result = readStrategy(text);
  return 'node' in result ? printStrategy(result.node) : `problem: ${result.problem}`;
}

function problem(text: string): string | undefined {
  const result = readStrategy(text);
  return 'problem' in result ? result.problem : undefined;
}

describe('a strategy in the notation of', () => {
  it.each([
    ['nobody: title and abstract', 'mussel*', '"mussel*"[tiab]'],
    ['all', '(a1 OR b1) AND c1 NOT d1', '(("a1"[tiab] OR "b1"[tiab]) AND "c1"[tiab]) NOT "d1"[tiab]'],
    ['all, two NOTs', 'a1 NOT b1 NOT c1', '"a1"[tiab] NOT ("b1"[tiab] OR "c1"[tiab])'],
    ['PubMed', '"Heart Attack"[ti] OR heart failure [Title/Abstract]', '"heart attack"[ti] OR "heart failure"[tiab]'],
    ['PubMed, languages', 'raft AND english[lang]', '"raft"[tiab] AND "english"[la]'],
    ['PubMed, headings', 'Asthma[mh] OR "Asthma"[MeSH Terms:noexp]', '"Asthma"[mh] OR "Asthma"[mh:noexp]'],
    ['PubMed, near', '"shore raft"[tiab:~3]', '(("shore") NEAR/3 ("raft"))[tiab]'],
    ['PubMed, labels', 'Smith J[au] AND 2010:2020[dp]', '"Smith J"[au] AND 2010:2020[dp]'],
    ['Ovid', 'heart attack.ti,ab. or stroke*.tw.', '"heart attack"[tiab] OR "stroke*"[tw]'],
    ['Ovid, near', '((heart or cardiac) adj3 fail*).ti.', '(("heart" OR "cardiac") NEAR/2 ("fail*"))[ti]'],
    ['Ovid, adj', '(heart adj attack).ab.', '"heart attack"[ab]'],
    ['Ovid, headings', 'exp Head and Neck Neoplasms/', '"Head and Neck Neoplasms"[mh]'],
    [
      'Ovid, main topics',
      'exp *Asthma/ or *Diabetes Mellitus, Type 2/',
      '"Asthma"[majr] OR "Diabetes Mellitus, Type 2"[majr:noexp]',
    ],
    ['Ovid, one letter', 'wom#n.ti.', '"wom?n"[ti]'],
    ['Scopus', 'TITLE-ABS-KEY(raft W/2 shore) AND PUBYEAR > 2010', '(("raft") NEAR/2 ("shore"))[tw] AND 2011:3000[dp]'],
    ['Scopus, AND NOT', 'TITLE({raft}) AND NOT AUTH(smith)', '"raft"[ti] NOT "smith"[au]'],
    [
      'Lucene',
      'raft AND venue:"Shore Biology" AND "wnt:beta"',
      '"raft"[tiab] AND "Shore Biology"[ta] AND "wnt beta"[tiab]',
    ],
    ['Lucene, types', 'raft AND type:review', '"raft"[tiab] AND "review"[pt]'],
    ['Web of Science', 'TS=(mussel raft) AND PY=2010-2020', '"mussel"[tw] AND "raft"[tw] AND 2010:2020[dp]'],
  ])('%s', (_, text, expected) => {
    expect(printed(text)).toBe(expected);
  });

  it('Ovid, in numbered lines, of which the last is searched', () => {
    const lines = ['1 exp Asthma/', '2. asthma*.ti,ab.', '3 or/1-2', '', '4 3 and steroid*.tw.', '5 #4 NOT child.ti.'];
    expect(printed(lines.join('\n'))).toBe('(("Asthma"[mh] OR "asthma*"[tiab]) AND "steroid*"[tw]) NOT "child"[ti]');
  });
});

describe('what cannot be read with certainty is refused, with its place:', () => {
  it.each([
    [
      'operators that databases order differently',
      'a1 AND b1 OR c1',
      /^column 11: AND and OR side by side.*parentheses/,
    ],
    [
      'words without an operator',
      'raft OR heart attack',
      /^column 9: "heart attack": put a phrase into quotation marks/,
    ],
    ['a heading that may be two terms', 'Head and Neck Neoplasms/', /^column 6: write the operator in capitals/],
    ['a sign with two meanings', 'tumo$r', /^column 5: \$ means different things/],
    ['an unknown field', 'raft[xx]', /^column 5: unknown field \[xx\]; known are \[ti\]/],
    ['an unknown field before a phrase', 'raft AND place:"a b"', /^column 10: unknown field place:; known are \[ti\]/],
    [
      'an unknown field before a word',
      'raft AND place:wnt',
      /^column 10: unknown field place:; .* a word with a colon/,
    ],
    ['a field without its end', 'heart.ti and lung', /^column 6: fields end with a full stop/],
    [
      'a line of limits of Ovid',
      '1 raft\n2 limit 1 to yr="2010 - 2022"',
      /^line 2, column 3: a limit is written as a condition: AND 2010:2022\[dp\]/,
    ],
    ['a limit of Scopus', 'TITLE(raft) AND (LIMIT-TO(DOCTYPE, "ar"))', /^column 18: a limit is written as a condition/],
    [
      'a heading of Embase',
      "'raft'/exp",
      /^column 1: a phrase stands in double quotation marks, a heading is written exp NAME\//,
    ],
    [
      'a range of days',
      '"2010/01/01"[pdat] : "2020/12/31"[pdat]',
      /^column 20: a range of years is written 2010:2022\[dp\]/,
    ],
    ['an open parenthesis', '(raft', /^column 6: a parenthesis is not closed/],
    ['a parenthesis too many', 'raft)', /^column 5: this parenthesis was never opened/],
    ['an open quotation', 'raft "shore', /^column 6: a quotation mark has no other end/],
    ['NOT alone', 'NOT raft', /^column 1: NOT needs a term before it/],
    ['a missing term', 'raft AND', /^column 9: a term is missing here/],
    ['a wildcard at the start', 'raft OR x*', /^column 9: \* and \? need 2 letters/],
    ['wildcards without end', 'aa*b*c*d*', /^column 1: more than 3 wildcards in a word/],
    ['years that are none', '2020:2010[dp]', /^column 1: years are written/],
    ['a distance between groups', '(a1 AND b1) NEAR/3 c1', /^column 13: a distance joins terms/],
    ['a line that is not there', '1 raft\n2 1 AND 7', /^line 2, column 9: there is no line 7 before this one/],
    ['a wrong number', '1 raft\n3 shore', /^line 2, column 1: the number 2 was expected/],
    ['a place in another line', 'raft OR\n shore[xx]', /^line 2, column 7: unknown field/],
    ['nothing', '  ', /^it is empty/],
  ])('%s', (_, text, message) => {
    expect(problem(text)).toMatch(message);
  });
});

const words = fc.array(fc.stringMatching(/^[a-z]{3,6}[*]?$/), { minLength: 1, maxLength: 3 });
const textField = fc.constantFrom('title' as const, 'abstract' as const, 'titleAbstract' as const, 'topic' as const);
const label = fc.constantFrom('author' as const, 'journal' as const, 'language' as const, 'publicationType' as const);
const leaf: fc.Arbitrary<StrategyNode> = fc.oneof(
  fc.record({ kind: fc.constant('term' as const), field: textField, words }),
  fc.record({ kind: fc.constant('label' as const), field: label, text: fc.stringMatching(/^[A-Za-z]{2,6}( [A-Z])?$/) }),
  fc.record({
    kind: fc.constant('heading' as const),
    text: fc.stringMatching(/^[A-Z][a-z]{2,6}(, [A-Z][a-z]{2,5})?$/),
    exploded: fc.boolean(),
    major: fc.boolean(),
  }),
  fc.integer({ min: 1900, max: 2020 }).map((from) => ({ kind: 'years' as const, from, to: from + 3 })),
  fc.record({
    kind: fc.constant('near' as const),
    field: textField,
    left: fc.array(words, { minLength: 1, maxLength: 3 }),
    right: fc.array(words, { minLength: 1, maxLength: 3 }),
    between: fc.integer({ min: 1, max: 9 }),
    inOrder: fc.boolean(),
  }),
);
const { node: anyNode } = fc.letrec<{ node: StrategyNode; parts: StrategyNode[] }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    // Parts of the same kind are one list.
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), tie('parts'))
      .map(([kind, parts]) => ({ kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) })),
    fc.record({ kind: fc.constant('not' as const), base: tie('node'), exclusion: tie('node') }),
  ),
  parts: fc.array(tie('node'), { minLength: 2, maxLength: 4 }),
}));

describe('any strategy', () => {
  it('is read again as it was when it is printed', () => {
    fc.assert(
      fc.property(anyNode, (node) => {
        expect(readStrategy(printStrategy(node))).toEqual({ node });
      }),
      { numRuns: runs(300) },
    );
  });

  it('is read, or refused, whatever it holds', () => {
    const piece = fc.constantFrom(
      ...[
        '(',
        ')',
        '"',
        'AND',
        'or',
        'NOT',
        'adj3',
        'NEAR/2',
        '*',
        '?',
        '/',
        '[tiab]',
        '[mh]',
        '.ti,ab.',
        'TS=',
        'exp ',
      ],
      ...[
        'raft',
        'heart*',
        '#1',
        'or/1-3',
        '1 ',
        '\n',
        ',',
        '.',
        '-',
        '{',
        '}',
        'PUBYEAR > 2010',
        'é',
        '心',
        '\u2028',
        '$',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom('', ' '), (pieces, blank) => {
        const result = readStrategy(pieces.join(blank));
        if ('problem' in result) expect(result.problem).not.toBe('');
        else expect(readStrategy(printStrategy(result.node))).toEqual(result);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it.each([
    ['parentheses', '('.repeat(100_000)],
    ['quotation marks', '"'.repeat(100_001)],
    ['terms', 'ab OR '.repeat(16_000)],
    ['one word', 'a'.repeat(100_000)],
    ['dots and commas', `x${'.ab,ab'.repeat(16_000)}`],
    ['wildcards', 'ab*?'.repeat(25_000)],
    ['brackets', '['.repeat(100_000)],
    ['distances', 'ab adj3 '.repeat(12_500)],
    [
      'lines that name lines',
      `1 ab\n${Array.from({ length: 900 }, (_, at) => `${at + 2} ${at + 1} AND ${at + 1}`).join('\n')}`,
    ],
    ['lists of lines', `1 ab\n2 ${'or/1-1,'.repeat(14_000)}`],
  ])('of 100,000 characters is refused or read: %s', (_, text) => {
    const result = readStrategy(text);
    expect('node' in result || result.problem.length < 400).toBe(true);
  });
});
