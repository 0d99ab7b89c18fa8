import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOOLS as SERVED } from '../../../src/app/all-tools.ts';
import { DIALECTS } from './dialects.ts';
import { judge } from './judge.ts';
import { CALLS, LAST_WORD, ModelStandIn } from './model-stand-in.ts';
import { type Connection, type Entry, MARKS } from './record.ts';

const TOOLS = SERVED.map(({ name }) => name);
const LEFT_OUT = ['read_paper', 'list_jobs'];
const ANSWER = JSON.stringify({
  papers: [
    { ref: 'J1-1', title: 'On "quoted" things' },
    { ref: 'J1-2', title: 'Second' },
  ],
});

/** The messages when a product calls both tools. */
function connection(): Connection {
  const entries: Entry[] = [
    { event: 'in', frame: { id: 0, method: 'initialize' } },
    { event: 'out', frame: { id: 0, result: { protocolVersion: '2025-06-18', instructions: 'Search once.' } } },
  ];
  for (const [id, { tool }] of CALLS.entries())
    entries.push(
      { event: 'in', frame: { id: id + 1, method: 'tools/call', params: { name: tool } } },
      { event: 'out', frame: { id: id + 1, result: { content: [{ type: 'text', text: ANSWER }] } } },
    );
  return { recorder: 1, server: 2, entries: [...entries, { event: 'stdin closed' }] };
}

describe('the judge of the products', () => {
  let model: ModelStandIn;
  beforeEach(async () => {
    model = await ModelStandIn.start();
  });
  afterEach(() => model.end());

  /** A product that asks its model over chat completions, with the results of its tools. */
  async function ask(results: string[], tools = TOOLS): Promise<string> {
    const body = {
      tools: tools.map((name) => ({ type: 'function', function: { name: `paperqueue_${name}` } })),
      messages: [{ role: 'system', content: 'Search once.' }, ...results.map((content) => ({ role: 'tool', content }))],
    };
    const answer = await fetch(`${model.address}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
    return answer.text();
  }

  it('passes a product that passes on the server’s answers', async () => {
    expect(await ask([])).toContain('paperqueue_keyword_search');
    expect(await ask([ANSWER])).toContain('paperqueue_get_job');
    expect(await ask([ANSWER, `${ANSWER} ${MARKS.text}`])).toContain(LAST_WORD);
    expect(judge([connection()], model)).toEqual({
      era: 'legacy 2025-06-18',
      reads: 'text',
      length: '1.00',
      instructions: 'yes',
      tools: String(TOOLS.length),
      ended: 'end of input',
      problems: [],
    });
  });

  it('names a paper that did not reach the model', async () => {
    await ask([ANSWER, `${ANSWER.replace('J1-2', '...')} ${MARKS.structured}`]);
    const { problems, reads } = judge([connection()], model);
    expect(reads).toBe('structured content');
    expect(problems).toEqual(['get_job: its model does not see J1-2 (Second)']);
  });

  it('names tools that were not offered, and an answer that carries no mark', async () => {
    await ask(
      [ANSWER, ANSWER],
      TOOLS.filter((tool) => !LEFT_OUT.includes(tool)),
    );
    expect(judge([connection()], model).problems).toEqual([
      `its model does not see ${LEFT_OUT.join()}`,
      'its model sees neither form of an answer',
    ]);
  });

  it('fails a product that starts nothing and asks nothing', () => {
    expect(judge([], model).problems).toHaveLength(3);
  });
});

describe('the dialects of the models', () => {
  const call = { id: 'turn_0', call: { name: 'keyword_search' }, args: { keywords: ['a', 'b', 'c'] } };
  it.each(DIALECTS)('$path names the tool and what it is called with, whole and as a stream', (dialect) => {
    for (const written of [dialect.whole(call), dialect.events(call)]) {
      const text = JSON.stringify(written).replaceAll('\\', '');
      expect(text).toContain('keyword_search');
      expect(text).toContain('{"keywords":["a","b","c"]}');
    }
  });
});
