import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badLinks, hiddenIn, hiddenInJson, isMarked, outsideData, textsIn } from './checks.ts';
import { attackedPapers, linkedPapers, NO_OBJECTS, oddPapers, plainPaper, prototypeRecords } from './hostile-corpus.ts';
import { MARK } from './hostile-texts.ts';
import { Session, type ToolAnswer } from './session.ts';

/**
 * Hostile records through every answer of the built server: tools in all views, resources, completions, prompts,
 * protocol and log. What the formats of export make of them is in exports.slow.test.ts, what records of monstrous size
 * do in huge-records.slow.test.ts.
 */

const ATTACKS = attackedPapers();
/** Each page reads its whole job, so jobs are small. */
const PAPERS = 200;
const ATTACKING = Array.from({ length: Math.ceil(ATTACKS.length / PAPERS) }, (_, index) => index);
const refOf = (index: number) => `J${Math.floor(index / PAPERS) + 1}-${(index % PAPERS) + 1}`;
const [LINKED, ODD, PROTOTYPES] = [1, 2, 3].map((nth) => `J${ATTACKING.length + nth}`) as [string, string, string];
const JOBS = [...ATTACKING.map((index) => `J${index + 1}`), LINKED, ODD, PROTOTYPES];
type Shown = Record<string, unknown> & { ref: string };

let session: Session;
/** The texts of resources and further answers of the protocol, by what was asked. */
const texts = new Map<string, string>();
const views: Record<string, Shown[]> = {};
let searched: ToolAnswer[];
let left: { code: number | null };

beforeAll(async () => {
  session = await Session.open();
  searched = [];
  for (const index of ATTACKING) {
    const attacks = ATTACKS.slice(index * PAPERS, (index + 1) * PAPERS);
    searched.push(await session.search(attacks.map(({ paper }) => paper)));
  }
  searched.push(await session.search(linkedPapers(session.service.baseUrl)));
  searched.push(await session.search(oddPapers()));
  searched.push(await session.searchRaw(`[${prototypeRecords()}]`));
  for (const view of ['compact', 'abstract', 'full']) {
    const pages: Shown[] = [];
    for (const jobId of JOBS) pages.push(...((await session.pages(jobId, { view, facets: false })) as Shown[]));
    views[view] = pages;
  }
  await readFurther();
  left = await session.close();
});

/** Each of these is asked once; the tests look at all that came. */
async function readFurther(): Promise<void> {
  for (const jobId of JOBS) {
    await session.tool('get_job', { jobId, count: 1, facets: true });
    for (const format of ['receipt', 'receipt-json']) await session.tool('export_papers', { jobId, format });
    for (const uri of [`paperqueue://jobs/${jobId}`, `paperqueue://jobs/${jobId}/receipt`]) {
      for (const { uri: own, text } of await session.resource(uri)) texts.set(`${uri} ${own} ${text[0]}`, text);
    }
  }
  const refs = ATTACKS.slice(0, 49).map((_, index) => refOf(index));
  await session.tool('get_job', { jobId: 'J1', refs: [...refs, `${PROTOTYPES}-1`], view: 'full' });
  await session.tool('get_job', { jobId: 'J1', where: { text: '-zebra', yearFrom: 1995 }, sort: 'citationCount:desc' });
  await session.tool('get_job', { jobId: LINKED, where: { notIn: ['J1', ODD], fields: ['Law'] } });
  await session.tool('list_jobs', { overlapWith: 'J1' });
  await session.tool('export_papers', { jobId: ODD, format: 'jsonl', where: { yearFrom: 5_000 } });
  await session.tool('export_papers', { jobId: 'J99', format: 'csv' });
  await session.tool('get_job', { jobId: 'J99' });
  await session.tool('get_job', { jobId: 'J1', where: { text: ' ' } });
  await session.tool('estimate_credits', {});
  texts.set('list of jobs', (await session.resource('paperqueue://jobs'))[0]?.text ?? '');
  const ref = { type: 'ref/resource', uri: 'paperqueue://jobs/{ref}' };
  for (const [method, params] of [
    ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map((name) => [name, {}] as const),
    ['completion/complete', { ref, argument: { name: 'ref', value: '' } }],
    ['prompts/get', { name: 'refine_search', arguments: { job: 'J1' } }],
  ] as const) {
    texts.set(method, JSON.stringify((await session.ask(method, params)).result));
  }
}

