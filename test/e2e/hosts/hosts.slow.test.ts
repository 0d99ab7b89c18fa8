import { parse } from '@retorquere/bibtex-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { some } from '../../helpers/runs.ts';
import { type ExpectedPaper, expectedWorks, isOpenSince2020, mostCited, plainDoi } from './expectations.ts';
import { HOSTS, type HostModel, hostThat } from './hosts.ts';
import { RECORDS, type ServedRecord } from './papers.ts';
import { ask, type ExportAnswer, readAll, type ShownPaper } from './scripted-assistant.ts';
import { type HostedStory, KEYWORDS, playEmbedded, playHosted, pollsOf } from './story.ts';

const FIVE = mostCited(expectedWorks(isOpenSince2020), 5);
const hashes = new Map<string, string>();

function refsOf(papers: readonly { ref: string }[]): string[] {
  return papers.map(({ ref }) => ref);
}

const CLASSES = ['strong', 'good', 'partial', 'weak', undefined];

/** The works as answers order them: by the class that is shown of each, then as the service gave them. */
function byClass(works: ExpectedPaper[], shown: readonly ShownPaper[]): ExpectedPaper[] {
  const classes = new Map(shown.map(({ ref, match }) => [ref, CLASSES.indexOf(match)]));
  const placeOf = ({ ref }: ExpectedPaper) => classes.get(ref) ?? CLASSES.length;
  return [...works].sort((a, b) => placeOf(a) - placeOf(b));
}

/** What every view shows of a served paper, in the form in which it is shown. */
function factsOf({ ref, record: { paper } }: ExpectedPaper) {
  const { title, year, doi, impactFactor } = paper;
  return { ref, title, year: year ?? undefined, doi: plainDoi(doi), citations: impactFactor?.citationCount };
}

function shownFacts({ ref, title, year, doi, citations }: ShownPaper) {
  return { ref, title, year, doi, citations };
}

/** DOIs of BibTeX entries, read by a parser that is not ours. */
function doisIn({ export: { text = '' } }: ExportAnswer): (string | undefined)[] {
  return parse(text).entries.map(({ fields }) => fields.doi?.toLowerCase());
}

function hashIn({ export: { text = '' } }: ExportAnswer): string | undefined {
  return /SHA-256 ([0-9a-f]{64})$/m.exec(text)?.[1];
}

describe('the papers that the hosts are tried with', () => {
  it('are many, long, in several scripts and with facts missing', () => {
    const papers = RECORDS.map(({ paper }) => paper);
    expect(papers).toHaveLength(300);
    const lengths = papers.flatMap(({ abstract }) => (abstract === null ? [] : [abstract.length]));
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2_500);
    expect(lengths.length).toBeLessThan(300);
    expect(papers.filter(({ title }) => /\p{Script=Han}/u.test(title)).length).toBeGreaterThan(30);
    expect(papers.filter(({ title }) => /[äöüéèœßêë]/i.test(title)).length).toBeGreaterThan(20);
    for (const fact of ['doi', 'year', 'authors', 'isOpenAccess', 'impactFactor'] as const)
      expect(papers.filter((paper) => paper[fact] === null || paper[fact] === undefined).length).toBeGreaterThan(4);
    expect(new Set(RECORDS.map(({ work }) => work)).size).toBe(284);
  });

  it('give other five papers to whoever forgets a condition, the folding or its order', () => {
    const right = refsOf(FIVE);
    const isOpen = expectedWorks(({ paper }) => paper.isOpenAccess === true);
    const isNotClosed = expectedWorks(({ paper }) => paper.isOpenAccess !== false && (paper.year ?? 0) >= 2020);
    const isOpenOrUndated = expectedWorks(({ paper }) => paper.isOpenAccess === true && (paper.year ?? 2020) >= 2020);
    const foldedFirst = expectedWorks().filter(({ record }) => isOpenSince2020(record));
    const unfolded = RECORDS.map((record, place) => ({ ref: `J1-${place + 1}`, record }));
    const openUnfolded = unfolded.filter(({ record }) => isOpenSince2020(record));
    const wrong = [expectedWorks(), isOpen, isNotClosed, isOpenOrUndated, foldedFirst, openUnfolded];
    for (const papers of wrong) expect(refsOf(mostCited(papers, 5))).not.toEqual(right);
  });
});

/** In the gate every fourth one. */
const TRIED = some(HOSTS);
const isSlow = ({ looksUntilDone }: HostModel) => looksUntilDone > 10;

describe.each(TRIED.filter((host) => !isSlow(host)))('a host: $name', tryHost);
// These only wait, mostly, so that they can do it together.
describe.concurrent.each(TRIED.filter(isSlow))('a host: $name', tryHost);

