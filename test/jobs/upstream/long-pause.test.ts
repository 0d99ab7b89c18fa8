import { expect, it } from 'vitest';
import { noRoomInMinute } from '../../../src/jobs/upstream/failures.ts';
import { createMemoryPace, createPacer } from '../../../src/platform/net/pacer.ts';

it('a pause that the service asked for is said, and not the limit that holds nobody up', async () => {
  const pacer = createPacer(createMemoryPace(), 6_000, () => 0);
  expect(pacer.pauseMs?.()).toBe(0);
  pacer.pauseUntil(3_600_000);
  const stopping = new AbortController();
  const waiting = pacer.acquire('create', stopping.signal);
  stopping.abort(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
  const { problem, retryAfterSeconds } = noRoomInMinute(pacer.perMinute, pacer.pauseMs?.()).details;
  expect([problem, retryAfterSeconds]).toEqual([[{ kind: 'too-many-requests', pauseSeconds: 3_600 }], 3_600]);
  expect(noRoomInMinute(6_000, 0).details.problem).toEqual([{ kind: 'too-many-requests', perMinute: 6_000 }]);
});
