import { describe, expect, it } from 'vitest';
import type { ExportFormat } from '../../src/formats/format-facts.ts';
import { recordsOfProject, toAsreviewProject } from '../../src/formats/screened/asreview-project.ts';
import type { ReadRecords } from '../../src/formats/screened/read-record.ts';
import { DECISION_FORMATS, type DecisionFormatName } from '../../src/formats/screened/write-decisions.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import { detectFormat } from '../../src/library/importing/detect-format.ts';
import { readScreenedFile } from '../../src/library/importing/read-screened-file.ts';
import { citationKeys } from '../../src/papers/citation-keys.ts';
import { type Paper, type PaperInput, toPaper } from '../../src/papers/paper.ts';
import { sealEvents } from '../../src/platform/sealed-log.ts';
import type { Criterion } from '../../src/review/protocol.ts';
import { contentOf } from '../../src/review/screening/review-content.ts';
import { createReviews } from '../../src/review/screening/reviewing.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { ANEW, newJob, storeFolder } from '../jobs/store/stores.ts';
import { ANA, MODEL, opening } from './histories.ts';

/** Files that a review wrote, and that come into it again or into another one. */

const stores: { close(): unknown }[] = [];
afterEachTest(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** Papers without DOI that no rule of one work would unite: short titles, rubrics, no author. */
const PAPERS: PaperInput[] = [
  { title: 'Reefs', authors: ['Ann Alpha'], year: 2010, venue: 'J Reefs' },
  { title: 'Editorial', authors: ['Bob Beta'], year: 2011, venue: 'J Reefs' },
  { title: 'Editorial', authors: ['Bob Beta'], year: 2011, venue: 'Annals of Tides' },
  { title: 'Untitled thing', year: 2013 },
  { title: 'Coral bleaching in warm lagoons after a storm', authors: ['Gil Gamma'], doi: '10.5555/g.1' },
];

function recordsOf(papers: readonly PaperInput[]) {
  return papers.map((input, index) => {
    const paper = toPaper(input);
    if (typeof paper === 'string') throw new Error(paper);
    return { row: index + 1, paper, screening: { decisions: [] } };
  });
}

async function openReview(criteria?: Criterion[], papers: readonly PaperInput[] = []) {
  const store = openJobStore(storeFolder(), 1);
  stores.push(store);
  const [open] = opening();
  if (open?.what !== 'open') throw new Error('no opening');
  const begin = { ...open, ...(criteria && { criteria }) };
  const sealed = sealEvents({ n: 0, hash: '' }, [begin], ANA, '2026-01-05T09:00:00.000Z');
  const ref = `R${await store.openReview(sealed)}`;
  const reviews = createReviews({ store, account: 'a', software: 'test', isQuoted: () => true });
  await reviews.importFile(ref, { name: 'found.ris', databases: ['PsycInfo'], records: recordsOf(papers) }, ANA);
  return { reviews, ref, store };
}

type Review = Awaited<ReturnType<typeof openReview>>;

async function decide({ reviews, ref }: Review) {
  const decisions = [
    { ref: `${ref}-1`, decision: 'exclude' as const, reasons: ['C2'] },
    { ref: `${ref}-2`, decision: 'include' as const, reasons: ['C1'] },
    { ref: `${ref}-3`, decision: 'exclude' as const, reasons: ['C2'] },
    { ref: `${ref}-4`, decision: 'exclude' as const, reasons: ['C2'] },
    { ref: `${ref}-5`, decision: 'exclude' as const, reasons: ['C2'] },
  ];
  await reviews.screen({ review: ref, decisions }, ANA);
}

async function write({ reviews, ref }: Review, format: DecisionFormatName | 'asreview'): Promise<ReadRecords> {
  const { name, papers } = contentOf(await reviews.read(ref));
  if (format === 'asreview') return recordsOfProject(toAsreviewProject(name, papers));
  const text = DECISION_FORMATS[format].write(papers);
  const file = `/home/ana/out.${DECISION_FORMATS[format].ending}`;
  const found = detectFormat(text.slice(0, 64 * 1024), file);
  if (!found) throw new Error('unknown format');
  const pieces = (async function* () {
    yield text;
  })();
  return readScreenedFile({ name: file, text: pieces, format: found });
}

async function take({ reviews, ref }: Review, { records, project }: ReadRecords) {
  return reviews.importFile(ref, { name: '/home/ana/out.csv', databases: [], records, project }, ANA);
}

const FORMATS = ['decisions-csv', 'ris', 'rayyan', 'covidence', 'asreview'] as const;

describe('a review that takes in its own decisions', () => {
  it.each(FORMATS)('%s adds no record and changes no decision', async (format) => {
    const review = await openReview(undefined, PAPERS);
    await decide(review);
    const before = (await review.reviews.read(review.ref)).state;
    const standing = [...before.records.values()].map(({ readings }) => [...readings['title-abstract'].values()]);
    expect(await take(review, await write(review, format))).toMatchObject({ records: 0, duplicates: 0 });
    const { state } = await review.reviews.read(review.ref);
    const now = [...state.records.values()].map(({ readings }) => readings['title-abstract'].get('human:ana'));
    expect(now.map((each) => [each?.ref, each?.decision, each?.reasons])).toEqual(
      standing.map(([each]) => [each?.ref, each?.decision, each?.reasons]),
    );
  });

  it('keeps the reason of a criterion that was reworded since', async () => {
    const review = await openReview(undefined, PAPERS);
    await decide(review);
    const file = await write(review, 'asreview');
    await review.reviews.changeCriteria(review.ref, { edit: [{ id: 'C2', text: 'beasts' }] }, ANA);
    expect((await take(review, file)).reasonsAsNotes).toBeUndefined();
  });
});

/** An export of ours without decisions, of searches or of the library. */
async function exported(format: Exclude<ExportFormat, 'markdown'>, papers: readonly Paper[], from = 'J1-') {
  const keys = citationKeys(papers);
  const text = writePapers(
    format,
    papers.map((paper, at) => ({ ref: `${from}${at + 1}`, key: keys[at] ?? '', paper })),
  );
  const name = `papers.${format}`;
  const detected = detectFormat(text, name, format);
  if (!detected) throw new Error(format);
  return readScreenedFile({
    name,
    text: (async function* () {
      yield text;
    })(),
    format: detected,
  });
}

const EXPORTS: Exclude<ExportFormat, 'markdown'>[] = ['ris', 'bibtex', 'csl-json', 'csv', 'jsonl', 'endnote-xml'];

describe('a review that takes in an export of ours without decisions', () => {
  const identified = async ({ reviews, ref }: Review) =>
    contentOf(await reviews.read(ref)).flow.databases.identified.map(({ name, records }) => [name, records]);

  it.each(EXPORTS)('%s identifies nothing that the review has', async (format) => {
    const review = await openReview(undefined, PAPERS);
    const papers = recordsOf(PAPERS).map(({ paper }) => paper);
    const before = await identified(review);
    expect(await take(review, await exported(format, papers, `${review.ref}-`))).toMatchObject({ records: 0, held: 5 });
    // Of a search, or of the library, the references are others: what is one work is known.
    const [coral] = papers.slice(4) as [Paper];
    expect(await take(review, await exported(format, [coral], 'L'))).toMatchObject({ records: 0, held: 1 });
    expect(await identified(review)).toEqual(before);
  });

  it.each(EXPORTS)('%s identifies what the review has not', async (format) => {
    const review = await openReview(undefined, PAPERS);
    const kelp = recordsOf([{ title: 'Kelp that nobody has counted before', authors: ['Kim Kappa'], year: 2020 }]);
    const papers = [...recordsOf(PAPERS).slice(4), ...kelp].map(({ paper }) => paper);
    expect(await take(review, await exported(format, papers))).toMatchObject({ records: 1, duplicates: 0, held: 1 });
    expect(await identified(review)).toContainEqual(['Database not named', 1]);
  });

  it('counts what another program found again, with its duplicates', async () => {
    const review = await openReview(undefined, PAPERS);
    const records = recordsOf(PAPERS.slice(4));
    const found = { name: 'found.ris', databases: ['Lens'], records };
    expect(await review.reviews.importFile(review.ref, found, ANA)).toMatchObject({ duplicates: 1, held: 0 });
    expect(await identified(review)).toContainEqual(['Lens', 1]);
  });
});

describe('another review that takes in the decisions', () => {
  const OTHERS: Criterion[] = [
    { id: 'C1', kind: 'exclude', text: 'Animals' },
    { id: 'C2', kind: 'include', text: 'people' },
    { id: 'C3', kind: 'include', text: 'adults' },
  ];

  it.each(FORMATS)('%s has reasons by their words, never by a code of another review', async (format) => {
    const review = await openReview(undefined, PAPERS);
    await decide(review);
    const other = await openReview(OTHERS, PAPERS.slice(4));
    await take(other, await write(review, format));
    const { records, state } = await other.reviews.read(other.ref);
    const reasons = [...state.records.values()].map(({ ref, readings }) => [
      records.get(ref)?.paper.title,
      readings['title-abstract'].get('human:ana')?.reasons ?? [],
    ]);
    expect(reasons.filter(([title]) => title !== 'Editorial')).toEqual([
      ['Coral bleaching in warm lagoons after a storm', ['C1']],
      ['Reefs', ['C1']],
      ['Untitled thing', ['C1']],
    ]);
  });

  it('keeps words that are none of its criteria in the note', async () => {
    const review = await openReview(undefined, PAPERS);
    await decide(review);
    const other = await openReview([{ id: 'C2', kind: 'include', text: 'people' }]);
    expect(await take(other, await write(review, 'decisions-csv'))).toMatchObject({ reasonsAsNotes: 5 });
    const { state } = await other.reviews.read(other.ref);
    const [first] = [...state.records.values()].map(({ readings }) => readings['title-abstract'].get('human:ana'));
    expect([first?.reasons, first?.note]).toEqual([undefined, 'animals']);
  });

  it('takes no record for its own because another review gave it the same reference', async () => {
    const review = await openReview(undefined, PAPERS);
    await decide(review);
    const other = await openReview(undefined, [{ title: 'Something else about kelp', year: 2010 }]);
    expect(await take(other, await write(review, 'decisions-csv'))).toMatchObject({ records: 5, accepted: 5 });
  });

  it('names no database after the file', async () => {
    const review = await openReview(undefined, PAPERS);
    await decide(review);
    const other = await openReview();
    await take(other, await write(review, 'decisions-csv'));
    const { flow } = contentOf(await other.reviews.read(other.ref));
    expect(flow.databases.identified.map(({ name, records }) => [name, records])).toEqual([['Database not named', 5]]);
  });
});

describe('a decision', () => {
  const NAMED: PaperInput[] = [
    {
      title: 'Corals that bleach in warm lagoons',
      authors: ['Gil Gamma'],
      year: 2012,
      doi: '10.5555/g.1',
      pmid: '31452104',
    },
    { title: 'Fish of the deep that hide from divers', authors: ['Ann Alpha'], year: 2010 },
    ...PAPERS.slice(1, 3),
  ];

  it.each([
    ['a DOI', '10.5555/G.1', 1],
    ['the address of a DOI', 'https://doi.org/10.5555/g.1', 1],
    ['a citation key', 'alpha2010fish', 2],
    ['the key of searches and of the library', 'title:fishofthedeepthathidefromdivers:2010:annalpha', 2],
  ])('names its record by %s', async (_, name, record) => {
    const { reviews, ref } = await openReview(undefined, NAMED);
    const { accepted, refused } = await reviews.screen(
      { review: ref, decisions: [{ ref: name, decision: 'include' }] },
      ANA,
    );
    expect([accepted, refused]).toEqual([1, []]);
    const { state } = await reviews.read(ref);
    expect(state.records.get(`${ref}-${record}`)?.readings['title-abstract'].size).toBe(1);
  });

  const NAMES = ['10.5555/G.1', 'gamma2012corals', '@Gamma2012Corals', 'pmid:31452104', 'J1-1', 'R1-1'];

  it.each(NAMES)('and a text that was found, a prior and a suggestion name theirs by %s, too', async (name) => {
    const { reviews, ref, store } = await openReview(undefined, NAMED);
    const { job } = store.beginCreation(newJob(), ANEW);
    store.confirm(job.number, 'id-1');
    store.finish(job.number, { status: 'success', papers: [{ title: 'Corals', doi: '10.5555/g.1' }], notes: [] });
    await reviews.changeProtocol(ref, { priors: [name] }, ANA);
    await reviews.screen({ review: ref, decisions: [{ ref: name, decision: 'include' }] }, MODEL);
    expect(await reviews.confirm(ref, ANA, [name])).toEqual({ confirmed: 1, refused: [] });
    await reviews.retrieve(ref, name, true, ANA);
    const { state } = await reviews.read(ref);
    expect([state.protocol.priors, state.records.get('R1-1')?.retrieved]).toEqual([['R1-1'], true]);
  });

  it('that names nothing of the review is refused for these, not passed over', async () => {
    const { reviews, ref } = await openReview(undefined, NAMED);
    const refused = { details: { code: 'JOB_NOT_FOUND', problem: [{ kind: 'no-such-record' }] } };
    await expect(reviews.changeProtocol(ref, { priors: ['L9'] }, ANA)).rejects.toMatchObject(refused);
    await expect(reviews.confirm(ref, ANA, ['L9'])).rejects.toMatchObject(refused);
    await expect(reviews.retrieve(ref, 'L9', true, ANA)).rejects.toMatchObject(refused);
  });

  it.each(['10.5555/nobody', 'gamma1999corals', 'L9', 'Editorial'])(
    'is refused where nothing has the name %s',
    async (name) => {
      const { reviews, ref } = await openReview(undefined, NAMED);
      const { refused } = await reviews.screen({ review: ref, decisions: [{ ref: name, decision: 'include' }] }, ANA);
      expect(refused).toEqual([{ ref: name, kind: 'not-in-review' }]);
    },
  );
});