function tryHost(model: HostModel): void {
  let story: HostedStory;
  beforeAll(async () => {
    story = await playHosted(model);
  });
  afterAll(() => story?.end());

  it('finds nothing to complain of in any answer', () => {
    expect(story.host.complaints).toEqual([]);
    expect(story.host.received.length).toBeGreaterThanOrEqual(6);
  });

  it('gets the first page with the shape of the whole, and goes on where it ended', () => {
    const { found, secondPage } = story.work;
    const works = expectedWorks();
    const shown = [...found.papers, ...secondPage.papers];
    expect(found).toMatchObject({ job: { ref: 'J1', status: 'success' } });
    expect(found.page).toEqual({ offset: 0, count: 20, total: works.length, folded: 16, nextOffset: 20 });
    expect(secondPage.page).toMatchObject({ offset: 20, count: 20, nextOffset: 40 });
    const itsRefs = new Set(refsOf(shown));
    expect(itsRefs.size).toBe(40);
    expect(refsOf(shown)).toEqual(
      refsOf(
        byClass(
          works.filter(({ ref }) => itsRefs.has(ref)),
          shown,
        ),
      ),
    );
    const years = Object.values(found.facets?.year ?? {});
    expect(years.reduce((sum, count) => sum + count, 0)).toBe(works.length);
  });

  it('gets exactly the five papers that the served ones imply', () => {
    const { open, top, refs } = story.work;
    expect(open.page.total).toBe(expectedWorks(isOpenSince2020).length);
    expect(refs).toEqual(refsOf(FIVE));
    expect(top.papers.map(shownFacts)).toEqual(FIVE.map(factsOf));
  });

  it('sees the same paper behind a reference in every answer', () => {
    const { found, secondPage, open, top } = story.work;
    const shown = [found, secondPage, open, top].flatMap(({ papers }) => papers);
    expect(shown.length).toBeGreaterThan(60);
    const served = RECORDS.map((record, place) => factsOf({ ref: `J1-${place + 1}`, record }));
    for (const paper of shown) expect(shownFacts(paper)).toEqual(served[Number(paper.ref.slice(3)) - 1]);
  });

  it('gets BibTeX of the five, with their DOIs', () => {
    const { bibtex } = story.work;
    expect(bibtex.export).toMatchObject({ format: 'bibtex', papers: 5 });
    expect(doisIn(bibtex)).toEqual(FIVE.map(({ record }) => plainDoi(record.paper.doi)));
  });

  it('gets a receipt that names keywords, cost, counts and the hash of the results', () => {
    const { receipt } = story.work;
    const { text = '' } = receipt.export;
    for (const keyword of KEYWORDS) expect(text).toContain(keyword);
    expect(text).toContain('3 credits');
    expect(text).toContain('300 of 300');
    expect(text).toMatch(/Duplicates within: 16\b.*\b284\b/);
    expect(hashIn(receipt)).toBeDefined();
    hashes.set(model.name, hashIn(receipt) ?? '');
  });

  it('has paid once, and nothing was asked of the service after the job had succeeded', () => {
    const { service, requestsAtSuccess, host, work } = story;
    expect(service.creations).toHaveLength(1);
    expect(service.charges).toEqual([{ pool: 'basic', cost: 3 }]);
    expect(service.requests).toHaveLength(requestsAtSuccess);
    expect(pollsOf(service)).toBeGreaterThan(model.looksUntilDone);
    // Where no answer was lost, the server itself has known of the success since the first poll that said so. A poll
    // that was under way as a wait ended is given up, and made again.
    if (host.lost === 0) expect(pollsOf(service)).toBeLessThanOrEqual(model.looksUntilDone + 1 + work.waits);
    // An answer that re-attached says that it cost nothing; the one that created says what it cost.
    const isRepeated = host.lost > 0;
    if (isRepeated) expect(work.found).toMatchObject({ job: { reused: true }, credits: { cost: 0, charged: 'no' } });
    else expect(work.found).toMatchObject({ job: { reused: false }, credits: { cost: 3, charged: 'yes' } });
  });

  it('was the host that it is meant to be', () => {
    const { host, work } = story;
    if (model.killsServer) expect(host.lost).toBe(1);
    if (model.cutsCallsAfterMs) expect(host.lost).toBeGreaterThanOrEqual(2);
    if (!model.killsServer && !model.cutsCallsAfterMs) expect(host.lost).toBe(0);
    if (model.waitSeconds <= 1) expect(work.waits).toBeGreaterThan(0);
    const watchesLongCall = model.sendsProgressToken && isSlow(model) && !model.cutsCallsAfterMs;
    if (watchesLongCall) expect(host.progress[0]?.length).toBeGreaterThanOrEqual(2);
    if (!model.sendsProgressToken) expect(host.progress).toEqual([]);
  });
}

describe('the receipts of all hosts', () => {
  it('name the same hash, because the results were the same', () => {
    expect(hashes.size).toBeGreaterThan(1);
    expect(new Set(hashes.values()).size).toBe(1);
  });
});

