import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packConfig, packFailure, unpackConfig, unpackFailure } from '../../src/app/threads/search-messages.ts';
import { startSearchThreads } from '../../src/app/threads/search-threads.ts';
import { freeFailure, PaperqueueError } from '../../src/contract/errors.ts';
import type { JobRequest } from '../../src/contract/requests.ts';
import { Secret } from '../../src/contract/secret.ts';
import { SearchFailedError } from '../../src/jobs/ports/search-engine.ts';
import { readConfig } from '../../src/platform/config.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { inWords, textNotes } from '../helpers/said.ts';

const SCRIPTED = new URL('./scripted-thread.mjs', import.meta.url);
const BUILT = new URL('../../dist/chunks/search-thread.mjs', import.meta.url);

function scripted(max = 1) {
  const threads = startSearchThreads(readConfig({}), max, { script: SCRIPTED });
  onTestFinished(threads.close);
  return (query: string, context: Partial<Parameters<typeof threads.search>[1]> = {}) =>
    Promise.resolve(
      threads.search(
        { operation: 'querySearch', body: { query }, filters: { limit: 100 } },
        { signal: new AbortController().signal, scraperKey: undefined, ...context },
      ),
    );
}

/** Of the threads of this process, as Linux tells them; none elsewhere. */
function prioritiesOfThreads(): number[] {
  if (process.platform !== 'linux') return [];
  const statistics = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'));
  return statistics.map((text) => Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]));
}

describe('a search in a thread', () => {
  it('gives what the thread found, and hands it the scraper key', async () => {
    const search = scripted();
    expect(await search('q')).toEqual({ papers: [{ title: 'A' }], notes: [] });
    expect((await search('key', { scraperKey: new Secret('fc-1') })).notes).toEqual(['fc-1']);
  });

  it('is broken off by its signal, and tells its progress until then', async () => {
    const search = scripted();
    const aborting = new AbortController();
    const told: unknown[] = [];
    const onProgress = (sources: unknown) => {
      told.push(sources);
      aborting.abort();
    };
    await expect(search('wait', { signal: aborting.signal, onProgress })).rejects.toThrow('broken off');
    expect(told).toEqual([[{ source: 'openalex', state: 'asked' }]]);
    await expect(search('wait', { signal: AbortSignal.abort() })).rejects.toThrow('broken off');
  });

  it('whose thread dies may be made again, and others under way there as well; the next one gets a new thread', async () => {
    const search = scripted();
    const [other, deadly] = await Promise.allSettled([search('wait'), search('die')]);
    for (const { reason } of [other, deadly] as PromiseRejectedResult[])
      expect(reason).toMatchObject({ details: { code: 'INTERNAL', retryable: true, charged: 'no' } });
    expect((await search('q')).papers).toHaveLength(1);
  });

  it('waits for no other one while there may be more threads', async () => {
    const search = scripted(2);
    const aborting = new AbortController();
    const waiting = search('wait', { signal: aborting.signal });
    await expect(search('die')).rejects.toThrow('has ended');
    aborting.abort();
    await expect(waiting).rejects.toThrow('broken off');
  });

  it('is rejected when the threads are closed, as is one that has not begun', async () => {
    const threads = startSearchThreads(readConfig({}), 1, { script: SCRIPTED });
    const { signal } = new AbortController();
    const request = { operation: 'querySearch', body: { query: 'wait' }, filters: { limit: 100 } } as const;
    const search = Promise.resolve(threads.search(request, { signal, scraperKey: undefined }));
    const rejected = expect(search).rejects.toThrow('has ended');
    await threads.close();
    await rejected;
  });

  it('finds the papers of the library as any other search does, after the requests where that can be said', async () => {
    const before = prioritiesOfThreads();
    const config = readConfig({ PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' });
    const threads = startSearchThreads(config, 1, { script: BUILT });
    onTestFinished(threads.close);
    const { signal } = new AbortController();
    const request: JobRequest = {
      operation: 'keywordSearch',
      body: { keywords: ['systematic reviews'] },
      filters: { limit: 100 },
    };
    const { papers, notes } = await threads.search(request, { signal, scraperKey: undefined });
    expect(papers.length).toBeGreaterThan(0);
    expect(inWords(notes).join(' ')).toContain('starter');
    const lower = Math.min(getPriority() + 5, 19);
    const count = (priorities: number[]) => priorities.filter((priority) => priority === lower).length;
    // The threads that the index starts for itself take it over.
    if (process.platform === 'linux') expect(count(prioritiesOfThreads())).toBeGreaterThan(count(before));
  });
});

describe('between threads', () => {
  it('a configuration keeps its secrets', () => {
    const config = readConfig({
      PAPERQUEUE_OPENALEX_KEY: 'oa-key',
      PAPERQUEUE_HTTP_TOKEN: 'token',
      PAPERQUEUE_WAIT_SECONDS: '7',
    });
    const { sourceKeys, httpToken, waitSeconds, sources } = unpackConfig(packConfig(config));
    expect([sourceKeys.openalex?.reveal(), httpToken?.reveal(), waitSeconds]).toEqual(['oa-key', 'token', 7]);
    expect(sources).toEqual(config.sources);
  });

  it('errors keep what the service decides by', () => {
    const across = (error: unknown) => unpackFailure(structuredClone(packFailure(error)));
    const details = { code: 'STORE_UNAVAILABLE', message: 'm', next: 'n', retryable: true } as const;
    const mayPass = across(freeFailure(details));
    expect(mayPass).toBeInstanceOf(PaperqueueError);
    expect(mayPass).toMatchObject({ message: 'm', details });
    const failed = across(new SearchFailedError({ notes: textNotes('nobody answered'), sources: [] }));
    expect(failed).toBeInstanceOf(SearchFailedError);
    expect(failed).toMatchObject({ outcome: { notes: textNotes('nobody answered'), sources: [] } });
    const bug = new TypeError('a bug');
    expect(across(bug)).toMatchObject({ message: 'a bug', stack: bug.stack });
    expect(across('text').message).toBe('text');
  });
});
