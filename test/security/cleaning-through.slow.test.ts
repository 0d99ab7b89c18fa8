import { afterAll, beforeAll, expect, it } from 'vitest';
import { hiddenIn, hiddenInJson } from './checks.ts';
import { plainPaper, TEXT_FIELDS } from './hostile-corpus.ts';
import { MARK } from './hostile-texts.ts';
import { Session } from './session.ts';

/**
 * Texts on which cleaning itself could fail (see cleaning.test.ts), as far as they would get: through the built product
 * to a model and to a terminal. Apart from the corpus, so that one gap does not hide what the corpus shows.
 */

const amp = (layers: number, entity: string) => `${MARK} &${'amp;'.repeat(layers)}${entity} end`;

const TEXTS: [what: string, text: string][] = [
  ...[4, 5, 6].map((layers): [string, string] => [
    `an escape in ${layers} entities`,
    amp(layers, '#x1b;]52;c;ZXZpbA=='),
  ]),
  ['a direction in 5 entities', amp(5, '#x202e;')],
  ['half a pair in 5 entities', amp(5, '#xd83d;')],
  ['a message in joiners', `${MARK} \u2764${'\ufe0f\u200d\ufe0f\u200c'.repeat(10)}\ufe0f end`],
  ['a message in controls of shorthand', `${MARK} a${'\u{1bca0}\u{1bca3}'.repeat(10)}b end`],
];

let session: Session;
beforeAll(async () => {
  session = await Session.open();
});
afterAll(() => session.close());

it.each(TEXTS)('%s reaches neither a model nor a terminal', async (_what, text) => {
  const fields = TEXT_FIELDS.filter((field) => field !== 'fieldsOfStudy');
  const paper = Object.fromEntries(fields.map((field) => [field, text]));
  const { json } = await session.search([{ ...plainPaper(1), ...paper, fieldsOfStudy: [text] }]);
  const { ref } = json.job as { ref: string };
  const full = (await session.tool('get_job', { jobId: ref, view: 'full', facets: true })).json;
  const [receipt] = await session.resource(`paperqueue://jobs/${ref}/receipt`);
  const table = await session.command(['job', ref, '--format', 'table']);
  const left = [
    ...hiddenInJson(json).slice(0, 1),
    ...hiddenInJson(full).slice(0, 1),
    ...hiddenInJson(JSON.parse(receipt?.text ?? '')).slice(0, 1),
    ...hiddenIn(table.stdout).slice(0, 1),
  ];
  expect(left).toEqual([]);
  expect(table.stdout).toContain(MARK);
});
