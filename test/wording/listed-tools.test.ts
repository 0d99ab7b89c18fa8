import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/app/all-tools.ts';
import { describeServer } from '../../src/mcp/server.ts';
import { createMcpWording } from '../../src/mcp/wording.ts';
import { tools as toolsSetting } from '../../src/platform/settings/variable-rules.ts';
import type { Advice, Note } from '../../src/wording/notes.ts';
import { ADVICE_EXAMPLES } from './advice-examples.ts';
import { SETUP_EXAMPLES, SPENDING_EXAMPLES, TEXT_EXAMPLES } from './more-note-examples.ts';
import { ANSWER_EXAMPLES, FAILURE_EXAMPLES, SEARCH_EXAMPLES } from './note-examples.ts';

/** Whatever PAPERQUEUE_TOOLS lists: no answer, error or list names a tool that cannot be called. */

const NAMES = TOOLS.map(({ name }) => name);
const SETTINGS = [
  'search',
  ...NAMES,
  ...NAMES.map((left) => NAMES.filter((name) => name !== left).join(',')),
  'search,lookup_papers,export_papers',
];

const NOTES: Note[] = [
  ...[SEARCH_EXAMPLES, ANSWER_EXAMPLES, SPENDING_EXAMPLES, FAILURE_EXAMPLES, SETUP_EXAMPLES, TEXT_EXAMPLES],
].flatMap((examples: Record<string, Note[]>) => Object.values(examples).flat());
const ADVICE: Advice[] = Object.values(ADVICE_EXAMPLES).flat();

describe.each(SETTINGS)('with PAPERQUEUE_TOOLS=%s', (setting) => {
  const listed = toolsSetting.parse(setting) ?? NAMES;
  const has = (name: string) => listed.some((each) => each === name);
  const hidden = NAMES.filter((name) => !has(name));
  const wording = createMcpWording(has);
  const namesHidden = (text: string) => hidden.some((name) => new RegExp(`\\b${name}\\b`).test(text));

  it('no sentence names another tool', () => {
    const sentences = [...NOTES.map(wording.note), ...ADVICE.map((each) => wording.advice([each]))];
    expect(sentences.filter(namesHidden)).toEqual([]);
  });

  it('what is said of the tools names no other', () => {
    const listing = TOOLS.filter(({ name }) => has(name)).flatMap(({ describe: describeTool, inputSchema }) => [
      describeTool(has),
      JSON.stringify(inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })),
    ]);
    expect([describeServer(TOOLS, has), ...listing].filter(namesHidden)).toEqual([]);
  });
});

it('what a model has to do about money is said without any other tool, too', () => {
  const { advice } = createMcpWording((name) => name === 'combined_search');
  const running = advice([{ kind: 'wait-for', job: 'J1', ageSeconds: 40, askAgainSeconds: 20 }]);
  expect(running).toContain('The same search, with the same arguments, waits for J1');
  expect(advice([{ kind: 'do-not-repeat', job: 'J1' }])).toContain('Do not repeat the search: it may be charged twice');
  expect(advice([{ kind: 'ask-about', job: 'J1' }])).toContain('acceptPossibleDoubleCharge: true');
  expect(advice([{ kind: 'see-cost' }, { kind: 'use-author' }])).toMatch(/\.$/);
});
