import { expect, it } from 'vitest';
import { collectionLog } from '../../src/app/collection-log.ts';

it('tells each reason why the collection was not searched once a minute, and nothing of searches that went well', () => {
  let seconds = 0;
  const told: string[] = [];
  const tell = collectionLog({ warn: (_, facts) => told.push(`${seconds}: ${facts?.reason}`) }, () => seconds * 1_000);
  for (const at of [0, 1, 59, 60, 61, 119, 120]) {
    seconds = at;
    tell({ outcome: 'key refused', seconds: 0.1 });
    if (at === 1) for (const outcome of ['whole', 'incomplete', 'unreachable']) tell({ outcome, seconds: 0.1 });
  }
  expect(told).toEqual(['0: key refused', '1: unreachable', '60: key refused', '120: key refused']);
});
