import { describe, expect, it } from 'vitest';
import { keepAnswers } from '../../src/service/store/postgres/found-jobs.ts';

const KB = 1_024;
const answer = (kilobytes: number) => ({ endedBy: 'lease', answer: new Uint8Array(kilobytes * KB) });

describe('answers kept in memory', () => {
  it('are those asked for last, in so many bytes', () => {
    const kept = keepAnswers(100 * KB);
    kept.set('a', answer(40));
    kept.set('b', answer(40));
    expect(kept.get('a')?.answer.byteLength).toBe(40 * KB);
    kept.set('c', answer(40));
    expect(['a', 'b', 'c'].filter((job) => kept.get(job))).toEqual(['a', 'c']);
    kept.set('huge', answer(101));
    expect(['a', 'c', 'huge'].filter((job) => kept.get(job))).toEqual([]);
    kept.set('a', answer(100));
    expect(kept.get('a')).toBeDefined();
  });

  it('count once when they are set again, and not after they are deleted', () => {
    const kept = keepAnswers(100 * KB);
    kept.set('a', answer(50));
    kept.set('b', answer(50));
    kept.set('b', answer(50));
    expect(kept.get('a')).toBeDefined();
    kept.delete('a');
    kept.set('c', answer(50));
    expect(kept.get('b')).toBeDefined();
    kept.clear();
    kept.set('d', answer(100));
    expect(['a', 'b', 'c', 'd'].filter((job) => kept.get(job))).toEqual(['d']);
  });

  it('count at least what a small one may hold', () => {
    const kept = keepAnswers(16 * KB);
    for (const job of ['a', 'b', 'c']) kept.set(job, answer(0));
    expect(['a', 'b', 'c'].filter((job) => kept.get(job))).toEqual(['b', 'c']);
  });
});
