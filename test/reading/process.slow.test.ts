import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Timers } from '../../src/lib/timers.ts';
import { createProcessReader } from '../../src/reading/process/read-in-process.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ARTICLE, read } from './fixtures.ts';

const { signal } = new AbortController();
const endings: (() => void)[] = [];
afterEachTest(() => {
  for (const end of endings.splice(0)) end();
});

function open(options: Parameters<typeof createProcessReader>[0] = {}) {
  const reader = createProcessReader(options);
  endings.push(reader.close);
  return reader;
}

/** Timers of which only one of so many milliseconds ever fires, and that at once. */
function onlyTimer(ms: number): Timers {
  return {
    now: () => 0,
    after: (wanted, call) => {
      const timer = wanted === ms ? setImmediate(call) : undefined;
      return () => clearImmediate(timer);
    },
  };
}

/** A process that answers one question, and ends with the answer or with the next question. */
function endingAt(ending: 'answer' | 'question'): URL {
  const script = join(temporaryFolder(), 'reader.mjs');
  const then = ending === 'answer' ? '() => process.exit(1)' : '() => process.once("message", () => process.exit(1))';
  writeFileSync(script, `process.once('message', () => process.send({ problem: 'cut off' }, ${then}));`);
  return pathToFileURL(script);
}

describe('the process that reads texts', () => {
  it('reads one after the other, and gives a problem for what is none', async () => {
    const reader = open();
    const [article, nothing] = await Promise.all([
      reader.read({ content: ARTICLE, format: 'jats' }, signal),
      reader.read({ content: 'nothing', format: 'html' }, signal),
    ]);
    expect(read(article).title).toBe('How Mytilus holds on');
    expect(nothing).toEqual({ problem: 'not a document' });
  });

  it('is ended when it takes too long, and the next text gets a new one', async () => {
    const timed = open({ maxMs: 30_000, timers: onlyTimer(30_000) });
    expect(await timed.read({ content: ARTICLE, format: 'jats' }, signal)).toEqual({ problem: 'took too long' });
    expect(await timed.read({ content: ARTICLE, format: 'jats' }, signal)).toEqual({ problem: 'took too long' });
  });

  it.runIf(process.platform === 'linux')('is ended when it needs too much memory', async () => {
    const reader = open({ maxBytes: 1, timers: onlyTimer(250) });
    expect(await reader.read({ content: ARTICLE, format: 'jats' }, signal)).toEqual({ problem: 'process ended' });
  });

  it('is forgotten when it ends between two texts, and one that ends under a later text is replaced', async () => {
    // The first text is read by a process that ends by itself: right after the answer, or with the next question.
    for (const ending of ['answer', 'question'] as const) {
      const reader = open({ script: endingAt(ending) });
      expect(await reader.read({ content: 'first', format: 'html' }, signal)).toEqual({ problem: 'cut off' });
      expect(await reader.read({ content: 'second', format: 'html' }, signal)).toEqual({ problem: 'cut off' });
    }
  });

  it('is ended with the call, whose reason it gives', async () => {
    const reader = open();
    const abort = new AbortController();
    const reading = reader.read({ content: ARTICLE, format: 'jats' }, abort.signal);
    abort.abort(new Error('interrupted'));
    await expect(reading).rejects.toThrow('interrupted');
    expect(read(await reader.read({ content: ARTICLE, format: 'jats' }, signal)).sections).toHaveLength(10);
  });
});
