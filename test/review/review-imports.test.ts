import { expect, it } from 'vitest';
import type { FileDecision } from '../../src/formats/decisions/screening.ts';
import { DECISION_FORMATS } from '../../src/formats/screened/write-decisions.ts';
import { answerJobs } from '../../src/jobs/answers/several-jobs.ts';
import type { LabReviews } from '../../src/jobs/ports/reviews.ts';
import type { JobRecord } from '../../src/jobs/ports/store.ts';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import { detectFormat } from '../../src/library/importing/detect-format.ts';
import { readScreenedFile } from '../../src/library/importing/read-screened-file.ts';
import type { Where } from '../../src/papers/filters/where.ts';
import { sealEvents } from '../../src/platform/sealed-log.ts';
import { makeSearchLog } from '../../src/report/exporting/search-log.ts';
import type { ReviewAct } from '../../src/review/events.ts';
import { type Protocol, personNamed } from '../../src/review/protocol.ts';
import { progressOf } from '../../src/review/queue.ts';
import { outcomeAt } from '../../src/review/review-outcomes.ts';
import type { ReviewFile } from '../../src/review/screening/import-decisions.ts';
import { decisionsIn } from '../../src/review/screening/paper-decisions.ts';
import { contentOf } from '../../src/review/screening/review-content.ts';
import { createReviews } from '../../src/review/screening/reviewing.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { IS_WHOLE } from '../helpers/runs.ts';
import { ANEW, newJob, storeFolder } from '../jobs/store/stores.ts';
import { ANA, BEN, fileOf, MODEL, opening } from './histories.ts';

/** Files that come into one review, one after another. */

