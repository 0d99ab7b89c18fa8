import { afterEach, describe, expect, it } from 'vitest';
import type { Timers } from '../../../src/lib/timers.ts';
import { importPapers } from '../../../src/library/importing/import-papers.ts';
import { ParserStuck, startParserThread } from '../../../src/library/importing/parse-in-thread.ts';
import { memoryLibrary } from './memory-library.ts';

const BUILT_THREAD = new URL('../../../dist/chunks/parser-thread.mjs', import.meta.url);
const LINES = { name: 'jsonl', layout: 'json-lines' } as const;

/** A thread that answers `detect` and does to every chunk what `onPush` says; `tell(word)` is heard by `hears`. */
function thread(onPush: string): URL {
  const code = `import { parentPort, workerData } from 'node:worker_threads';
    const { position } = workerData;
    const told = new BroadcastChannel('parse-in-thread');
    const tell = (word) => told.postMessage(word);
    const begin = (line) => { Atomics.store(position, 0, line); Atomics.add(position, 1, 1); };
    parentPort.on('message', (question) => {
      if (question.ask === 'push') { ${onPush} }
      parentPort.postMessage(question.ask === 'push' ? [] : undefined);
    });`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

function hears(word: string): Promise<void> {
  const channel = new BroadcastChannel('parse-in-thread');
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => {
      if (data !== word) return;
      channel.close();
      resolve();
    };
  });
}

/** Timers that fire when the test says so. */
function heldTimers() {
  const calls = new Set<{ ms: number; call: () => void }>();
  const timers: Timers = {
    now: () => 0,
    after(ms, call) {
      const timer = { ms, call };
      calls.add(timer);
      return () => calls.delete(timer);
    },
  };
  const fire = () => {
    const due = [...calls];
    calls.clear();
    for (const { call } of due) call();
    return due.map(({ ms }) => ms);
  };
  return { timers, fire };
}

const started: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

function start(options: Parameters<typeof startParserThread>[0]) {
  const one = startParserThread(options);
  started.push(one);
  return one;
}

describe('a thread that reads files', () => {
  it('runs where the sources are run, too', async () => {
    expect(await start({}).detect('{"title":"One"}\n', 'a.jsonl')).toEqual(LINES);
  });

  it('reads as this thread does', async () => {
    const text = '{"title":"One","doi":"10.1000/A"}\nno json\n{"corpusid":5,"abstract":"An abstract"}\n';
    const { detect, open: openParser } = start({ script: BUILT_THREAD });
    expect(await detect(text, 'a.jsonl')).toEqual(LINES);
    const source = () => ({ format: LINES, text: chunks(text) });
    const [here, there] = [memoryLibrary(), memoryLibrary()];
    expect(await importPapers(there.library, source(), { openParser })).toEqual(
      await importPapers(here.library, source()),
    );
    expect([...there.records]).toEqual([...here.records]);
    expect(there.records.size).toBeGreaterThan(0);
  });

  it('can be asked several things at once, and fails all that it has not answered', async () => {
    const script = thread(`begin(1); if (question.chunk === 'c') process.exit(0);
      parentPort.postMessage([question.chunk]); return;`);
    const parser = await start({ script }).open(LINES, 0);
    const pushed = await Promise.allSettled(['a', 'b', 'c', 'd'].map((chunk) => parser.push(chunk)));
    const failed = { status: 'rejected', reason: new Error('the thread that reads files has ended') };
    const answered = (chunk: string) => ({ status: 'fulfilled', value: [chunk] });
    expect(pushed).toEqual([answered('a'), answered('b'), failed, failed]);
  });

  it('is ended when it begins no other piece for 30 seconds, and tells the line', async () => {
    const { timers, fire } = heldTimers();
    const heard = hears('begun');
    const one = start({ timers, script: thread(`begin(7); tell('begun'); for (;;);`) });
    const parser = await one.open(LINES, 0);
    const pushed = expect(parser.push('a')).rejects.toThrow(
      new ParserStuck('reading did not get on for 30 seconds at line 7'),
    );
    await heard;
    // It has begun a piece since it was asked.
    expect(fire()).toEqual([30_000]);
    expect(fire()).toEqual([30_000]);
    await pushed;
    await expect(parser.push('b')).rejects.toThrow(ParserStuck);
    expect(fire()).toEqual([]);
  });

  it('is ended by the signal, wherever it is', async () => {
    const abort = new AbortController();
    const heard = hears('begun');
    const one = start({ signal: abort.signal, script: thread(`tell('begun'); for (;;);`) });
    const parser = await one.open(LINES, 0);
    const pushed = expect(parser.push('a')).rejects.toThrow('by hand');
    await heard;
    abort.abort(new Error('by hand'));
    await pushed;
  });

  it.each([
    ['throws', `throw new RangeError('too deep');`, 'too deep'],
    ['leaves', 'process.exit(0);', 'has ended'],
  ])('that %s fails what it was asked', async (_what, onPush, message) => {
    const parser = await start({ script: thread(onPush) }).open(LINES, 0);
    await expect(parser.push('a')).rejects.toThrow(message);
    await expect(parser.end()).rejects.toThrow(message);
  });
});

describe('an import whose reading is given up', () => {
  it('keeps what was read before, says where, and goes on there the next time', async () => {
    const { library, records, checkpoints } = memoryLibrary();
    const identity = { path: '/a.jsonl', size: 1, modifiedAt: 1, head: 'a' };
    const first = { characters: 1, entries: [{ line: 1, problem: 'bad' }] };
    const stuck = {
      push: async (chunk: string) => {
        if (chunk !== 'one') throw new ParserStuck('no way on');
        return [first];
      },
      end: () => [],
    };
    const source = (...texts: string[]) => ({ identity, format: LINES, text: chunks(...texts) });
    const report = await importPapers(library, source('one', 'two'), { openParser: () => stuck });
    expect(report).toMatchObject({ stuck: 'no way on', skipped: 1 });
    expect(checkpoints.get('/a.jsonl')).toMatchObject({ pieces: 1, isFinished: false });
    const again = await importPapers(library, source('no json\n', '{"title":"Two"}\n'));
    expect(again).toMatchObject({ resumedAfter: 1, skipped: 1, added: 1 });
    expect(records.size).toBe(1);
  });
});

async function* chunks(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}
