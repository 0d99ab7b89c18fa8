import { describe, expect, it } from 'vitest';
import { createAnswerCache } from '../../src/service/store/postgres/find-jobs.ts';

const KB = 1_024;
const answer = (kilobytes: number) => ({ endedBy: 'lease', answer: new Uint8Array(kilobytes * KB) });

describe('cached answers', () => {
  it('are those asked for last, in so many bytes', () => {
    const cache = createAnswerCache(100 * KB);
    cache.set('a', answer(40));
    cache.set('b', answer(40));
    expect(cache.get('a')?.answer.byteLength).toBe(40 * KB);
    cache.set('c', answer(40));
    expect(['a', 'b', 'c'].filter((job) => cache.get(job))).toEqual(['a', 'c']);
    cache.set('huge', answer(101));
    expect(['a', 'c', 'huge'].filter((job) => cache.get(job))).toEqual([]);
    cache.set('a', answer(100));
    expect(cache.get('a')).toBeDefined();
  });

  it('count once when they are set again, and not after they are deleted', () => {
    const cache = createAnswerCache(100 * KB);
    cache.set('a', answer(50));
    cache.set('b', answer(50));
    cache.set('b', answer(50));
    expect(cache.get('a')).toBeDefined();
    cache.delete('a');
    cache.set('c', answer(50));
    expect(cache.get('b')).toBeDefined();
    cache.clear();
    cache.set('d', answer(100));
    expect(['a', 'b', 'c', 'd'].filter((job) => cache.get(job))).toEqual(['d']);
  });

  it('count at least what a small one may hold', () => {
    const cache = createAnswerCache(16 * KB);
    for (const job of ['a', 'b', 'c']) cache.set(job, answer(0));
    expect(['a', 'b', 'c'].filter((job) => cache.get(job))).toEqual(['b', 'c']);
  });
});