const stores: { close(): unknown }[] = [];
afterEachTest(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** A review of no job. */
async function openReview(protocol: Partial<Protocol> = {}) {
  const store = openJobStore(storeFolder(), 1);
  stores.push(store);
  const [open] = opening(protocol);
  const [sealed] = open ? sealEvents({ n: 0, hash: '' }, [open], ANA, '2026-01-05T09:00:00.000Z') : [];
  const number = await store.openReview(sealed ? [sealed] : []);
  const reviews = createReviews({ store, account: 'a', software: 'test', isQuoted: () => true });
  return { store, reviews, ref: `R${number}` };
}

it('a record never takes the number of another, so that no decision is lost', async () => {
  const { reviews, ref } = await openReview();
  await reviews.importFile(ref, fileOf([1, 2, 3, 4]), ANA);
  // Only the last two are new: the others were not searched for again.
  expect(await reviews.importFile(ref, fileOf([1, 2, 3, 4, 5, 6], { decision: 'exclude' }), ANA)).toMatchObject({
    records: 2,
  });
  expect(await reviews.importFile(ref, fileOf([7, 8, 9, 10, 11, 12]), ANA)).toMatchObject({ records: 6 });
  const { state, records } = await reviews.read(ref);
  expect([state.records.size, records.size, state.decisions]).toEqual([12, 12, 6]);
  const { progress } = await reviews.screen({ review: ref }, ANA);
  expect(progress[0]).toMatchObject({ records: 12, exclude: 6, open: 6 });
});

it('a file that is taken in twice was found once, and another search that found the same twice', async () => {
  const { reviews, ref } = await openReview();
  const identified = async () =>
    contentOf(await reviews.read(ref)).flow.databases.identified.map(({ name, records }) => [name, records]);
  const found = { ...fileOf([1, 2, 3, 3]), databases: ['PsycInfo'] };
  for (const records of [3, 0]) {
    expect(await reviews.importFile(ref, found, ANA)).toMatchObject({ records });
    expect(await identified()).toEqual([['PsycInfo', 4]]);
  }
  await reviews.importFile(ref, { ...found, records: found.records.slice(0, 2) }, ANA);
  expect(await identified()).toEqual([['PsycInfo', 6]]);
  await reviews.importFile(ref, { ...found, databases: ['Lens'] }, ANA);
  expect(await identified()).toEqual([
    ['PsycInfo', 6],
    ['Lens', 4],
  ]);
});

it('a reader has one name in a file, in whatever letters it was given', async () => {
  const { reviews, ref } = await openReview({ readers: '2' });
  await reviews.importFile(ref, fileOf([1, 2, 3]), ANA);
  for (const [index, name] of ['ana', 'ANA', 'Ana'].entries()) {
    const given = {
      ref: `${ref}-${index + 1}`,
      decision: index < 2 ? ('exclude' as const) : ('note' as const),
      note: 'x',
    };
    await reviews.screen({ review: ref, decisions: [given] }, personNamed(name));
  }
  const { papers } = contentOf(await reviews.read(ref));
  const names = papers.flatMap(({ decisions, notes = [] }) => [...decisions, ...notes].map(({ reader }) => reader));
  expect(names).toEqual(['Ana', 'Ana', 'Ana']);
});

it('refuses a file whose database has a name that is too long for a lab, and takes nothing of it', async () => {
  const { reviews, ref } = await openReview();
  const named = (name: string) => ({ ...fileOf([1], { decision: 'include' }), databases: [name] });
  await expect(reviews.importFile(ref, named('x'.repeat(1_001)), ANA)).rejects.toMatchObject({
    details: { code: 'INVALID_INPUT', fields: [expect.objectContaining({ field: 'source' })] },
  });
  expect((await reviews.read(ref)).state.records.size).toBe(0);
  expect(await reviews.importFile(ref, named('x'.repeat(1_000)), ANA)).toMatchObject({ records: 1, accepted: 1 });
});

it('refuses a file of more databases than a lab takes, and takes nothing of it', async () => {
  const { reviews, ref } = await openReview();
  const ofDatabases = (many: number) => ({
    ...fileOf([1], { decision: 'include' }),
    databases: Array.from({ length: many }, (_, index) => `database ${index}`),
  });
  await expect(reviews.importFile(ref, ofDatabases(1_001), ANA)).rejects.toMatchObject({
    details: {
      code: 'INVALID_INPUT',
      fields: [{ field: 'source', problem: { kind: 'longer-than', most: 1_000, of: 'names' } }],
    },
  });
  expect((await reviews.read(ref)).state.records.size).toBe(0);
  expect(await reviews.importFile(ref, ofDatabases(1_000), ANA)).toMatchObject({ records: 1, accepted: 1 });
});

it('counts a paper that was known beforehand as read and found once somebody has included it', async () => {
  const { reviews, ref } = await openReview();
  await reviews.importFile(ref, fileOf([1, 2, 3]), ANA);
  const known = [`${ref}-1`, `${ref}-2`];
  await reviews.changeProtocol(ref, { priors: known }, ANA);
  const stop = async () => {
    const { screened, relevant, statements } = (await reviews.screen({ review: ref }, ANA)).stop;
    return { screened, relevant, safe: statements.find(({ rule }) => rule === 'safe') };
  };
  expect(await stop()).toMatchObject({
    screened: 0,
    relevant: 0,
    safe: { share: 0, keyPapers: { found: 0, of: 2 } },
  });
  await reviews.screen({ review: ref, decisions: [{ ref: `${ref}-1`, decision: 'include' }] }, ANA);
  expect(await stop()).toMatchObject({
    screened: 1,
    relevant: 1,
    safe: { share: 1 / 3, keyPapers: { found: 1, of: 2 } },
  });
});

it('an import that names a record again changes nothing of it', async () => {
  const { reviews, store, ref } = await openReview();
  await reviews.importFile(ref, fileOf([1, 2], { decision: 'include' }), ANA);
  const { last, records } = await reviews.read(ref);
  const [first, second] = [...records.values()];
  if (!first || !second) throw new Error('no records');
  const again: ReviewAct = {
    what: 'import',
    identified: 1,
    records: [first.ref],
    duplicates: [],
    source: { from: 'file', name: 'x', databases: [] },
  };
  const events = sealEvents(last, [again], ANA, '2026-01-06T09:00:00.000Z');
  await store.appendEvents(1, events, [{ ref: first.ref, paper: second.paper }]);
  const read = await reviews.read(ref);
  expect(read.records.get(first.ref)?.paper.title).toBe(first.paper.title);
  const { progress } = await reviews.screen({ review: ref }, ANA);
  expect(progress[0]).toMatchObject({ records: 2, include: 2 });
});

it('a job that is still running is refused by name, not taken without its papers', async () => {
  const { reviews, store, ref } = await openReview();
  const { job } = store.beginCreation(newJob(), ANEW);
  store.confirm(job.number, 'id-1');
  const refused = { details: { code: 'INVALID_INPUT', fields: [{ field: 'jobs' }] } };
  await expect(reviews.addJobs(ref, 'J1', ANA)).rejects.toMatchObject(refused);
  await expect(reviews.open({ question: 'Which?', criteria: [], jobs: 'J1' }, ANA)).rejects.toMatchObject(refused);
  store.finish(job.number, { status: 'success', papers: [{ title: 'Owls hunt at night' }], notes: [] });
  expect(await reviews.addJobs(ref, 'J1', ANA)).toEqual({ records: 1, duplicates: 0 });
});

it('the paragraph has of a citation search what TARCiS asks for, and what came of its records', async () => {
  const { reviews, store, ref } = await openReview();
  const { directions, seeds } = { directions: ['backward', 'forward'] as const, seeds: 3 };
  const search = {
    seeds: ['J9'],
    papers: seeds,
    directions: [...directions],
    rounds: 2,
    via: [],
    stop: { requests: 100 },
  };
  const job = store.citations.begin({
    mode: 'embedded',
    account: 'a',
    fingerprint: 'f',
    sources: [],
    notes: [],
    record: { ref: 'J9-1', relation: 'both', search },
  });
  const progress = { round: 2, followed: 9, waiting: 0, requests: 20, found: 2 };
  const indexes = ['OpenAlex', 'Semantic Scholar'].map((title) => ({ title, identified: 2, duplicates: 1, known: 0 }));
  store.citations.finish(job.number, {
    related: job.related,
    sources: [],
    fingerprint: 'g',
    notes: [
      { kind: 'citations-followed', seeds, directions: [...directions], progress, known: 0, ended: 'exhausted' },
      { kind: 'citations-by-index', indexes },
    ],
    flow: { identified: 2, duplicates: {}, leftOut: {}, returned: 2 },
    papers: fileOf([1, 2]).records.map(({ paper }) => paper),
  });
  await reviews.importFile(ref, fileOf([2]), ANA);
  await reviews.addJobs(ref, `J${job.number}`, ANA);
  const day = job.createdAt.slice(0, 10);
  const searched = `Citation searching (backward and forward) from 3 seed references in OpenAlex and Semantic Scholar was done on ${day} in 2 rounds. It gave 2 records, of which 1 was new after deduplication`;
  expect(await reviews.methods(ref)).toContain(`${searched}.`);
  const [{ ref: added } = { ref: '' }] = (await reviews.screen({ review: ref, next: 5 }, ANA)).next.slice(-1);
  await reviews.screen({ review: ref, decisions: [{ ref: added, decision: 'exclude', reasons: ['C2'] }] }, ANA);
  expect(await reviews.methods(ref)).toContain(`${searched}, 0 of which were included.`);
});

it('a search counts as in its receipt, before and after a file and another search join it', async () => {
  const { store, reviews } = await openReview();
  const titles = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      title: `Owls of region ${from + at}`,
      authors: 'Ada Lovelace',
      year: 2001,
    }));
  const search = (keywords: string[], from: number) => {
    const request = { operation: 'keywordSearch' as const, body: { keywords }, filters: { limit: 100 as const } };
    const { number } = store.beginCreation(newJob({ account: 'a', mode: 'embedded', request }), ANEW).job;
    store.confirm(number, `id-${number}`);
    // 90 + 30 records: 12 duplicates, 5 without title, 3 left out by filters, 40 below the limit, 60 papers.
    return store.finish(number, {
      status: 'success',
      papers: titles(from, 60),
      notes: [],
      sources: [
        { source: 'openalex', title: 'OpenAlex', gave: 90, total: 4_000 },
        { source: 'crossref', title: 'Crossref', gave: 30 },
      ],
      flow: {
        identified: 120,
        duplicates: { 'equal DOI': 12 },
        leftOut: {
          'no title and no abstract': 5,
          'filters not met, or not known to be met': 3,
          'ranked below the limit of the job': 40,
        },
        returned: 60,
        notRetrieved: 0,
      },
    });
  };
  const jobs = [search(['owl', 'night', 'field'], 0)];
  const deps = { store, account: 'a', serviceAddress: undefined };
  const { ref } = await reviews.open({ question: 'Which owls?', criteria: [], jobs: 'J1' }, ANA);
  const expectSame = async (more: Record<string, number> = {}) => {
    const { databases } = contentOf(await reviews.read(ref)).flow;
    const { identified, removed } = makeSearchLog(deps, jobs).prisma;
    const drawn = Object.fromEntries(databases.identified.map(({ name, records }) => [name, records]));
    expect(drawn).toEqual({
      ...Object.fromEntries(identified.map(({ database, records }) => [database, records])),
      ...more,
    });
    expect(databases.removed).toEqual({
      duplicates: removed.duplicates,
      automation: removed.byAutomation,
      otherReasons: removed.otherReasons,
    });
    const [all, gone] = [drawn, databases.removed].map((counts) =>
      Object.values(counts).reduce<number>((sum, count) => sum + Number(count), 0),
    );
    expect((all ?? 0) - (gone ?? 0)).toBe(databases.unscreened);
  };
  await expectSame();
  expect(contentOf(await reviews.read(ref)).flow.databases).toMatchObject({
    identified: [
      { name: 'OpenAlex', records: 90 },
      { name: 'Crossref', records: 30 },
    ],
    removed: { duplicates: 12, automation: 8, otherReasons: 40 },
    unscreened: 60,
  });
  jobs.push(search(['owl', 'night', 'wood'], 30));
  await reviews.addJobs(ref, 'J2', ANA);
  await expectSame();
  await reviews.importFile(ref, { ...fileOf([1, 2, 3]), databases: ['PsycInfo'] }, ANA);
  await expectSame({ PsycInfo: 3 });
});

