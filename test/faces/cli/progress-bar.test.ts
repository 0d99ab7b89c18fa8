import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Io } from '../../../src/faces/cli/io.ts';
import { progressLine, sourcesLine, withProgress } from '../../../src/faces/cli/progress-bar.ts';

it('progress names the sources that answered, failed and are waited for', () => {
  const sources = [
    { source: 'openalex', title: 'OpenAlex', gave: 100 },
    { source: 'crossref', title: 'Crossref', failed: { failure: 'unreachable' } as const },
    { source: 'arxiv', title: 'arXiv' },
    { source: 'europepmc', title: 'Europe PMC', gave: 0 },
  ];
  expect(sourcesLine(sources)).toBe('waiting for arXiv, OpenAlex 100, Crossref failed, Europe PMC 0');
  expect(sourcesLine([])).toBe('');
});

it('the bar is as long as the share that is done, and its line as the terminal', () => {
  expect(progressLine(1, 4, 'J1', 80)).toBe(`${'█'.repeat(5)}${'░'.repeat(15)} J1`);
  expect(progressLine(0, 0, 'J1 queued', 80)).toBe('J1 queued');
  expect(progressLine(4, 4, 'x'.repeat(90), 40)).toBe(`${'█'.repeat(20)} ${'x'.repeat(18)}…`);
});

it.each([
  [
    'sources that have answered',
    [
      { source: 'a', title: 'A', gave: 3 },
      { source: 'b', title: 'B' },
    ],
    '█████ J1 1 of 2 sources',
  ],
  ['a job whose sources are unknown', undefined, 'J1 queued'],
  ['a job that nobody runs', undefined, 'J1 queued: no worker of the service runs', [{ kind: 'no-worker' }]],
])('waiting shows %s, whatever time has passed', async (_what, sources, shown, notes = []) => {
  const texts: string[] = [];
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      texts.push(String(chunk));
      done();
    },
  });
  const io = { stderr: Object.assign(stderr, { isTTY: true, columns: 80, cursorTo() {}, clearLine() {} }) };
  for (const elapsedSeconds of [1, 30]) {
    texts.length = 0;
    await withProgress({ ...io, signal: new AbortController().signal } as unknown as Io, async ({ onProgress }) =>
      onProgress({
        ref: 'J1',
        status: 'queued',
        elapsedSeconds,
        waitSeconds: 40,
        ...(sources && { sources }),
        notes,
      } as never),
    );
    expect(texts.join('')).toContain(shown.replace('█████', `${'█'.repeat(10)}${'░'.repeat(10)}`));
    expect(texts.join('')).not.toMatch(/\d s\b|%/);
  }
});
