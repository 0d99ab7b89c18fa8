import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobAnswer } from '../../../src/contract/answers.ts';
import { freeFailure, PaperqueueError } from '../../../src/contract/errors.ts';
import type { SearchService } from '../../../src/jobs/ports/service.ts';
import type { JobRecord, JobStore } from '../../../src/jobs/ports/store.ts';
import { type Progress, pollPauseMs, pollSchedule, waitForJob } from '../../../src/jobs/spending/wait.ts';
import { startDeadline, untilAborted } from '../../../src/lib/deadline.ts';
import type { Note } from '../../../src/wording/notes.ts';
import { said, saidNotes, textNotes } from '../../helpers/said.ts';
import { failure } from '../submitting.ts';

vi.mock('node:timers/promises', async () => await import('../../helpers/promised-timers.ts'));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T09:00:00.000Z') });
  // A process that has run for an hour.
  vi.advanceTimersByTime(3_600_000);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const end = new AbortController();
    setTimeout(() => end.abort(), ms);
    return end.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const POLLS = { minPauseMs: 1_000, shareOfAge: 0.5, maxPauseMs: 8_000 };
const JOB = {
  number: 1,
  jobId: 'abc',
  mode: 'hosted',
  status: 'queued',
  notes: [],
  createdAt: '2026-03-01T10:00:00.000Z',
} as Partial<JobRecord> as JobRecord;
const SUCCESS: JobAnswer = {
  status: 'success',
  papers: [{ title: 'Tides' }],
  unreadable: 0,
  notes: textNotes('a note'),
};
/** What the store says while another process writes. */
const HELD = new PaperqueueError({
  ...failure('STORE_UNAVAILABLE', 'no').details,
  retryable: true,
  retryAfterSeconds: 1,
});

/** A wait for a job of which the service says these things in turn, the last one for ever; times are in seconds. */
function open(...says: (JobAnswer | Error | 'no slot in the pace')[]) {
  const looks: number[] = [];
  const started = Date.now();
  const finished: unknown[] = [];
  const written: string[] = [];
  const ended: number[] = [];
  const reads: number[] = [];
  const service = {
    async status(_jobId: string, signal: AbortSignal) {
      signal.throwIfAborted();
      looks.push((Date.now() - started) / 1000);
      const answer = says[Math.min(looks.length, says.length) - 1];
      if (answer instanceof Error) throw answer;
      if (answer === 'no slot in the pace')
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return answer;
    },
  } as Partial<SearchService> as SearchService;
  const store = {
    byNumber: (number: number) => {
      reads.push(number);
      return undefined;
    },
    setStatus: (_number: number, status: string) => {
      written.push(status);
      return { ...JOB, status };
    },
    finish: (_number: number, outcome: { status: string }) => {
      finished.push(outcome);
      return { ...JOB, status: outcome.status };
    },
  } as Partial<JobStore> as JobStore;
  const deps = { service, store, polls: POLLS };
  const begin = (options: Partial<Parameters<typeof waitForJob>[2]> = {}, job = JOB) => {
    const work = waitForJob(deps, job, { seconds: 10, signal: new AbortController().signal, ...options });
    const end = () => ended.push((Date.now() - started) / 1000);
    work.then(end, end);
    return work;
  };
  const wait = async (...about: Parameters<typeof begin>) => {
    const work = begin(...about);
    await vi.advanceTimersByTimeAsync(60_000);
    return work;
  };
  return { begin, wait, looks, finished, written, ended, reads, store };
}

const answer = (status: string): JobAnswer => ({ status, unreadable: 0, notes: [] });