it('the newest review of a job decides, here or in a lab, and the lab only where it is asked', async () => {
  const { store } = await openReview();
  const labStore = openJobStore(storeFolder(), 1);
  stores.push(labStore);
  const lab = { ...labStore, isKept: async () => true } as unknown as LabReviews;
  const { job } = store.beginCreation(newJob({ account: 'a' }), ANEW);
  store.confirm(job.number, 'id-1');
  const papers = ['Owls hunt at night', 'Mice hide by day', 'Owls hunt at night', 'Bats sleep'].map((title) => ({
    title,
    authors: 'Ada Lovelace',
    year: 2001,
    doi: `10.1000/${title.slice(0, 4).trim()}`,
  }));
  store.finish(job.number, { status: 'success', papers, notes: [] });
  const at = (day: string) => () => new Date(`2026-02-0${day}T10:00:00Z`);
  const asked = { question: 'Which?', criteria: [], jobs: `J${job.number}` };
  const reviewsAt = (day: string) =>
    createReviews({ ...{ store, lab, account: 'a', software: 'test', isQuoted: () => true }, now: at(day) });
  const older = reviewsAt('1');
  const here = await older.open(asked, ANA);
  await older.screen({ review: here.ref, decisions: [{ ref: 'J1-4', decision: 'include' }] }, ANA);
  const newer = reviewsAt('2');
  const shared = await newer.open({ ...asked, place: 'lab' }, ANA);
  // A lab's review numbers the four papers anew; the third is the first again.
  const excluded = { ref: `${shared.ref}-4`, decision: 'exclude' } as const;
  await newer.screen(
    { review: shared.ref, decisions: [excluded, { ref: `${shared.ref}-3`, decision: 'include' }] },
    ANA,
  );
  const decisions = decisionsIn(store, () => lab);
  const told = async (isAsked: boolean) => {
    const { reviewOf, decisionOn } = await decisions(isAsked);
    return [reviewOf(1), ...[1, 2, 3, 4].map((paper) => decisionOn(`J1-${paper}`))];
  };
  expect(await told(true)).toEqual([shared.ref, 'include', 'none', 'include', 'exclude']);
  expect(await told(false)).toEqual([here.ref, 'none', 'none', 'none', 'include']);
});

