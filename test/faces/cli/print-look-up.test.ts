import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import type { CommandContext, Io } from '../../../src/faces/cli/io.ts';
import type { ExportRequest } from '../../../src/report/exporting/export-selection.ts';
import type { LookUpRequest } from '../../../src/search/look-up/look-up.ts';
import type { LookUpView } from '../../../src/search/look-up/look-up-view.ts';
import { printLookUp } from '../../../src/search/look-up/print-look-up.ts';
import { textNotes } from '../../helpers/said.ts';
import { asFeatures } from '../../jobs/submitting.ts';

const MANY = Array.from({ length: 120 }, (_, index) => `paper ${index + 1}`);

const FAILED = new PaperqueueError({
  code: 'UPSTREAM_UNAVAILABLE',
  message: 'No source could be reached.',
  charged: 'no',
  retryable: true,
  next: 'Later.',
});

/** The command's surroundings, with one stand-in for every feature. */
const contextOf = (io: Io, feature: object) =>
  ({
    io,
    machine: { environment: {} },
    app: () => asFeatures({ lookups: feature, jobs: feature, exports: feature }),
  }) as unknown as CommandContext;

/** A stand-in that finds every item in the job of its call, and what was written, in order. */
function standIn(failing: readonly number[] = []) {
  const written: string[] = [];
  const exports: ExportRequest[] = [];
  let calls = 0;
  const stream = (mark: string) =>
    new Writable({
      write(chunk, _encoding, done) {
        written.push(`${mark}${chunk}`);
        done();
      },
    });
  const features = {
    async lookUpPapers({ items }: LookUpRequest): Promise<LookUpView> {
      calls += 1;
      if (failing.includes(calls)) throw FAILED;
      const ref = `J${calls}`;
      const job = { ref, jobId: null, operation: 'lookup', status: 'success', createdAt: '', reused: false };
      const found = items.map((item, index) => ({
        item,
        found: 'exact' as const,
        papers: [{ ref: `${ref}-${index + 1}`, title: item }],
      }));
      return { mode: 'embedded', job, items: found, notes: [], next: [] };
    },
    getJob: async () => ({ papers: [{ ref: 'J1-3' }, { ref: 'J1-1' }] }) as never,
    async renderExport(request: ExportRequest) {
      exports.push(request);
      return { text: 'one document\n', notes: [] };
    },
  };
  const io = { stdout: stream(''), stderr: stream('! '), signal: new AbortController().signal } as unknown as Io;
  return { context: contextOf(io, features), io, features, written, exports };
}

it('prints what was found on stdout, and its job and notes on stderr', async () => {
  const { io, features, written } = standIn();
  const withNote = async (request: LookUpRequest) => ({
    ...(await features.lookUpPapers(request)),
    notes: textNotes('A note.'),
  });
  await printLookUp(contextOf(io, { ...features, lookUpPapers: withNote }), ['a'], { papers: 1 });
  expect(written).toEqual(['FOUND   a\n        J1-1  a\n', '! J1: free\n', '! A note.\n']);
});

describe('a strict look-up', () => {
  const lookUpAs = (...items: Pick<LookUpView['items'][number], 'found' | 'papers'>[]) => {
    const { io, features } = standIn();
    const lookUpPapers = async (request: LookUpRequest): Promise<LookUpView> => ({
      ...(await features.lookUpPapers(request)),
      items: items.map((item) => ({ item: 'a reference', ...item })),
    });
    const texts = items.map(() => 'a reference');
    return (strict: boolean) => printLookUp(contextOf(io, { ...features, lookUpPapers }), texts, { papers: 1, strict });
  };
  const sound = { found: 'exact', papers: [{ ref: 'J1-1', title: 'Owls' }] } as const;
  const none = { found: 'none', papers: [] } as const;
  const retracted = { found: 'likely', papers: [{ ref: 'J1-2', title: 'Mice', retracted: true }] } as const;
  const unchecked = { found: 'unchecked', papers: [] } as const;

  it.each([
    ['1 reference of 2', [sound, none]],
    ['2 references of 3', [none, sound, retracted]],
    ['1 reference of 2', [unchecked, none]],
  ])('fails over %s', async (words, items) => {
    const run = lookUpAs(...structuredClone(items as never[]));
    await expect(run(true)).rejects.toMatchObject({ name: 'StrictError', message: expect.stringContaining(words) });
  });

  it('passes over sound references, and leaves the rest to looser checks', async () => {
    await expect(lookUpAs(structuredClone(sound) as never)(true)).resolves.toBeUndefined();
    await expect(lookUpAs(structuredClone(none) as never)(false)).resolves.toBeUndefined();
    await expect(lookUpAs(structuredClone(unchecked) as never)(true)).rejects.toMatchObject({ name: 'UncheckedError' });
  });
});