afterAll(async () => {
  if (!left) await session?.close();
});

it('every search answers, and text and structured part are the same', () => {
  expect(searched.map(({ isError }) => isError)).toEqual(JOBS.map(() => false));
  for (const { name, isError, json, structured } of session.answers) {
    if (!isError) expect(structured, name).toEqual(json);
  }
});

it('no answer of a tool is longer than 40,000 characters', () => {
  const lengths = session.answers.map(({ name, text }) => [text.length, name] as const);
  expect(lengths.filter(([length]) => length > 40_000)).toEqual([]);
  // Else the corpus is too small to reach the limit, and the check proves nothing.
  expect(Math.max(...lengths.map(([length]) => length))).toBeGreaterThan(30_000);
});

it('nothing hidden is left in any answer, resource or message', () => {
  for (const { name, json } of session.answers) expect(hiddenInJson(json), name).toEqual([]);
  for (const [name, text] of texts) {
    expect(hiddenIn(text), name).toEqual([]);
    if (text.startsWith('{')) expect(hiddenInJson(JSON.parse(text)), name).toEqual([]);
  }
});

it('text of papers stands in data fields only', () => {
  for (const { name, json, isError } of session.answers) {
    expect(isMarked(outsideData(json)), name).toBe(false);
    if (isError) expect(isMarked(JSON.stringify(json)), name).toBe(false);
  }
  for (const name of ['list of jobs', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
    expect(isMarked(texts.get(name) as string), name).toBe(false);
  }
  for (const name of ['completion/complete', 'prompts/get']) expect(isMarked(texts.get(name) as string)).toBe(false);
});

it('a job as a resource and as a receipt holds text of papers in papers, facets and perEngine only', () => {
  for (const [name, text] of texts) {
    if (!name.startsWith('paperqueue://') || !text.startsWith('{')) continue;
    const { searches = [], ...json } = JSON.parse(text);
    for (const { results } of searches) delete results.counts.perEngine;
    expect(isMarked(outsideData({ ...json, searches })), name).toBe(false);
  }
});

it('a receipt as Markdown is one line per fact, the engines as code', () => {
  const receipts = [...texts].filter(([, text]) => text.startsWith('# Search log'));
  expect(receipts).toHaveLength(JOBS.length);
  for (const [name, text] of receipts) {
    const lines = text.split('\n').filter((line) => isMarked(line));
    expect(lines.length, name).toBeLessThanOrEqual(1);
    expect(text.split('\n').filter((line) => /^## J\d+$/.test(line))).toHaveLength(1);
  }
});

it('the log on stderr holds nothing of a paper, and standard output nothing but the protocol', () => {
  expect(isMarked(session.server.stderr)).toBe(false);
  expect(hiddenIn(session.server.stderr)).toEqual([]);
  for (const { jsonrpc } of session.server.messages) expect(jsonrpc).toBe('2.0');
});

it('links are http or https', () => {
  for (const { name, json } of session.answers) expect(badLinks(json), name).toEqual([]);
  for (const [name, text] of texts) if (text.startsWith('{')) expect(badLinks(JSON.parse(text)), name).toEqual([]);
  const links = (views.full as Shown[]).filter(({ link }) => link !== undefined);
  expect(links.length).toBeGreaterThan(100);
});

it('nothing was fetched and nothing was paid but the searches themselves', () => {
  expect(session.service.charges).toHaveLength(JOBS.length);
  expect(session.service.creations).toHaveLength(JOBS.length);
  const allowed = /^\/api\/v1\/(?:job\/(?:combinedSearch|[0-9a-f]{24})|user\/getCredits)$/;
  expect(session.service.requests.filter(({ path }) => !allowed.test(path))).toEqual([]);
  expect(session.service.requests.filter((request) => isMarked(JSON.stringify(request)))).toEqual([]);
});

it('the server lives to the end of its input', () => {
  expect(left.code).toBe(0);
});

describe('the corpus arrives', () => {
  it('each field of a plain record shows with its mark', async () => {
    const full = (views.full as Shown[]).find(({ ref }) => ref === 'J1-1') as Shown;
    const shown = textsIn(full).map(([, text]) => text);
    const fields = Object.keys(plainPaper(1)).filter(
      (name) => name.startsWith('v_') || /abstract|tldr|Name|Link/.test(name),
    );
    // A quartile is one of four, or none; the other two are told by fields beside them.
    const others = ['v_journal_name', 'titleLink', 'v_quartile_ranking'];
    for (const field of fields.filter((name) => !others.includes(name))) {
      expect(
        shown.some((text) => text.includes(`${MARK}-${field}`)),
        field,
      ).toBe(true);
    }
  });

  it.each(['compact', 'abstract', 'full'])('%s: every record of every job is shown once or folded', (view) => {
    const shown = views[view] as Shown[];
    const folded = shown.flatMap(({ sameAs }) => (sameAs as string[] | undefined) ?? []);
    const refs = [...new Set([...shown.map(({ ref }) => ref), ...folded])];
    const records = ATTACKS.length + linkedPapers('').length + oddPapers().length - NO_OBJECTS.length + 24;
    expect(refs).toHaveLength(records);
  });

  it('entries that are no objects are counted and left out', () => {
    expect(searched.at(-2)?.json.notes).toContain(`${NO_OBJECTS.length} results could not be read and were left out.`);
  });
});

describe('what was removed is counted', () => {
  const names = [...new Set(ATTACKS.filter(({ hidden }) => hidden !== undefined).map(({ name }) => name))];

  it.each(names)('by character, the same in every view: %s', (wanted) => {
    const attacks = ATTACKS.map((attack, index) => ({ ...attack, ref: refOf(index) }));
    const counted = attacks.filter(({ name, hidden }) => name === wanted && hidden !== undefined);
    const wrong = Object.entries(views).flatMap(([view, papers]) => {
      const counts = new Map(papers.map((paper) => [paper.ref, paper.removedCharacters ?? 0]));
      return counted
        .filter(({ ref, hidden }) => counts.get(ref) !== hidden)
        .map(({ ref, field, hidden }) => `${view}, ${field}: ${counts.get(ref)} in place of ${hidden}`);
    });
    expect(wrong).toEqual([]);
  });

  it('in a page, its note has the sum', () => {
    const pages = session.answers.filter(({ json }) => Array.isArray(json.papers));
    let noted = 0;
    for (const { name, json } of pages) {
      const removed = (json.papers as Shown[]).reduce((sum, paper) => sum + Number(paper.removedCharacters ?? 0), 0);
      const note = ((json.notes as string[]) ?? []).filter((text) => text.includes('hidden or control characters'));
      expect(note, name).toEqual(
        removed > 0 ? [`${removed} hidden or control characters were removed from texts of these papers.`] : [],
      );
      noted += note.length;
    }
    expect(noted).toBeGreaterThan(5);
  });

  it('in a job, its receipt has the sum', () => {
    const receipt = session.answers.find(({ name }) => name.includes('"J1","format":"receipt-json"')) as ToolAnswer;
    const { searches } = JSON.parse((receipt.json.export as { text: string }).text);
    const sum = (views.full as Shown[])
      .filter(({ ref }) => ref.startsWith('J1-'))
      .reduce((total, paper) => total + Number(paper.removedCharacters ?? 0), 0);
    expect(searches[0].results.counts.removedCharacters).toBe(sum);
    expect(sum).toBeGreaterThan(200);
  });
});
