import { describe, expect, it } from 'vitest';
import { creditCost, creditPool, POOLS } from '../../src/contract/credits.ts';

describe('credits', () => {
  it.each([
    [100, 1],
    [200, 2],
    [300, 3],
  ])('a job for %i results costs %i', (limit, cost) => {
    expect(creditCost(limit)).toBe(cost);
  });

  it.each([
    [{}, 'basic'],
    [{ enrich: false }, 'basic'],
    [{ enrich: true }, 'pro'],
    [{ scraperKey: 'fc-1' }, 'privateKey'],
    [{ scraperKey: 'fc-1', enrich: true }, 'privateKey'],
    [{ scraperKey: 'fc-1', enrich: false }, 'privateKey'],
  ])('a job with %o is charged to %s', (body, pool) => {
    expect(creditPool(body)).toBe(pool);
  });

  it('come from three pools', () => {
    expect(POOLS).toEqual(['basic', 'pro', 'privateKey']);
  });
});
