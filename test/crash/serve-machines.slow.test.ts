import { describe, expect, it } from 'vitest';
import { hasPostgres } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { machinesKillLoop } from './machines-loop.ts';
import { ownHost } from './serve-host.ts';

const host = await ownHost().catch(() => undefined);

describe.runIf(host && hasPostgres())('several machines on one PostgreSQL (left out where none is installed)', () => {
  it('lose no job, charge each once and end each once, whatever is killed', async () => {
    const kills = 10;
    const { violations, ...summary } = await machinesKillLoop({
      folder: temporaryFolder(),
      kills,
      seed: 7,
      isPatient: false,
    });
    expect(violations).toEqual([]);
    expect(summary.faults).toEqual({ crashes: 1, terminations: 1, stalls: 1 });
    // The kills were real: members had answers, and there was work at hand.
    expect(summary.answered).toBeGreaterThanOrEqual(5);
    expect(summary.callbacks).toBeGreaterThanOrEqual(1);
    expect(summary.errors).toBeGreaterThanOrEqual(1);
    expect(summary.polls).toBeGreaterThanOrEqual(1);
    expect(summary.successes + summary.errors).toBe(summary.jobs);
  });
});