/** The file of another review, read back. */
function fromReview(review: Awaited<ReturnType<typeof openReview>>) {
  return async (): Promise<ReviewFile> => {
    const { papers } = contentOf(await review.reviews.read(review.ref));
    const text = DECISION_FORMATS['decisions-csv'].write(papers);
    const format = detectFormat(text.slice(0, 64 * 1024), 'out.csv');
    if (!format) throw new Error('unknown format');
    const pieces = (async function* () {
      yield text;
    })();
    const { records } = await readScreenedFile({ name: 'out.csv', text: pieces, format });
    return { name: 'out.csv', databases: [], records };
  };
}

it('how a conflict was settled leaves with the decisions, and comes back once', async () => {
  const first = await openReview({ readers: '2' });
  await first.reviews.importFile(first.ref, fileOf([1, 2], { decision: 'include', reader: 'Ana' }), ANA);
  await first.reviews.importFile(first.ref, fileOf([1, 2], { decision: 'exclude', reader: 'Ben' }), ANA);
  const settled = { ref: `${first.ref}-1`, decision: 'exclude', reasons: ['C2'], note: 'mice | "rats"' } as const;
  await first.reviews.resolve(first.ref, settled, BEN);
  const read = fromReview(first);

  const second = await openReview({ readers: '2' });
  expect(await second.reviews.importFile(second.ref, await read(), ANA)).toMatchObject({ accepted: 5, refused: [] });
  const { events, state } = await second.reviews.read(second.ref);
  const { ref: _, ...rest } = settled;
  expect(events.filter(({ what }) => what === 'resolve')).toMatchObject([{ ...rest, who: BEN }]);
  const outcomes = [...state.records.keys()].map((each) => outcomeAt(state, each, 'title-abstract').is);
  expect(outcomes).toEqual(['decided', 'conflict']);
  expect(await second.reviews.importFile(second.ref, await read(), ANA)).toMatchObject({ accepted: 5, refused: [] });
  expect((await second.reviews.read(second.ref)).events).toHaveLength(events.length);

  const alone = await openReview();
  const { refused } = await alone.reviews.importFile(alone.ref, await read(), ANA);
  expect(refused).toContainEqual({ ref: `${alone.ref}-1`, kind: 'no-conflict', stage: 'title-abstract' });
});

it('the paragraph says what was decided elsewhere, and by whom as far as that is known', async () => {
  const decided = async (...given: [papers: number[], decision: FileDecision, program?: 'Rayyan'][]) => {
    const { reviews, ref } = await openReview();
    for (const [papers, decision, program] of given) {
      const { records, ...file } = fileOf(papers, decision);
      const from = records.map(({ screening, ...each }) => ({
        ...each,
        screening: { ...screening, ...(program && { program }) },
      }));
      await reviews.importFile(ref, { ...file, name: '/home/ana/ours.ris', records: from }, personNamed());
    }
    return { reviews, ref };
  };
  const { reviews, ref } = await decided([[1, 2], { decision: 'include', reader: 'Ana' }, 'Rayyan']);
  const [day] = ((await reviews.read(ref)).events.at(-1)?.at ?? '').split('T');
  expect(await reviews.methods(ref)).toContain(
    `Titles and abstracts of 2 of 2 records were screened by one reviewer; 2 decisions were made elsewhere and imported into test from ours.ris (of Rayyan) on ${day}.`,
  );
  await reviews.importFile(ref, fileOf([3, 4]), ANA);
  await reviews.screen({ review: ref, decisions: [{ ref: `${ref}-3`, decision: 'include' }] }, BEN);
  expect(await reviews.methods(ref)).toContain(
    `Titles and abstracts of 3 of 4 records were screened by two reviewers; 1 decision was made with test on ${day}, and 2 elsewhere and imported from ours.ris (of Rayyan) on ${day}.`,
  );
  const nobody = await decided([[1], { decision: 'include' }]);
  expect(await nobody.reviews.methods(nobody.ref)).toContain(
    `of 1 of 1 record were screened by reviewers whom an imported file does not name; 1 decision was made elsewhere and imported into test from ours.ris on ${day}.`,
  );
});

