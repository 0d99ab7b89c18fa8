import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inCommandWords, inOurWords, speakingCommands } from '../../src/cli/command-words.ts';
import { TOOLS } from '../../src/mcp/tools/registry.ts';
import { WHERE_NAMES } from '../../src/papers/filters/where-filter.ts';

/** What only an MCP client can do something with: a tool's name, or a parameter with its value. */
const TOOL_NAMES = new RegExp(`\\b(${TOOLS.map(({ name }) => name).join('|')})\\b`);
const PARAMETER = /(?<!--where )\b[a-z]+[A-Z]\w*: |\b(fresh|dryRun): true|\bjobId "|\bcall again\b|\bCall again\b/;

/** Folders whose texts are not printed by the command line. */
const OTHERS = /^src\/(mcp|sdk|ui|view)\//;

/** The texts of the sources that have the words of tools in them, with `7` for what is filled in. */
function textsOfSources(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`);
  const lines = files
    .filter((file) => file.endsWith('.ts') && !OTHERS.test(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => !/^\s*(\/\/|\*|\/\*|import |.*\.ts';$)/.test(line));
  const texts = lines.flatMap((line) => [...line.matchAll(/(['`])((?:(?!\1).)* (?:(?!\1).)*)\1/g)]);
  return texts
    .map(([, , text = '']) => text.replace(/\$\{[^}]*\}/g, '7'))
    .filter((text) => isAboutTools(text) && /^[\w"].*\w.*[^:{(\s]/.test(text) && !/[{;]|=>|^arXiv/.test(text));
}

/** The notes and the advice of the golden answers of the tools. */
function textsOfAnswers(): string[] {
  const golden = readFileSync('test/mcp/golden-answers.test.ts', 'utf8');
  return [...golden.matchAll(/^ +"(?:next": ")?(.*?)",?$/gm)].map(([, text = '']) => text).filter(isAboutTools);
}

function isAboutTools(text: string): boolean {
  return TOOL_NAMES.test(text) || PARAMETER.test(text);
}

describe('no word of the tools is left', () => {
  it('in the texts of the sources', () => {
    const texts = textsOfSources();
    expect(texts.length).toBeGreaterThan(25);
    expect(texts.map(inCommandWords).filter(isAboutTools)).toEqual([]);
  });

  it('in the notes and the advice of the golden answers', () => {
    const texts = textsOfAnswers();
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.map(inCommandWords).filter(isAboutTools)).toEqual([]);
  });
});

it.each([
  [
    'Same search as J3: stored results shown, no cost. fresh: true searches again.',
    'Same search as J3: stored results shown, no cost. --fresh searches again.',
  ],
  [
    'The job still runs. Call get_job with jobId "J3" to wait for its papers; that is free.',
    'The job still runs. Run paperqueue job J3 to wait for its papers; that is free.',
  ],
  [
    'limit: 100, 200 or 300, got 5; minCitationCount: a positive whole number, got 0',
    '--limit: 100, 200 or 300, got 5; --min-citation-count: a positive whole number, got 0',
  ],
  [
    'No paper was found. Relax quartileRanking first (then openAccessPdf) and search again.',
    'No paper was found. Relax --quartile-ranking first (then --open-access-pdf) and search again.',
  ],
  ['Set PAPERQUEUE_TOKEN and restart the server.', 'Set PAPERQUEUE_TOKEN.'],
  [
    'sort: field:direction with field one of score, quartileRanking, year, got "title"',
    '--sort: field:direction with field one of score, quartileRanking, year, got "title"',
  ],
  ['No stored paper meets where; without yearFrom 12.', 'No stored paper meets --where; without yearFrom 12.'],
  ['where.yearFrom: a whole number, got "x"', '--where yearFrom: a whole number, got "x"'],
  ['jobId: a job that has papers, got J9', 'REF: a job that has papers, got J9'],
  [
    'Check the network and call again; nothing was charged.',
    'Check the network and run it again; nothing was charged.',
  ],
  [
    '14 records repeat works shown here (DOI, arXiv, title); sameAs has their refs.',
    '14 more records of these papers are left out (same DOI, arXiv number or title).',
  ],
])('%s', (told, expected) => {
  expect(inCommandWords(told)).toBe(expected);
});

it.each(['3 papers of the page, sort or year.', 'A view of the count: 3', 'Match: 3 strong', ...WHERE_NAMES])(
  'leaves alone: %s',
  (text) => {
    expect(inCommandWords(text)).toBe(text);
  },
);

it('changes what the product says of an answer, not what papers and their sources say', () => {
  const next = 'fresh: true searches again.';
  const answer = { next, notes: [next], items: [{ item: next, note: next }], papers: [{ title: next, note: next }] };
  const said = '--fresh searches again.';
  expect(inOurWords(answer)).toEqual({
    ...answer,
    next: said,
    notes: [said],
    items: [{ item: next, note: said }],
  });
});

it('speaks for every use-case, whether it answers at once or later', async () => {
  const answer = { next: 'get_job with jobId "J3" says what became of it.' };
  const spoken = speakingCommands({
    listJobs: () => answer,
    getJob: async () => answer,
    renderExport: async () => 'get_job',
  });
  expect(spoken.listJobs().next).toBe('paperqueue job J3 says what became of it.');
  expect((await spoken.getJob()).next).toBe('paperqueue job J3 says what became of it.');
  expect(await spoken.renderExport()).toBe('get_job');
});
