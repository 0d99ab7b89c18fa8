import { PaperqueueError } from '../contract/errors.ts';
import { textNote } from '../contract/notes.ts';
import type { ExportedPaper } from '../formats/write/export-formats.ts';
import { zoteroItemOf } from '../formats/write/zotero-item.ts';
import type { PushOptions, PushReport } from '../jobs/ports/zotero.ts';
import { counted } from '../lib/counted.ts';
import { fieldsOf, numberOf, parseJson, textOf } from '../lib/json.ts';
import { fromWire } from '../papers/wire.ts';
import { groupSameWorks } from '../works/clusters.ts';
import { type Collection, findCollection, isCollectionKey } from './collections.ts';
import type { ZoteroAnswer } from './connection.ts';
import { noSuch, notAllowed, unavailable, unexpected } from './failures.ts';
import { type HeldItem, type HeldItems, readHeldItems, versionOf } from './items.ts';
import type { ZoteroLibrary } from './library.ts';

/** Zotero takes no more at once. */
const MAX_OBJECTS = 50;
/** How often a library may change under our hands before we give up. */
const MAX_RETRIES = 5;

/**
 * Adds papers to a library that does not have them. Each write holds for the version of the library that was compared,
 * so that nothing is added twice: not when others change the library meanwhile, nor when an answer is lost.
 */
export async function pushPapers(
  library: ZoteroLibrary,
  papers: readonly ExportedPaper[],
  options: PushOptions,
): Promise<PushReport> {
  const { dryRun = false } = options;
  if (!dryRun) library.checkWritable();
  const report: PushReport = { library: library.name, dryRun, added: [], present: [], joined: 0, failed: [] };
  const held = await readHeldItems(library);
  const run: Run = { library, papers, options, held, report, sent: new Set(), settled: new Set(), retries: 0 };
  try {
    run.target = await chooseCollection(run);
    if (dryRun) for (const step of openSteps(run)) settle(run, step);
    else await writeAll(run);
  } catch (error) {
    throw withProgress(error, report.added.length, papers.length);
  }
  return report;
}

type Run = {
  library: ZoteroLibrary;
  papers: readonly ExportedPaper[];
  options: PushOptions;
  held: HeldItems;
  report: PushReport;
  target?: Collection | undefined;
  /** References of papers sent without an answer: what is found of them afterwards was added by us. */
  sent: Set<string>;
  /** References of papers that the report has. */
  settled: Set<string>;
  retries: number;
};

/** What a paper needs: `object` is a new item, or a change of the one that is held; without one it needs nothing. */
type Step = { paper: ExportedPaper; held?: HeldItem; object?: Record<string, unknown> };

/** The collection to put papers into; made where there is none of its name. Throws INVALID_INPUT. */
async function chooseCollection(run: Run): Promise<Collection | undefined> {
  const { library, options, report, held } = run;
  const { collection: name, dryRun = false } = options;
  if (name === undefined) return undefined;
  const found = await findCollection(library, name);
  report.collection = found ? { ...found, isNew: false } : { name, isNew: true };
  if (found) return found;
  if (isCollectionKey(name)) throw noSuch('collection', name, 'the key of a collection');
  if (dryRun) return { key: '', name };
  for (;;) {
    const answer = await library.write('/collections', [{ name, parentCollection: false }], held.version);
    let made: Collection | undefined;
    if (answer !== 'lost' && answer.status === 200) {
      const [key] = savedKeys(answer).values();
      if (key === undefined) throw unexpected('no new collection');
      held.version = versionOf(answer);
      made = { key, name };
    } else {
      await prepareRetry(run, answer);
      made = await findCollection(library, name);
    }
    if (made) report.collection = { ...made, isNew: true };
    if (made) return made;
  }
}

async function writeAll(run: Run): Promise<void> {
  const { library, held, sent } = run;
  let size = MAX_OBJECTS;
  for (let open = openSteps(run); open.length > 0; ) {
    const batch = open.slice(0, size);
    const objects = batch.map(({ object }) => object);
    const answer = await library.write('/items', objects, held.version);
    if (answer !== 'lost' && answer.status === 200) {
      takeResults(run, batch, answer);
      held.version = versionOf(answer);
      run.retries = 0;
      open = open.slice(batch.length);
    } else if (answer !== 'lost' && answer.status === 413 && size > 1) size = Math.ceil(size / 2);
    else {
      if (answer === 'lost') for (const step of batch) if (!step.held) sent.add(step.paper.ref);
      await prepareRetry(run, answer);
      open = openSteps(run);
    }
  }
}