it('says what to do next, each step once, for the papers of all calls together', async () => {
  const { io, features, written } = standIn();
  const withNext = async (request: LookUpRequest): Promise<LookUpView> => {
    const answer = await features.lookUpPapers(request);
    return { ...answer, next: [{ kind: 'trust-no-absence' }, { kind: 'use-found', job: answer.job.ref }] };
  };
  await printLookUp(contextOf(io, { ...features, lookUpPapers: withNext }), MANY, { papers: 1 });
  const next = written.filter((line) => /NONE|paperqueue/.test(line));
  expect(next).toEqual([
    expect.stringMatching(/^! NONE: the sources that would know it/),
    expect.stringMatching(/^! paperqueue show J1,J2,J3 prints abstracts and paperqueue export J1,J2,J3 /),
  ]);
});

describe('a look-up of more items than one call takes', () => {
  it('prints each answer as it comes, then the sum', async () => {
    const { context, written } = standIn();
    await printLookUp(context, MANY, { format: 'table', papers: 1 });
    const kinds = written.map((text) => /^! \d+ of 120|^FOUND|^! 120 items: .*/.exec(text)?.[0]);
    expect(kinds).toEqual([
      ...['FOUND', '! 50 of 120', 'FOUND', '! 100 of 120', 'FOUND', '! 120 of 120'],
      '! 120 items: 120 found, 0 likely, 0 not found (J1, J2, J3)',
    ]);
  });

  it('gives what the others found where one fails, names its items, and fails in the end', async () => {
    const { context, written } = standIn([2]);
    await expect(printLookUp(context, MANY, { json: true, papers: 1 })).rejects.toBe(FAILED);
    expect(written).toContain('! Items 51 to 100 failed.\n');
    const { lookups } = JSON.parse(written.find((text) => text.startsWith('{')) ?? '');
    expect(lookups.map(({ items }: LookUpView) => items[0]?.item)).toEqual(['paper 1', 'paper 101']);
  });

  it('writes nothing where all fail', async () => {
    const { context, written } = standIn([1, 2, 3]);
    await expect(printLookUp(context, MANY, { json: true, papers: 1 })).rejects.toBe(FAILED);
    expect(written.filter((text) => !text.startsWith('! '))).toEqual([]);
  });

  it('is one document for other programs', async () => {
    const { context, written, exports } = standIn();
    await printLookUp(context, MANY, { format: 'csl-json', papers: 1 });
    expect(exports).toEqual([{ jobId: 'J1,J2,J3', format: 'csl-json' }]);
    expect(written.filter((text) => !text.startsWith('! '))).toEqual(['one document\n']);
  });
});

it('a selection leaves out papers and orders them', async () => {
  const { context, written, exports } = standIn();
  const selection = { where: { yearFrom: 2020 }, sort: 'year:desc' };
  await printLookUp(context, ['a', 'b', 'c'], { json: true, papers: 5, selection });
  const { items, notes } = JSON.parse(written.join(''));
  expect(items.map(({ papers }: { papers: object[] }) => papers)).toMatchObject([
    [{ ref: 'J1-1' }],
    [],
    [{ ref: 'J1-3' }],
  ]);
  expect(notes).toEqual(['2 of 3 papers meet the filters; those without a value do not.']);
  await printLookUp(context, ['a'], { format: 'ris', papers: 5, selection });
  expect(exports).toEqual([{ jobId: 'J2', format: 'ris', ...selection }]);
});