it('criteria in words, as other programs change them, are the criteria', async () => {
  const { reviews, ref } = await openReview({ stages: ['full-text'] });
  const decision = { decision: 'exclude', reasons: ['No  comparison;', 'something else'], reader: 'Ana' } as const;
  await reviews.importFile(ref, fileOf([1], { ...decision, reasons: [...decision.reasons] }), ANA);
  expect((await reviews.read(ref)).events.at(-1)).toMatchObject({ reasons: ['C3'], note: 'something else' });
});

it('suggestions are no decisions, and are counted for who chooses by decisions', async () => {
  const { store } = await openReview();
  const { job } = store.beginCreation(newJob({ account: 'a' }), ANEW);
  store.confirm(job.number, 'id-1');
  const papers = ['Owls hunt at night', 'Mice hide by day', 'Bats sleep'].map((title) => ({ title }));
  store.finish(job.number, { status: 'success', papers, notes: [] });
  const reviews = createReviews({ store, account: 'a', software: 'test', isQuoted: () => true });
  const { ref } = await reviews.open({ question: 'Which?', criteria: [], jobs: 'J1' }, ANA);
  const suggest = (paper: number) => ({ ref: `J1-${paper}`, decision: 'include' as const });
  await reviews.screen({ review: ref, decisions: [suggest(1), suggest(2)] }, MODEL);
  const told = async () => {
    const page = { where: { decision: 'include' as const }, decisions: await decisionsIn(store)(false) };
    return answerJobs(store, 'embedded', [store.byNumber(1) as JobRecord], { text: 'J1', page }).notes;
  };
  expect(await told()).toContainEqual({ kind: 'only-suggested', review: ref, records: 2 });
  await reviews.screen({ review: ref, decisions: [suggest(1), suggest(2)] }, ANA);
  expect(await told()).not.toContainEqual(expect.objectContaining({ kind: 'only-suggested' }));
});

it('suggestions are listed, and a person, but no assistant, makes them decisions in one step', async () => {
  const { store } = await openReview();
  const { job } = store.beginCreation(newJob({ account: 'a' }), ANEW);
  store.confirm(job.number, 'id-1');
  const papers = ['Owls hunt at night', 'Mice hide by day', 'Bats sleep', 'Voles dig'].map((title) => ({ title }));
  store.finish(job.number, { status: 'success', papers, notes: [] });
  const reviews = createReviews({ store, account: 'a', software: 'test', isQuoted: () => true });
  const criteria = [{ kind: 'exclude', text: 'no birds' } as const];
  const { ref } = await reviews.open({ question: 'Which?', criteria, jobs: 'J1' }, ANA);
  const decisions = [
    { ref: 'J1-1', decision: 'include' },
    { ref: 'J1-2', decision: 'exclude', reasons: ['C1'], note: 'only mice' },
    { ref: 'J1-3', decision: 'maybe' },
  ] as const;
  const { accepted, progress } = await reviews.screen({ review: ref, decisions }, MODEL);
  expect([accepted, progress[0]]).toMatchObject([3, { include: 0, exclude: 0, open: 4, suggested: 3 }]);
  const found = async (where: Where) => {
    const page = { where, decisions: await decisionsIn(store)(true) };
    const { papers: left = [] } = answerJobs(store, 'embedded', [store.byNumber(1) as JobRecord], { text: 'J1', page });
    return left.map(({ ref: each, suggested, decision }) => [each, suggested ?? decision]);
  };
  expect(await found({ by: 'assistant' })).toEqual([
    ['J1-1', 'include'],
    ['J1-2', 'exclude'],
    ['J1-3', 'maybe'],
  ]);
  expect(await found({ decision: 'exclude', by: 'assistant' })).toEqual([['J1-2', 'exclude']]);
  expect(await found({ decision: 'none', by: 'assistant' })).toEqual([['J1-4', undefined]]);
  expect(await found({ decision: 'exclude' })).toEqual([]);
  for (const who of [MODEL, { kind: 'assistant', name: 'Ana' } as const])
    await expect(reviews.confirm(ref, who)).rejects.toMatchObject({ details: { code: 'INVALID_INPUT' } });
  expect(await reviews.confirm(ref, ANA, ['j1-3', 'J1-4'])).toEqual({ confirmed: 1, refused: [] });
  expect(await found({ by: 'assistant' })).toHaveLength(2);
  expect(await reviews.confirm(ref, ANA)).toEqual({ confirmed: 2, refused: [] });
  expect(await reviews.confirm(ref, ANA)).toEqual({ confirmed: 0, refused: [] });
  expect(await found({ by: 'assistant' })).toEqual([]);
  expect(await found({ decision: 'exclude' })).toEqual([['J1-2', 'exclude']]);
  const { events, state } = await reviews.read(ref);
  const [confirmed] = events.filter(
    (event) => event.what === 'decide' && event.ref === 'J1-2' && event.who.name === 'Ana',
  );
  // Its reason is the person's now; its words stay those of the assistant.
  expect(confirmed).toMatchObject({ decision: 'exclude', reasons: ['C1'], confirms: 'Model' });
  expect(confirmed).not.toHaveProperty('note');
  const [stage = 'title-abstract'] = state.protocol.stages;
  expect(progressOf(state, ANA)[0]).toMatchObject({ stage, include: 1, exclude: 1, maybe: 1, open: 1, own: 3 });
  expect(progressOf(state, ANA)[0]).not.toHaveProperty('suggested');
  // Who only agrees measures nothing: neither the assistant's accuracy nor an agreement of two readers.
  const methods = await reviews.methods(ref);
  expect(methods).toContain('A person confirmed 3 of its suggestions in one step.');
  expect(methods).toContain('so its accuracy in this review is unknown');
  expect(methods).not.toMatch(/kappa|agreed on/i);
});

