import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLI_WORDING } from '../../src/faces/cli/wording.ts';
import { UI_WORDING } from '../../src/faces/ui/wording.ts';
import { MCP_WORDING } from '../../src/mcp/wording.ts';
import type { Advice, Note } from '../../src/wording/notes.ts';
import { PLAIN_WORDING } from '../../src/wording/sentences/plain.ts';
import type { Wording } from '../../src/wording/sentences/vocabulary.ts';
import { said } from '../helpers/said.ts';
import { ADVICE_EXAMPLES } from './advice-examples.ts';
import { literalsOf } from './literals.ts';
import { SETUP_EXAMPLES, SPENDING_EXAMPLES, TEXT_EXAMPLES } from './more-note-examples.ts';
import { ANSWER_EXAMPLES, FAILURE_EXAMPLES, type NoteExamples, SEARCH_EXAMPLES } from './note-examples.ts';
import { TABLE_EXAMPLES } from './table-examples.ts';

/**
 * All sentences of the product in one file, which can be read in one sitting: those that all faces share once, else
 * those of each face. After a change of a sentence: `npx vitest run test/wording -u`, and read what has changed.
 */

const NOTES: Record<string, Record<string, Note[]>> = {
  'What a search says': SEARCH_EXAMPLES,
  'What an answer says': ANSWER_EXAMPLES,
  Credits: SPENDING_EXAMPLES,
  'What went wrong': FAILURE_EXAMPLES,
  Surroundings: SETUP_EXAMPLES,
  'Full texts': TEXT_EXAMPLES,
  'Tables of evidence': TABLE_EXAMPLES,
};

/** A kind without an example is an error of types. */
const ALL: NoteExamples = {
  ...SEARCH_EXAMPLES,
  ...ANSWER_EXAMPLES,
  ...SPENDING_EXAMPLES,
  ...FAILURE_EXAMPLES,
  ...SETUP_EXAMPLES,
  ...TEXT_EXAMPLES,
  ...TABLE_EXAMPLES,
};

const FACES = { assistant: MCP_WORDING, terminal: CLI_WORDING, page: UI_WORDING } as const;

/** The sentence of all faces, and below it those of faces that have their own. */
function linesOf(say: (wording: Wording) => string): string[] {
  const plain = say(PLAIN_WORDING);
  const own = Object.entries(FACES).map(([face, wording]) => [face, say(wording)] as const);
  const others = own.filter(([, sentence]) => sentence !== plain);
  const isShared = others.length < own.length;
  return [
    `- ${isShared ? '' : '(other programs) '}${plain}`,
    ...others.map(([face, sentence]) => `  - ${face}: ${sentence}`),
  ];
}

function sections(): string {
  const notes = Object.entries(NOTES).flatMap(([title, examples]) => [
    `## ${title}`,
    ...Object.entries(examples).flatMap(([kind, values]) => [
      `\n### ${kind}\n`,
      ...values.flatMap((note) => linesOf(({ note: say }) => say(note))),
    ]),
    '',
  ]);
  const advice = Object.entries(ADVICE_EXAMPLES).flatMap(([name, values]: [string, Advice[]]) => [
    `\n### ${name}\n`,
    ...values.flatMap((each) => linesOf(({ advice: say }) => say([each]))),
  ]);
  return `${['# All sentences\n', ...notes, '## What to do next', ...advice].join('\n')}\n`;
}

it('are those of the golden file', async () => {
  await expect(sections()).toMatchFileSnapshot('golden.md');
});

it('stand in one place: no two faces write the same sentence of their own', () => {
  const own = (face: string) => sentencesOf(readFileSync(`src/${face}/wording.ts`, 'utf8'));
  const [ofAssistant = new Set(), ofTerminal = [], ofPage = []] = ['mcp', 'faces/cli', 'faces/ui'].map(own);
  const others = [...ofTerminal, ...ofPage];
  expect(others.filter((sentence) => ofAssistant.has(sentence))).toEqual([]);
});

/** The texts of a file that are a sentence. */
function sentencesOf(source: string): Set<string> {
  const texts = literalsOf('wording.ts', source).map(({ text }) => text);
  return new Set(texts.filter((text) => /^\S+ \S+ .*\.$/.test(text)));
}

it('stand for something that is made: no kind is left over', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/^wording.|(?:^|[\\/])(?:notes|sentences)\.ts$/.test(file),
  );
  const code = files.map((file) => readFileSync(`src/${file}`, 'utf8')).join('\n');
  const kinds = Object.keys(ALL);
  const steps = Object.keys(ADVICE_EXAMPLES);
  expect([...kinds, ...steps].filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});

it('an answer without advice has no next', () => {
  expect(said({ notes: [], next: [] })).toEqual({ notes: [] });
});
