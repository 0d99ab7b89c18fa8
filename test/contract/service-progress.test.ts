import { describe, expect, it } from 'vitest';
import { readServiceProgress } from '../../src/contract/service-progress.ts';

describe('the progress that a service tells', () => {
  it.each<[string, unknown, unknown]>([
    ['a number', { status: 'running', progress: 40 }, { progress: 40 }],
    ['a percentage', { status: 'running', progressPercent: '40 %' }, { progressPercent: '40 %' }],
    [
      'a place in a queue',
      { status: 'queued', queue_position: 3, etaSeconds: 90 },
      { queue_position: 3, etaSeconds: 90 },
    ],
    ['a message', { status: 'running', message: 'Searching\nindexes\u202e' }, { message: 'Searching indexes' }],
    [
      'an object',
      { status: 'running', progress: { done: 3, total: 10, unit: 'pages' } },
      { done: 3, total: 10, unit: 'pages' },
    ],
    ['a wrapper', { data: { job: { state: 'running', stage: 'ranking' } } }, { stage: 'ranking' }],
    ['nothing', { status: 'running', jobId: 'a', createdAt: 'today', papers: [] }, undefined],
    ['a list', { status: 'running', progress: [{ source: 'a' }] }, undefined],
    ['no object', 'running', undefined],
  ])('is read from %s', (_what, json, progress) => {
    expect(readServiceProgress(json)).toEqual(progress);
  });

  it('is bounded in entries and characters', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, nth) => [`step${nth}`, 'x'.repeat(900)]));
    const read = readServiceProgress(many) ?? {};
    expect(Object.keys(read)).toHaveLength(8);
    expect(Math.max(...Object.values(read).map((text) => String(text).length))).toBe(200);
  });
});