/** Compares all papers with what the library has now, reports those that need nothing, and gives the others. */
function openSteps(run: Run): Step[] {
  const { papers, held, settled, options } = run;
  const open = papers.filter(({ ref }) => !settled.has(ref));
  const steps = match(open, held.items).map(([paper, item]) => stepOf(run, paper, item));
  for (const step of steps) if (!step.object) settle(run, step);
  options.onProgress?.(settled.size, papers.length);
  return steps.filter(({ object }) => object);
}

function stepOf({ target, options }: Run, paper: ExportedPaper, item: HeldItem | 'repeated' | undefined): Step {
  if (item === 'repeated') return { paper };
  if (item === undefined) {
    const tags = (options.tags ?? []).map((tag) => ({ tag }));
    return { paper, object: { ...zoteroItemOf(paper), tags, collections: target ? [target.key] : [], relations: {} } };
  }
  if (!target || item.collections.includes(target.key)) return { paper, held: item };
  return { paper, held: item, object: { key: item.key, collections: [...item.collections, target.key] } };
}

function settle({ report, sent, settled }: Run, { paper, held, object }: Step, key = held?.key): void {
  const { ref } = paper;
  settled.add(ref);
  const isAdded = held ? sent.has(ref) : object !== undefined;
  report[isAdded ? 'added' : 'present'].push({ ref, title: titleOf(paper), ...(key !== undefined && { key }) });
  if (held && object) report.joined += 1;
}

/** Reads what has changed, so that a write that was refused or not answered can be compared and made again. */
async function prepareRetry(run: Run, answer: ZoteroAnswer | 'lost'): Promise<void> {
  if (answer !== 'lost') checkConflict(answer);
  run.retries += 1;
  if (run.retries > MAX_RETRIES) throw unavailable('does not take the change: it is busy or changed all the time');
  await run.held.refresh();
}

/** For each paper the item of its work, or that it repeats the work of a paper before it. */
function match(
  papers: readonly ExportedPaper[],
  items: readonly HeldItem[],
): [ExportedPaper, HeldItem | 'repeated' | undefined][] {
  const records = [...items.map(({ paper }) => paper), ...papers.map(({ paper }) => fromWire(paper))];
  const firsts = groupSameWorks(records, 'cross-source');
  return papers.map((paper, index) => {
    const own = items.length + index;
    const first = firsts[own] as number;
    return [paper, first < items.length ? items[first] : first < own ? 'repeated' : undefined];
  });
}

const REASONS: Record<number, string> = {
  400: 'Zotero refused a field of it',
  404: 'its item was deleted meanwhile',
  409: 'the library is locked',
  412: 'its item was changed meanwhile',
  413: 'it is too long for Zotero',
};

/** What became of each object of a write. */
function takeResults(run: Run, batch: readonly Step[], answer: ZoteroAnswer): void {
  const { report, settled, papers, options } = run;
  const keys = savedKeys(answer);
  const failed = fieldsOf(fieldsOf(parseJson(answer.text)).failed);
  for (const [index, step] of batch.entries()) {
    const key = keys.get(String(index));
    if (key !== undefined) {
      settle(run, step, key);
      continue;
    }
    const code = numberOf(fieldsOf(failed[index]).code) ?? 0;
    const { ref } = step.paper;
    settled.add(ref);
    report.failed.push({ ref, title: titleOf(step.paper), reason: REASONS[code] ?? 'Zotero did not take it' });
  }
  options.onProgress?.(settled.size, papers.length);
}

/** The keys of what was written or was so already, by its place in the request. */
function savedKeys(answer: ZoteroAnswer): Map<string, string> {
  const { success, successful, unchanged } = fieldsOf(parseJson(answer.text));
  const objects = Object.entries(fieldsOf(successful)).map(([at, object]) => [at, fieldsOf(object).key] as const);
  const keys = [...objects, ...Object.entries({ ...fieldsOf(success), ...fieldsOf(unchanged) })];
  return new Map(
    keys.flatMap(([at, key]) => (textOf(key) === undefined ? [] : [[at, key as string] as [string, string]])),
  );
}

/** Returns where the library has changed, or is locked for a moment, so that the write may be made again. */
function checkConflict({ status }: ZoteroAnswer): void {
  if (status === 412 || status === 409) return;
  if (status === 401 || status === 403) throw notAllowed('write', 'this library');
  throw unexpected(`status ${status} to a write`);
}

function titleOf({ paper }: ExportedPaper): string {
  return fromWire(paper).title;
}

/** Says what a run did before it failed. */
function withProgress(error: unknown, added: number, total: number): unknown {
  if (!(error instanceof PaperqueueError) || added === 0) return error;
  const done = `${added} of ${counted(total, 'paper')} were added before.`;
  return new PaperqueueError(
    { ...error.details, problem: [...error.details.problem, textNote(done)] },
    { cause: error },
  );
}
