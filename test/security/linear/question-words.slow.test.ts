import { expect, it } from 'vitest';
import { meetsTextCondition, readTextCondition, searchedWords } from '../../../src/papers/filters/text-condition.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { testAuthor } from '../../../src/papers/references/name-of-author.ts';
import { bestSentence, markAsked } from '../../../src/papers/relevance/best-sentence.ts';
import { matchJob } from '../../../src/papers/relevance/match.ts';
import { type QueryTerms, readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { compileStrategy } from '../../../src/papers/strategy/predicate.ts';
import { readStrategy } from '../../../src/papers/strategy/read-strategy.ts';
import { hasPhrases } from '../../../src/reading/quote/phrases.ts';
import { some } from '../../helpers/runs.ts';
import { judgeGrowth, type Runs } from './growth.ts';

/** What compares a paper with a question takes linear time where the paper is made of the question's own words. */

const KILOBYTES = [10, 20, 40, 80] as const;
const QUESTIONS = [['covid-19', 'heart failure'], ['1-1'], ['type 2 diabetes mellitus', 'cancer of the lung']];
const reversed = (words: string) => words.split(/[ -]/).reverse().join(' of ');
const REPEATED: readonly ((keyword: string, all: string) => string)[] = [
  (keyword) => `${keyword} `,
  (keyword) => `${keyword}-`,
  (keyword) => `${keyword}. `,
  (keyword) => `No ${keyword} was there. `,
  (keyword) => `${reversed(keyword)} `,
  (keyword) => `${keyword.split(/[ -]/)[0]} `,
  (_, all) => `${all} or `,
];

const questionText = (keywords: readonly string[]) =>
  `Does ${keywords.join(' change with ')} in older adults who live at home?`;

function questionOf(keywords: string[]): QueryTerms {
  const query = questionText(keywords);
  const question = readQueryTerms(parseQuery({ body: { keywords, query }, filters: { limit: 100 } }));
  if (!question) throw new Error('it reads nothing');
  return question;
}

const CASES = QUESTIONS.flatMap((keywords) =>
  REPEATED.map((repeat) => ({ keywords, repeated: repeat(keywords[0] ?? '', keywords.join(' ')) })),
);

it.each(some(CASES))('$repeated for $keywords', async ({ repeated, keywords }) => {
  const [first = ''] = keywords;
  const question = questionOf(keywords);
  const strategy = readStrategy(`"${first}" AND (${keywords.map((keyword) => `"${keyword}"`).join(' OR ')})`);
  const condition = readTextCondition(`"${first}" ${first}`);
  if (!('node' in strategy)) throw new Error('it reads nothing');
  const test = compileStrategy(strategy.node);
  const readers: Record<string, (text: string) => unknown> = {
    title: (text) => matchJob(question, [{ title: text }]),
    abstract: (text) => matchJob(question, [{ title: 'Owls', abstract: text }]),
    'best sentence': (text) => bestSentence(text, question, 300),
    marks: (text) => markAsked(text, question),
    strategy: (text) => test({ title: text, abstract: text, authors: [] }),
    'text condition': (text) => meetsTextCondition(condition, searchedWords([text, text])),
    'long condition': (text) =>
      meetsTextCondition(readTextCondition(text.split(' ').join(' OR ')), searchedWords([text])),
    author: (text) => testAuthor(`${text} Berg`)(text.replaceAll('. ', ' and ')),
    'long question': (text) => matchJob(questionOf([text]), [{ title: text }]),
    phrases: (text) => hasPhrases(text, keywords),
  };
  const wrong: string[] = [];
  for (const [name, read] of Object.entries(readers)) {
    const runs = KILOBYTES.map((kilobytes) => {
      const text = repeated.repeat(Math.ceil((kilobytes * 1_024) / repeated.length));
      return () => read(text);
    });
    const verdict = await judgeGrowth(runs as unknown as Runs);
    if (verdict !== undefined) wrong.push(`${name}: ${verdict}`);
  }
  expect(wrong).toEqual([]);
});