describe('a whole job of 300 papers, within 25,000 tokens and 50,000 characters an answer', () => {
  let story: HostedStory;
  beforeAll(async () => {
    story = await playHosted(hostThat(({ mostTokens, mostCharacters }) => Boolean(mostTokens && mostCharacters)));
  });
  afterAll(() => story?.end());

  it.each([
    ['compact', 'no abstract'],
    ['abstract', 'every abstract whole'],
    ['full', 'every abstract whole'],
  ])('is read page by page in view %s, every work once, with %s', async (view) => {
    const { host, service, requestsAtSuccess } = story;
    const pages = await readAll(host, 'J1', { view });
    const papers = pages.flatMap((page) => page.papers);
    const served = byClass(expectedWorks(), papers);
    expect(papers.map(shownFacts)).toEqual(served.map(factsOf));
    if (view !== 'compact') {
      expect(papers.map(({ abstract }) => abstract)).toEqual(
        served.map(({ record }) => record.paper.abstract ?? undefined),
      );
    }
    expect(new Set(papers.map(({ match }) => match)).size).toBeGreaterThan(1);
    for (const { page } of pages) expect(page.total).toBe(284);
    // The other spellings are not lost: each is named by the record that stands for its work.
    const everyRef = papers.flatMap(({ ref, sameAs = [] }) => [ref, ...sameAs]);
    expect([...everyRef].sort()).toEqual(RECORDS.map((_, place) => `J1-${place + 1}`).sort());
    expect(host.complaints).toEqual([]);
    expect(service.requests).toHaveLength(requestsAtSuccess);
  });

  it.each(some(['abstract', 'full', 'compact'], { nth: 2 }))(
    'stays readable in view %s where every paper is Chinese or Japanese',
    async (view) => {
      const isEastern = ({ paper }: ServedRecord) => JSON.stringify(paper).includes('研究');
      const pages = await readAll(story.host, 'J1', { view, where: { text: '研究' } });
      const works = expectedWorks(isEastern);
      expect(works.length).toBeGreaterThan(30);
      const papers = pages.flatMap((page) => page.papers);
      expect(refsOf(papers)).toEqual(refsOf(byClass(works, papers)));
      expect(story.host.complaints).toEqual([]);
    },
  );
});

describe.each([
  hostThat(({ opening, shows }) => opening.era === 'modern' && shows === 'structured'),
  hostThat(({ opening, shows }) => opening.era === 'legacy' && shows === 'text'),
])('embedded mode in a host: $name', (model) => {
  let story: Awaited<ReturnType<typeof playEmbedded>>;
  let everything: ShownPaper[];
  beforeAll(async () => {
    story = await playEmbedded(model);
    everything = (await readAll(story.host, 'J1', { view: 'full' })).flatMap(({ papers }) => papers);
  });
  afterAll(() => story?.end());

  it('finds papers, for one job, and nothing to complain of', async () => {
    const { host, work } = story;
    expect(work.found).toMatchObject({ mode: 'embedded', job: { ref: 'J1', status: 'success' }, credits: { cost: 0 } });
    // The starter catalogue has few papers with these words, and none without them is given.
    expect(everything.length).toBeGreaterThanOrEqual(2);
    expect(everything).toHaveLength(work.found.page.total);
    const listed = await ask<{ jobs: object[] }>(host, 'list_jobs', {});
    expect(listed.jobs).toHaveLength(1);
    expect(host.complaints).toEqual([]);
  });

  it('filters and sorts by what it knows of the papers, and says what an empty answer is due to', () => {
    const { open, top, refs } = story.work;
    const isOpen = ({ openAccess, year }: ShownPaper) => openAccess === true && Number(year ?? 0) >= 2020;
    const opened = everything.filter(isOpen);
    expect(open.page.total).toBe(opened.length);
    if (opened.length === 0) expect(open.next).toMatch(/openAccess[\s\S]*yearFrom|yearFrom[\s\S]*openAccess/);
    const candidates = opened.length > 0 ? opened : everything;
    const ordered = [...candidates].sort((a, b) => Number(b.citations ?? -1) - Number(a.citations ?? -1)).slice(0, 5);
    expect(refs).toEqual(refsOf(ordered));
    expect(top.papers.map(shownFacts)).toEqual(ordered.map(shownFacts));
  });

  it('gets BibTeX of the five, with the DOIs that they have', () => {
    const dois = story.work.top.papers.map(({ doi }) => doi);
    expect(doisIn(story.work.bibtex)).toEqual(dois);
  });

  it('gets a receipt that names keywords, cost and the hash of the results', () => {
    const { text = '' } = story.work.receipt.export;
    for (const keyword of KEYWORDS) expect(text).toContain(keyword);
    expect(text).toContain('embedded service of paperqueue');
    expect(text).toContain('free (embedded mode)');
    expect(hashIn(story.work.receipt)).toBeDefined();
  });
});