describe('a wait for a job', () => {
  it('looks after pauses that grow with the age of the job, until it is final', async () => {
    const { wait, looks, finished } = open(answer('queued'), answer('processing'), answer('processing'), SUCCESS);
    expect((await wait()).status).toBe('success');
    expect(looks).toEqual([1, 2, 3, 4.5]);
    expect(finished).toEqual([{ status: 'success', papers: [{ title: 'Tides' }], notes: textNotes('a note') }]);
  });

  it('lasts as long as it was asked to, and looks once more at its end', async () => {
    const { wait, looks, ended } = open(answer('queued'));
    await wait({ seconds: 12 });
    expect(ended).toEqual([12]);
    expect(looks.slice(-2)).toEqual([10.125, 12]);
  });

  it('finds what ends between the last pause and its end', async () => {
    const before = Array.from({ length: 6 }, () => answer('queued'));
    const { wait, ended } = open(...before, SUCCESS);
    expect((await wait({ seconds: 12 })).status).toBe('success');
    expect(ended).toEqual([12]);
  });

  it('leaves a call the time of the last look', async () => {
    const { wait, looks } = open(answer('queued'));
    const deadline = startDeadline(9_000);
    await wait({ seconds: 50, deadline });
    expect(looks.at(-1)).toBe(6);
    deadline.dispose();
  });

  it('looks once, at its end, if it is shorter than any job', async () => {
    const { wait, looks } = open(answer('queued'));
    await wait({ seconds: 0.5 });
    expect(looks).toEqual([0.5]);
  });

  it('gives what the service told of the progress at the last look', async () => {
    const { wait } = open({ ...answer('running'), serviceProgress: { percent: 40 } });
    expect((await wait({ seconds: 2 })).serviceProgress).toEqual({ percent: 40 });
  });

  it('tells what the service says of a job that waits, as long as it says so', async () => {
    const stranded: JobAnswer = { ...answer('queued'), notes: [{ kind: 'no-worker' }] };
    const reports: Progress[] = [];
    const first = open(stranded);
    const onProgress = (progress: Progress) => void reports.push(progress);
    const job = await first.wait({ onProgress }, { ...JOB, notes: textNotes('of its creation') });
    expect(saidNotes(job.notes)).toEqual(['of its creation', expect.stringContaining('tell its administrator')]);
    expect(reports.at(-1)).toMatchObject({ status: 'queued', notes: [{ kind: 'no-worker' }] });
    expect((await open(stranded, answer('queued')).wait({}, { ...JOB, notes: [] })).notes).toEqual([]);
  });

  it('waits as long as asked and looks once more at the end, with the state of that look', async () => {
    const { wait, looks, ended } = open(answer('processing'));
    expect((await wait()).status).toBe('processing');
    expect(looks).toEqual([1, 2, 3, 4.5, 6.75, 10]);
    expect(ended).toEqual([10]);
  });

  it('writes the state of the job only where it is a new one', async () => {
    const { wait, written } = open(answer('queued'), answer('processing'), answer('processing'), SUCCESS);
    await wait();
    expect(written).toEqual(['processing']);
  });

  it('looks once and at once where it may not wait, also at a job that is young', async () => {
    const { wait, looks } = open(answer('processing'));
    expect((await wait({ seconds: 0 })).status).toBe('processing');
    expect(looks).toEqual([0]);
  });

  it('looks at once at a job that is old enough, or younger than the whole wait is', async () => {
    const old = { ...JOB, createdAt: '2026-03-01T09:59:59.000Z' };
    const { wait, looks } = open(SUCCESS);
    await wait({}, old);
    expect(looks).toEqual([0]);
    for (const seconds of [0.5, 1]) {
      const short = open(SUCCESS);
      await short.wait({ seconds });
      expect(short.looks).toEqual([0]);
    }
  });

  it('takes a job of the future, as after a clock that was set back, for new', async () => {
    const { wait, looks } = open(SUCCESS);
    await wait({}, { ...JOB, createdAt: '2027-01-01T00:00:00.000Z' });
    expect(looks).toEqual([1]);
  });

  it('ends with the deadline of its call, with what is known', async () => {
    const end = new AbortController();
    setTimeout(() => end.abort(), 2_500);
    const { wait, looks } = open(answer('processing'));
    expect((await wait({ deadline: untilAborted(end.signal) })).status).toBe('processing');
    expect(looks).toEqual([1, 2]);
  });

  it('waits no longer than the time that is left of its call', async () => {
    const { wait, looks } = open(answer('processing'));
    await wait({ deadline: { signal: new AbortController().signal, remainingMs: () => 5_200 } });
    // Three seconds of them are kept for the last look.
    expect(looks).toEqual([1, 2, 2.2]);
  });

  it('ends with the reason when the call is aborted', async () => {
    const call = new AbortController();
    setTimeout(() => call.abort(new Error('the user went away')), 1_500);
    const { wait, looks } = open(answer('processing'));
    await expect(wait({ signal: call.signal })).rejects.toThrow('the user went away');
    expect(looks).toEqual([1]);
  });

  it.each([0.5, 1.5])('ends the moment the call is aborted, after %s seconds', async (seconds) => {
    const call = new AbortController();
    const { begin, ended } = open(answer('processing'));
    begin({ signal: call.signal });
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    call.abort(new Error('the user went away'));
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toEqual([seconds]);
  });

  it('ends with its call also while the store is held by another process', async () => {
    const { begin, ended, store } = open(SUCCESS);
    store.finish = () => {
      throw HELD;
    };
    const call = new AbortController();
    begin({ signal: call.signal });
    await vi.advanceTimersByTimeAsync(1_010);
    call.abort(new Error('the user went away'));
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toEqual([1.01]);
  });

  it.each([
    ['UPSTREAM_UNAVAILABLE', failure('UPSTREAM_UNAVAILABLE', 'no')],
    ['RATE_LIMITED', failure('RATE_LIMITED', 'no')],
    ['a store that another process holds', HELD],
    ['a job that the service does not know yet', failure('JOB_NOT_FOUND', 'no')],
  ])('goes on after %s', async (_what, passing) => {
    const { wait, looks } = open(passing, SUCCESS);
    expect((await wait()).status).toBe('success');
    expect(looks).toEqual([1, 2]);
  });

  it('says in its last look why the state could not be read, and not that no job has the id', async () => {
    const refusal = freeFailure({
      code: 'JOB_NOT_FOUND',
      problem: [{ kind: 'unknown-job-id' }, { kind: 'service-said', text: 'no such job' }],
      advice: [],
    });
    const { wait } = open(refusal);
    expect((await wait({ seconds: 0 })).notes).toEqual([
      { kind: 'first-look-failed' },
      { kind: 'status-to-a-read', status: 404 },
      { kind: 'service-said', text: 'no such job' },
    ]);
    const away: Note = { kind: 'status-to-a-read', status: 500 };
    const broken = open(freeFailure({ code: 'UPSTREAM_UNAVAILABLE', problem: [away], advice: [] }));
    expect((await broken.wait({ seconds: 0 })).notes).toEqual([{ kind: 'first-look-failed' }, away]);
  });

  it('says that no look was possible, where each would have been later than the end of the wait', async () => {
    const { wait } = open('no slot in the pace');
    expect((await wait({ seconds: 5 })).notes).toEqual([{ kind: 'first-look-failed' }]);
  });

  it.each([failure('UNAUTHORIZED', 'no'), failure('STORE_UNAVAILABLE', 'no'), new TypeError('a bug')])(
    'fails with %s, which another look would not mend',
    async (lasting) => {
      const { wait, looks } = open(lasting, SUCCESS);
      await expect(wait()).rejects.toBe(lasting);
      expect(looks).toEqual([1]);
    },
  );

  it('fails where the service does not know a job that is not new', async () => {
    const forgotten = failure('JOB_NOT_FOUND', 'no');
    const { wait } = open(forgotten, SUCCESS);
    await expect(wait({}, { ...JOB, createdAt: '2026-03-01T09:50:00.000Z' })).rejects.toBe(forgotten);
  });

  it.each(['refused', 'unknown'])('ends at once where the creation was %s', async (status) => {
    const { wait, looks, reads, ended } = open(SUCCESS);
    const old = { ...JOB, status, jobId: null, createdAt: '2026-03-01T09:59:00.000Z' };
    expect((await wait({}, old)).status).toBe(status);
    expect({ looks, reads, ended }).toEqual({ looks: [], reads: [JOB.number], ended: [0] });
  });

  it('finds out in the store what became of a creation that another call makes', async () => {
    const { wait, looks, store } = open(SUCCESS);
    store.byNumber = () => JOB;
    expect((await wait({}, { ...JOB, status: 'submitting', jobId: null })).status).toBe('success');
    expect(looks).toEqual([2]);
  });

  it('counts results that cannot be read, and keeps what the service says of its sources', async () => {
    const sources = [{ source: 'library', gave: 1 }] as never;
    const counted = { kind: 'unreadable-results', results: 2 };
    const { wait, finished } = open({ ...SUCCESS, unreadable: 2, sources });
    await wait();
    expect(finished).toEqual([
      { status: 'success', papers: [{ title: 'Tides' }], notes: [...textNotes('a note'), counted], sources },
    ]);
  });

  it('keeps why a job failed, each note as one short line', async () => {
    const long = `Sources that failed:\n\u202e${'OpenAlex '.repeat(200)}`;
    const { wait, finished } = open({
      ...answer('error'),
      notes: textNotes(long, ...Array.from({ length: 99 }, () => 'more')),
    });
    await wait();
    const [job = {}] = finished as { notes?: Note[] }[];
    const { notes = [] } = said(job);
    expect(notes).toHaveLength(30);
    expect(notes[0]).toMatch(/^Sources that failed: OpenAlex /);
    expect(notes[0]?.length).toBeLessThanOrEqual(1_000);
  });

  it('tells how it goes on every second, and stops that with itself', async () => {
    const told: Progress[] = [];
    const { wait } = open(answer('queued'), answer('processing'), SUCCESS);
    await wait({ onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([
      { ref: 'J1', elapsedSeconds: 1, waitSeconds: 10, status: 'queued' },
      { ref: 'J1', elapsedSeconds: 2, waitSeconds: 10, status: 'queued' },
      { ref: 'J1', elapsedSeconds: 3, waitSeconds: 10, status: 'processing' },
    ]);
  });

  it('tells which sources have answered, as the service said last', async () => {
    const told: Progress[] = [];
    const progress = [{ source: 'crossref', title: 'Crossref' }];
    const { wait } = open({ ...answer('queued'), progress }, { ...answer('queued'), progress: [] }, SUCCESS);
    await wait({ onProgress: (each) => told.push(each) });
    expect(told.map(({ sources }) => sources)).toEqual([undefined, progress, []]);
  });
});

describe('how often a job is looked at', () => {
  it.each([
    [undefined, { minPauseMs: 10, shareOfAge: 0.5, maxPauseMs: 250 }],
    [10, { minPauseMs: 2_000, shareOfAge: 0.7, maxPauseMs: 10_000 }],
    [1, { minPauseMs: 2_000, shareOfAge: 0.7, maxPauseMs: 10_000 }],
    [20, { minPauseMs: 2_000, shareOfAge: 0.7, maxPauseMs: 5_000 }],
    [100, { minPauseMs: 1_000, shareOfAge: 0.7, maxPauseMs: 1_000 }],
    [1_000, { minPauseMs: 250, shareOfAge: 0.7, maxPauseMs: 250 }],
  ])('at %s requests a minute', (perMinute, schedule) => {
    expect(pollSchedule(perMinute)).toEqual(schedule);
  });

  it('follows its age within bounds', () => {
    expect([0, 1_999, 2_000, 6_000, 16_000, 90_000].map((age) => pollPauseMs(age, POLLS))).toEqual([
      1_000, 1_000, 1_000, 3_000, 8_000, 8_000,
    ]);
  });
});
