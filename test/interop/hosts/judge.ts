import { TOOLS as SERVED } from '../../../src/app/all-tools.ts';
import { CALLS, HIDDEN, type ModelStandIn, offered } from './model-stand-in.ts';
import { type Connection, type Frame, frames, MARKS } from './record.ts';

const TOOLS = SERVED.map(({ name }) => name);
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** What one product was seen to do. */
export type Verdict = {
  era: string;
  /** Which form of an answer its model reads. */
  reads: string;
  /** How many characters its model got for one of the search's text. */
  length: string;
  /** Whether its model sees the server's instructions. */
  instructions: string;
  /** Whether its model sees the tools at once, or has to look for them. */
  tools: string;
  ended: string;
  problems: string[];
};

type Paper = { ref: string; title: string };

/** Without what writing JSON into JSON adds. */
function plain(text: string): string {
  return text.replace(/[\\"]/g, '');
}

function eraOf(connection: Connection): string {
  const opening = frames(connection, 'in').find(({ method }) => method === 'initialize');
  if (opening === undefined) {
    const version = frames(connection, 'in')
      .map(({ params }) => params?._meta?.[VERSION_KEY])
      .find(Boolean);
    return `modern ${version ?? '?'}`;
  }
  const answer = frames(connection, 'out').find(({ id }) => id === opening.id);
  return `legacy ${answer?.result?.protocolVersion ?? '?'}`;
}

/** The answers of the server to the calls that the model makes, as they passed. */
function answersOf(connection: Connection): Frame[] {
  const calls = frames(connection, 'in').filter(({ method }) => method === 'tools/call');
  const out = frames(connection, 'out');
  return calls.flatMap(({ id }) => out.find((frame) => frame.id === id) ?? []);
}

function textOf({ result }: Frame): string {
  return (result?.content as { text: string }[] | undefined)?.[0]?.text ?? '';
}

/** Papers of the answer whose reference or title is not in what the model was handed. */
function missing(answer: Frame, handed: string): Paper[] {
  const { papers = [] } = JSON.parse(textOf(answer)) as { papers?: Paper[] };
  if (papers.length === 0) return [{ ref: 'all', title: textOf(answer).slice(0, 200) }];
  const text = plain(handed);
  return papers.filter(({ ref, title }) => !text.includes(ref) || !text.includes(plain(title)));
}

function readsOf(handed: string): string {
  const text = handed.includes(MARKS.text);
  const structured = handed.includes(MARKS.structured);
  if (text && structured) return 'both';
  return text ? 'text' : structured ? 'structured content' : 'neither';
}

/** How the processes of the server were told to end. */
function endOf(connections: readonly Connection[]): string {
  const words = connections.flatMap(({ entries }) => {
    const last = entries.find(({ event }) => event === 'signal' || event === 'stdin closed');
    if (last?.event === 'signal') return last.signal;
    return last ? 'end of input' : 'killed';
  });
  return [...new Set(words)].join(', ');
}

/** Holds what reached the model against what passed between the product and the server. */
export function judge(connections: readonly Connection[], model: ModelStandIn): Verdict {
  const problems: string[] = [];
  const used = connections.find((one) => frames(one, 'in').some(({ method }) => method === 'tools/call'));
  const asked = model.handed.at(-1);
  const verdict = {
    era: '-',
    reads: '-',
    length: '-',
    instructions: '-',
    tools: '-',
    ended: endOf(connections),
    problems,
  };
  if (connections.length === 0) problems.push('it did not start the server');
  if (asked === undefined)
    problems.push(`its model was not handed the tools (asked for: ${model.others.join() || 'nothing else'})`);
  if (used === undefined) problems.push('no tool was called');
  if (used === undefined || asked === undefined) return verdict;

  const said = model.bodies.join('\n');
  const lost = TOOLS.filter((tool) => !offered(asked, tool) && !said.includes(HIDDEN + tool));
  if (lost.length > 0) problems.push(`its model does not see ${lost.join()}`);
  const results = asked.results.slice(model.hasSearched ? 1 : 0);
  const answers = answersOf(used);
  for (const [index, { tool }] of CALLS.entries()) {
    const answer = answers[index];
    const handed = results[index] ?? '';
    const gone = answer ? missing(answer, handed) : [{ ref: 'all', title: 'no answer' }];
    for (const { ref, title } of gone) problems.push(`${tool}: its model does not see ${ref} (${title})`);
  }
  const [search = '', job = ''] = results;
  const ratio = search.length / (answers[0] ? textOf(answers[0]).length : Number.NaN);
  // Some read the instructions in a first process, whose only use was to ask for the era.
  const told = connections
    .flatMap((one) => frames(one, 'out'))
    .map(({ result }) => result?.instructions)
    .find((text) => typeof text === 'string');
  const reads = readsOf(job);
  if (reads === 'neither') problems.push('its model sees neither form of an answer');
  return {
    ...verdict,
    era: eraOf(used),
    reads,
    length: ratio.toFixed(2),
    instructions: told === undefined ? 'not asked for' : said.includes(told.slice(0, 60)) ? 'yes' : 'no',
    tools: `${TOOLS.length - lost.length}${model.hasSearched ? ', looked for' : ''}`,
  };
}
