import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { BUILT, environment } from '../helpers/built-server.ts';
import { plainPaper } from './hostile-corpus.ts';
import { MARK } from './hostile-texts.ts';
import { Session } from './session.ts';

/**
 * Texts on which a careless pattern takes minutes or hours. The server does one thing at a time, so that one such
 * record would stop every call, also those about other jobs. Each of these takes well under a second when it is read in
 * one pass; the time allowed is only there to end a stall, which without it would last longer than any test.
 */
const STALLED_MS = 50_000;

const RUNS: [what: string, paper: object][] = [
  // 1 MB each, too long for a transcript.
  ['tabs inside an abstract', { abstract: `${MARK} a${'\t'.repeat(1_000_000)}b` }],
  ['beginnings of comments', { abstract: `${MARK} ${'<!--'.repeat(250_000)}` }],
  ['commas inside a DOI', { doi: `10.5555/${MARK}${','.repeat(1_000_000)}x` }],
];

async function deciding<T>(work: Promise<T>): Promise<T | 'stalled'> {
  return work.catch((error) => {
    if (String(error).includes('no such message')) return 'stalled' as const;
    throw error;
  });
}

it.each(RUNS)('%s: the search is answered, and so is the next call', async (_what, fields) => {
  const session = await Session.open();
  try {
    const answer = await deciding(session.search([plainPaper(1), { ...plainPaper(2), ...fields }], STALLED_MS));
    expect(answer === 'stalled' ? answer : answer.json.page).toMatchObject({ total: 2 });
    expect((await session.tool('list_jobs', {})).isError).toBe(false);
  } finally {
    // A stalled process hears nothing, not even the end of its input.
    session.server.child.kill('SIGKILL');
    await session.service.stop();
  }
});

it('a title with 200,000 accents on its first letter: the table is printed', async () => {
  const session = await Session.open();
  try {
    await session.search([
      { ...plainPaper(1), title: `${MARK} a${'\u0301\u0302'.repeat(100_000)} ${'b '.repeat(200)}` },
    ]);
    const child = spawn(process.execPath, [BUILT, 'job', 'J1', '--format', 'table'], {
      env: environment(session.settings),
    });
    const code = await new Promise<number | null>((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), STALLED_MS);
      child.stdout.resume();
      child.on('close', (exit) => {
        clearTimeout(timer);
        resolve(exit);
      });
    });
    expect(code).toBe(0);
  } finally {
    await session.close();
  }
});
