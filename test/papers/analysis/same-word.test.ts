import { describe, expect, it } from 'vitest';
import { foldForIdentity, foldLetters } from '../../../src/papers/analysis/fold.ts';
import { meetsTextCondition, readTextCondition, searchedWords } from '../../../src/papers/filters/text-condition.ts';
import { type PaperInput, toPaper } from '../../../src/papers/paper.ts';
import { readQueryTokens } from '../../../src/papers/query/terms.ts';
import { foldText } from '../../../src/papers/references/folded-text.ts';
import { textWords } from '../../../src/papers/strategy/strategy-words.ts';
import { groupSameWorks } from '../../../src/papers/works/clusters.ts';

/** Every place that decides whether two spellings are one word, over one table of spellings. */

const text = (word: string) => `Settlement of ${word} larvae on rocky shores after storms`;

function areOneWork(a: PaperInput, b: PaperInput): boolean {
  const papers = [a, b].map((input) => {
    const paper = toPaper({ year: 2020, ...input });
    if (typeof paper === 'string') throw new Error(paper);
    return paper;
  });
  return groupSameWorks(papers, 'cross-source')[1] === 0;
}

const terms = (word: string) => readQueryTokens(text(word)).map(({ term }) => term);
const finds = (asked: string, word: string) =>
  meetsTextCondition(readTextCondition(`"${asked}"`), searchedWords([text(word)]));

const CONSUMERS: Record<string, (a: string, b: string) => boolean> = {
  'the index': (a, b) => String(terms(a)) === String(terms(b)),
  'a look-up': (a, b) => foldText(text(a)).letters === foldText(text(b)).letters,
  'a condition on texts': (a, b) => finds(a, b) && finds(b, a),
  'a Boolean strategy': (a, b) => String(textWords(text(a))) === String(textWords(text(b))),
  'one work, by its title': (a, b) =>
    areOneWork({ title: text(a), authors: ['Ada Lovelace'] }, { title: text(b), authors: ['Ada Lovelace'] }),
  'one work, by its author': (a, b) =>
    areOneWork({ title: text('x'), authors: [`Ada ${a}`] }, { title: text('x'), authors: [`Ada ${b}`] }),
  'an author, looked up': (a, b) => foldForIdentity(a) === foldForIdentity(b),
};

const SAME = [
  ['Bjørn', 'Bjorn'],
  ['Łódź', 'Lodz'],
  ['Wałęsa', 'Walesa'],
  ['Straße', 'Strasse'],
  ['Æsir', 'Aesir'],
  ['Đorđe', 'Dorde'],
  ['naïve', 'naive'],
  ['Müller', 'Muller'],
  ['Mu\u0308ller', 'Müller'],
  ['β-catenin', 'beta-catenin'],
  ['TNF-α', 'TNF-alpha'],
  ['ﬁbrin', 'fibrin'],
  ['СОЛЬ', 'соль'],
  ['ἀρχή', 'αρχη'],
];
/** Spelt out in the languages that have them: for one work they are the same, for a search they are other words. */
const SPELT_OUT = [
  ['Müller', 'Mueller'],
  ['Schröder', 'Schroeder'],
  ['Jäger', 'Jaeger'],
];
const OTHER = [
  ['Bjorn', 'Bjarn'],
  ['alpha-catenin', 'β-catenin'],
  ['किताब', 'कताब'],
  ['μm', 'mm'],
];
const SEARCHES = ['the index', 'a condition on texts', 'a Boolean strategy'];

describe.each(Object.entries(CONSUMERS))('%s', (name, areSame) => {
  it.each(SAME)('takes %s for %s', (a, b) => {
    expect(areSame(a, b)).toBe(true);
  });

  it.each(SPELT_OUT)(`takes %s for %s ${SEARCHES.includes(name) ? 'not' : 'where the whole is compared'}`, (a, b) => {
    if (name !== 'a look-up') expect(areSame(a, b)).toBe(!SEARCHES.includes(name));
  });

  it.each(OTHER)('does not take %s for %s', (a, b) => {
    expect(areSame(a, b)).toBe(false);
  });
});

describe('a text of one run of letters', () => {
  it.each(['字', 'ø', 'β', 'a\u0301'])('of %s keeps nobody waiting: the test would run out of its time', (letter) => {
    expect(foldLetters(letter.repeat(300_000)).length).toBeGreaterThanOrEqual(300_000);
    expect(foldForIdentity(letter.repeat(300_000)).length).toBeGreaterThanOrEqual(300_000);
  });
});