it('a conflict is not settled for a reason that the review lacks', async () => {
  const { reviews, ref } = await openReview({ readers: '2' });
  await reviews.importFile(ref, fileOf([1], { decision: 'include', reader: 'Ana' }), ANA);
  await reviews.importFile(ref, fileOf([1], { decision: 'exclude', reader: 'Ben' }), ANA);
  const settle = (reasons: string[]) => reviews.resolve(ref, { ref: `${ref}-1`, decision: 'exclude', reasons }, ANA);
  await expect(settle(['C2', 'C99'])).rejects.toMatchObject({ details: { fields: [{ field: 'reason' }] } });
  await settle(['c2']);
  expect((await reviews.read(ref)).events.at(-1)).toMatchObject({ what: 'resolve', reasons: ['C2'] });
});

it('more conflicts than are listed are said', async () => {
  const { reviews, ref } = await openReview({ readers: '2' });
  const all = Array.from({ length: 21 }, (_, index) => index + 1);
  await reviews.importFile(ref, fileOf(all, { decision: 'include', reader: 'Ana' }), ANA);
  await reviews.importFile(ref, fileOf(all.slice(1), { decision: 'exclude', reader: 'Ben' }), ANA);
  expect((await reviews.screen({ review: ref }, ANA)).notes).not.toContainEqual(
    expect.objectContaining({ kind: 'some-conflicts' }),
  );
  await reviews.importFile(ref, fileOf([1], { decision: 'exclude', reader: 'Ben' }), ANA);
  const { conflicts, notes } = await reviews.screen({ review: ref }, ANA);
  expect(conflicts).toHaveLength(20);
  expect(notes).toContainEqual({ kind: 'some-conflicts', review: ref, shown: 20, all: 21 });
});

it('a review of which nothing is intact, or the end is not, is in the way of no other', async () => {
  const { reviews, store } = await openReview({ stages: ['full-text'] });
  const [open] = await store.reviewEvents(1, 0);
  const lost = { n: 1, text: '{}', hash: 'x' };
  for (const events of [[lost], open ? [open, { ...lost, n: 2 }] : []]) await store.openReview(events);
  await reviews.importFile('R1', fileOf([1]), ANA);
  expect(await reviews.list()).toMatchObject({
    reviews: [{ ref: 'R1' }, { ref: 'R3' }],
    unreadable: ['R2'],
    notes: [{ kind: 'damaged-review', review: 'R3', n: 2 }],
  });
  await expect(reviews.read('R2')).rejects.toMatchObject({ details: { code: 'STORE_UNAVAILABLE' } });
  expect(await reviews.noteRetrieval('R1-1', true, ANA)).toEqual(['R1']);
  const { job } = store.beginCreation(newJob(), ANEW);
  store.confirm(job.number, 'id-1');
  store.finish(job.number, { status: 'success', papers: [{ title: 'Owls hunt at night' }], notes: [] });
  expect(await reviews.open({ question: 'Which?', criteria: [], jobs: 'J1' }, ANA)).toMatchObject({ ref: 'R4' });
});

