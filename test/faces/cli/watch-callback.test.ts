import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { freeFailure } from '../../../src/contract/errors.ts';
import { watchCommand } from '../../../src/faces/cli/commands/watch.ts';
import type { CommandContext } from '../../../src/faces/cli/io.ts';
import { textNotes } from '../../helpers/said.ts';

const VIEW = { job: 'J1', lastRun: 'J2', createdAt: '2026-01-01T00:00:00Z', about: 'owls' };
const ran = (watch: string, papers: object[], notes: string[] = []) => ({
  ...VIEW,
  watch,
  answer: { job: { ref: 'J2' }, page: {}, papers, notes },
});
const QUIET = ran('W1', []);
const NEW = ran('W2', [{ ref: 'J2-1', title: 'Owls' }]);
const FAILED = {
  ...VIEW,
  watch: 'W3',
  error: { code: 'CREDIT_CAP', problem: textNotes('the cap'), advice: [], charged: 'no' },
};
/** As a receiver gets it: in words. */
const FAILED_IN_WORDS = { ...FAILED, error: { code: 'CREDIT_CAP', message: 'the cap', next: '', charged: 'no' } };
const REFUSED = freeFailure({ code: 'UPSTREAM_UNAVAILABLE', message: 'not taken', next: 'x' });

async function runWatches(runs: object[], refusing: { address?: Error; report?: Error } = {}) {
  const sent: unknown[] = [];
  const steps: string[] = [];
  const reported: string[] = [];
  const stdout = new PassThrough();
  const app = {
    reportAddress: async (url: string) => {
      steps.push(`address ${url}`);
      if (refusing.address) throw refusing.address;
      return async (report: unknown) => {
        sent.push(report);
        if (refusing.report) throw refusing.report;
      };
    },
    watches: async () => ({
      async *run() {
        steps.push('run');
        yield* runs;
      },
      markReported: ({ watch }: { watch: string }) => reported.push(watch),
    }),
  };
  const io = { stdout, stderr: new PassThrough(), signal: new AbortController().signal };
  const program = new Command().exitOverride();
  watchCommand.add(program, { io, app: () => app, machine: { environment: {} } } as unknown as CommandContext);
  const parsing = program.parseAsync(['watch', 'run', '--callback', 'https://hook.example/1'], { from: 'user' });
  const error = await parsing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { sent, steps, reported, error, printed: String(stdout.read() ?? '') };
}

describe('watch run --callback', () => {
  it('sends the runs that brought something, in one report', async () => {
    const outcome = await runWatches([QUIET, NEW]);
    expect(outcome).toMatchObject({ sent: [{ runs: [NEW] }], reported: ['W1', 'W2'], error: undefined });
    expect(outcome.printed).toContain('Owls');
  });

  it('sends nothing where nothing is new', async () => {
    expect(await runWatches([QUIET])).toMatchObject({ sent: [], error: undefined });
  });

  it('sends runs that failed, and fails itself', async () => {
    const { sent, error } = await runWatches([FAILED]);
    expect(sent).toEqual([{ runs: [FAILED_IN_WORDS] }]);
    expect(error).toMatchObject({ details: { code: 'CREDIT_CAP' } });
  });

  it('says which watch waits for acceptance, that it pays nothing, and how to give it', async () => {
    const problem = (text: string) => [{ kind: 'text', text }];
    const asks = { ...REFUSED.details, code: 'CHARGE_UNKNOWN', problem: problem('J2 failed.') };
    const lost = { ...asks, problem: problem('It was lost.'), charged: 'unknown' };
    const { printed } = await runWatches([
      { ...FAILED, error: asks },
      { ...FAILED, watch: 'W4', error: lost },
    ]);
    expect(printed.split('\n')).toEqual([
      'W3  is paused and spends nothing: J2 failed.  owls',
      '  To pay again: paperqueue watch run W3 --accept-possible-double-charge',
      'W4  failed: It was lost.  owls',
      '',
    ]);
  });

  it('runs nothing for an address that may not be called', async () => {
    expect(await runWatches([NEW], { address: REFUSED })).toMatchObject({
      steps: ['address https://hook.example/1'],
      error: REFUSED,
      printed: '',
    });
  });

  it('has printed what a receiver does not take', async () => {
    const { error, printed, reported } = await runWatches([NEW], { report: REFUSED });
    // The next run tells it once more.
    expect([error, reported]).toEqual([REFUSED, []]);
    expect(printed).toContain('Owls');
  });
});