it("an assistant's decisions leave in a file as an assistant's, and come back as them", async () => {
  const { reviews, ref } = await openReview({ assistant: 'suggest' });
  await reviews.importFile(ref, fileOf([1]), ANA);
  await reviews.screen({ review: ref, decisions: [{ ref: `${ref}-1`, decision: 'include' }] }, MODEL);
  const [written] = contentOf(await reviews.read(ref)).papers;
  expect(written?.decisions).toMatchObject([{ reader: 'Model (assistant)', decision: 'include' }]);
  const { reviews: others, ref: other } = await openReview({ assistant: 'suggest' });
  const [decision] = written?.decisions ?? [];
  await others.importFile(other, fileOf([1], decision), ANA);
  const { events, state } = await others.read(other);
  expect(events.at(-1)).toMatchObject({ what: 'decide', who: { kind: 'assistant', name: 'Model' } });
  expect(outcomeAt(state, `${other}-1`, 'title-abstract')).toEqual({ is: 'open' });
});

it.runIf(IS_WHOLE)('a file may hold more decisions of one reader than a call takes arguments', async () => {
  const { reviews, ref } = await openReview();
  const [first] = fileOf([1], { decision: 'include' }).records;
  if (!first) throw new Error('no record');
  const others = new Array(130_000).fill({ decision: 'exclude' });
  const decisions = [...first.screening.decisions, ...others];
  const file = { ...fileOf([]), records: [{ ...first, screening: { decisions } }] };
  const { accepted, refused } = await reviews.importFile(ref, file, ANA);
  expect([accepted, refused.length]).toEqual([1, others.length]);
});

it('notes and tags on undecided records leave with the decisions, and come back once', async () => {
  const first = await openReview();
  await first.reviews.importFile(first.ref, fileOf([1, 2, 3]), ANA);
  const noted = { note: '=read | "later"', tags: ['mice', 'to ask'] };
  const decisions = [
    { ref: `${first.ref}-1`, decision: 'note' as const, ...noted },
    { ref: `${first.ref}-2`, decision: 'include' as const, ...noted },
  ];
  await first.reviews.screen({ review: first.ref, decisions }, ANA);
  const read = fromReview(first);
  const second = await openReview();
  expect(await second.reviews.importFile(second.ref, await read(), BEN)).toMatchObject({ accepted: 2, refused: [] });
  const { state, events } = await second.reviews.read(second.ref);
  const [onFirst, onSecond] = [...state.records.values()].map(({ notes, readings }) => [
    ...notes.values(),
    ...readings['title-abstract'].values(),
  ]);
  expect(onFirst).toMatchObject([{ what: 'note', who: ANA, ...noted }]);
  expect(onSecond).toMatchObject([{ what: 'decide', who: ANA, ...noted, decision: 'include' }]);
  expect(outcomeAt(state, `${second.ref}-1`, 'title-abstract').is).toBe('open');
  await second.reviews.importFile(second.ref, await read(), BEN);
  expect((await second.reviews.read(second.ref)).events).toHaveLength(events.length);
});

it('what is noted on a full text leaves beside the decision that passed it on, and comes back there', async () => {
  const first = await openReview({ stages: ['title-abstract', 'full-text'] });
  await first.reviews.importFile(first.ref, fileOf([1], { decision: 'include', note: 'fits' }), ANA);
  const noted = { ref: `${first.ref}-1`, decision: 'note' as const, note: 'ask the author' };
  await first.reviews.screen({ review: first.ref, stage: 'full-text', decisions: [noted] }, ANA);
  const second = await openReview({ stages: ['title-abstract', 'full-text'] });
  await second.reviews.importFile(second.ref, await fromReview(first)(), BEN);
  const [record] = (await second.reviews.read(second.ref)).state.records.values();
  expect([...(record?.readings['title-abstract'].values() ?? [])]).toMatchObject([{ who: ANA, note: 'fits' }]);
  expect([...(record?.notes.values() ?? [])]).toMatchObject([{ who: ANA, note: 'ask the author' }]);
});

it('what an assistant suggests stops nothing, and what a triage excluded is not among the records of a stop', async () => {
  const papers = Array.from({ length: 80 }, (_, index) => index + 1);
  const excluded = (from: number, to: number, ref: string) =>
    papers.slice(from, to).map((paper) => ({ ref: `${ref}-${paper}`, decision: 'exclude' as const }));
  const { reviews, ref } = await openReview({ assistant: 'suggest', stages: ['title-abstract'] });
  await reviews.importFile(ref, fileOf(papers), ANA);
  await reviews.screen({ review: ref, decisions: [{ ref: `${ref}-1`, decision: 'include' }], next: 1 }, ANA);
  const { stop: suggested } = await reviews.screen({ review: ref, decisions: excluded(1, 80, ref) }, MODEL);
  expect(suggested).toMatchObject({ screened: 1, relevant: 1, records: 80, holds: false });
  expect(suggested.statements.filter(({ holds }) => holds)).toEqual([]);
  expect((await reviews.screen({ review: ref }, ANA)).stop).toEqual(suggested);
  expect(await reviews.checkStop(ref, MODEL)).toMatchObject(suggested);
  const { stop: decided } = await reviews.screen({ review: ref, decisions: excluded(1, 80, ref) }, ANA);
  expect(decided).toMatchObject({ screened: 80, holds: true });
  expect((await reviews.screen({ review: ref }, MODEL)).stop).toEqual(decided);

  await reviews.changeProtocol(ref, { stop: { rule: 'random-tail', target: 0.95, confidence: 0.95 } }, ANA);
  const withdrawn = papers.slice(20).map((paper) => ({ ref: `${ref}-${paper}`, decision: 'withdraw' as const }));
  const { stop: unbegun } = await reviews.screen({ review: ref, decisions: withdrawn }, ANA);
  // One relevant paper found: nearly all of the sixty must be read by chance to say that there is no second.
  expect(unbegun.statements).toContainEqual(
    expect.objectContaining({ rule: 'random-tail', holds: false, found: 0, read: 0, needed: 58 }),
  );

  const { reviews: others, ref: other } = await openReview({ assistant: 'triage', stages: ['title-abstract'] });
  await others.importFile(other, fileOf(papers), ANA);
  await others.screen({ review: other, decisions: excluded(20, 80, other) }, MODEL);
  await others.screen({ review: other, decisions: excluded(0, 5, other) }, ANA);
  for (const who of [ANA, MODEL])
    expect((await others.screen({ review: other }, who)).stop).toMatchObject({
      screened: 5,
      records: 20,
      triaged: 60,
      holds: false,
    });
});

it('no decision is lost for a reason that is none of its stage now, and the answer says where the reason is', async () => {
  const { reviews, ref } = await openReview({ readers: '2' });
  await reviews.importFile(ref, fileOf([1, 2, 3, 4]), ANA);
  const file = (paper: number, reason: string, reader = 'Ana') =>
    fileOf([paper], { decision: 'exclude', reasons: [reason], note: 'mice', reader });
  await reviews.importFile(ref, file(4, 'C2'), ANA);
  await reviews.changeCriteria(ref, { retire: ['C2'] }, ANA);
  const taken = [];
  for (const [paper, reason] of [
    [1, 'C2'],
    [2, 'no comparison'],
    [3, 'too short'],
    [4, 'C2'],
  ] as const)
    taken.push(await reviews.importFile(ref, file(paper, reason), ANA));
  expect(taken.map(({ accepted, refused, reasonsAsNotes }) => [accepted, refused, reasonsAsNotes])).toEqual([
    [1, [], 1],
    [1, [], 1],
    [1, [], 1],
    [1, [], undefined],
  ]);
  const readings = async () =>
    [...(await reviews.read(ref)).state.records.values()].map(({ readings }) => {
      const { decision, reasons = [], note } = readings['title-abstract'].get('human:ana') ?? {};
      return [decision, reasons.join(), note].join(' | ');
    });
  const now = await readings();
  expect(now).toEqual([
    'exclude |  | mice; C2 animals',
    'exclude |  | mice; C3 no comparison',
    'exclude |  | mice; too short',
    'exclude | C2 | mice',
  ]);
  await reviews.importFile(ref, file(1, 'C2'), ANA);
  expect(await readings()).toEqual(now);

  // A conflict is settled, too.
  await reviews.importFile(ref, fileOf([1], { decision: 'include', reader: 'Ben' }), ANA);
  const { records, ...settling } = fileOf([1]);
  const resolutions = [{ stage: 'title-abstract', by: 'Ben', decision: 'exclude', reasons: ['C2'] } as const];
  const settled = {
    ...settling,
    records: records.map((each) => ({
      ...each,
      screening: { decisions: [], resolutions: structuredClone(resolutions) as never },
    })),
  };
  expect(await reviews.importFile(ref, settled, ANA)).toMatchObject({ accepted: 1, refused: [], reasonsAsNotes: 1 });
});

it('of two ways in which one file settles a conflict the first counts, and the other is refused', async () => {
  const { reviews, ref } = await openReview({ readers: '2' });
  await reviews.importFile(ref, fileOf([1], { decision: 'include', reader: 'Ana' }), ANA);
  await reviews.importFile(ref, fileOf([1], { decision: 'exclude', reader: 'Ben' }), ANA);
  const settled = (decision: 'include' | 'exclude') => ({ stage: 'title-abstract', by: 'Ben', decision });
  const records = [settled('include'), settled('exclude'), settled('include')].flatMap((each, row) =>
    fileOf([1]).records.map((record) => ({ ...record, row, screening: { decisions: [], resolutions: [each] } })),
  );
  expect(await reviews.importFile(ref, { name: 'file.csv', databases: [], records }, ANA)).toMatchObject({
    accepted: 2,
    refused: [{ ref: `${ref}-1`, kind: 'settled', decision: 'include' }],
  });
  const { events } = await reviews.read(ref);
  expect(events.filter(({ what }) => what === 'resolve')).toMatchObject([{ decision: 'include' }]);
});
