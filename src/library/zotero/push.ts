import { PaperqueueError } from '../../contract/errors.ts';
import type { ExportedPaper } from '../../formats/format.ts';
import { toZoteroItem } from '../../formats/json/zotero-item.ts';
import { asFields, asNumber, parseJson } from '../../lib/json.ts';
import { shorten } from '../../papers/text.ts';
import { groupSameWorks } from '../../papers/works/clusters.ts';
import type { PushOptions, PushProblem, PushReport } from '../ports/zotero.ts';
import { type Collection, findCollection, isCollectionKey } from './collections.ts';
import { type ExistingItem, type ExistingItems, isKey, readExistingItems, readVersion } from './items.ts';
import { type ItemNote, pushNotes } from './push-notes.ts';
import type { ZoteroAnswer } from './zotero-connection.ts';
import { noSuch, notAllowed, unavailable, unexpected } from './zotero-failures.ts';
import type { ZoteroLibrary } from './zotero-library.ts';

/** Zotero's maximum per request. */
const MAX_OBJECTS = 50;
/** How often a library may change during the run before we give up. */
const MAX_RETRIES = 5;
/** Zotero's maximum length of a tag. */
const MAX_TAG_CHARACTERS = 255;

/**
 * Adds papers to a library that does not have them. Each write is conditional on the library version that was compared,
 * so that nothing is added twice, even if others change the library meanwhile or an answer is lost.
 */
export async function pushPapers(
  library: ZoteroLibrary,
  papers: readonly ExportedPaper[],
  options: PushOptions,
): Promise<PushReport> {
  const { dryRun = false } = options;
  if (!dryRun) library.checkWritable();
  const report: PushReport = { library: library.name, dryRun, added: [], present: [], joined: 0, failed: [] };
  const existing = await readExistingItems(library);
  const run: Run = { library, papers, options, existing, report, sent: new Set(), settled: new Set(), retries: 0 };
  try {
    run.target = await chooseCollection(run);
    if (dryRun) for (const step of openSteps(run)) settle(run, step);
    else await writeAll(run);
    const notes = notesOfAdded(run);
    if (notes.length > 0)
      report.notes = dryRun ? { added: notes.length, failed: 0 } : await pushNotes(library, notes, existing.version);
  } catch (error) {
    throw withProgress(error, report.added.length, papers.length);
  }
  return report;
}

type Run = {
  library: ZoteroLibrary;
  papers: readonly ExportedPaper[];
  options: PushOptions;
  existing: ExistingItems;
  report: PushReport;
  target?: Collection;
  /** References of papers that were sent and got no answer: if they are found later, this run added them. */
  sent: Set<string>;
  /** References of papers that the report already contains. */
  settled: Set<string>;
  retries: number;
};

/** The step for a paper: `object` is a new item or a change of an existing one; without it, nothing is to be done. */
type Step = { paper: ExportedPaper; existing?: ExistingItem; object?: Record<string, unknown> };

/** The collection for the papers, created if none has the name. Throws INVALID_INPUT. */
async function chooseCollection(run: Run): Promise<Collection | undefined> {
  const { library, options, report, existing } = run;
  const { collection: name, dryRun = false } = options;
  if (name === undefined) return undefined;
  const found = await findCollection(library, name);
  report.collection = found ? { ...found, isNew: false } : { name, isNew: true };
  if (found) return found;
  if (isCollectionKey(name)) throw noSuch('collection-key', name);
  if (dryRun) return { key: '', name };
  for (;;) {
    const answer = await library.write('/collections', [{ name, parentCollection: false }], existing.version);
    let made: Collection | undefined;
    const [key] = answer !== 'lost' && answer.status === 200 ? savedKeys(answer).values() : [];
    if (answer !== 'lost' && key !== undefined) {
      existing.version = readVersion(answer);
      made = { key, name };
    } else {
      const isAnswered = answer !== 'lost' && answer.status === 200;
      await prepareRetry(run, isAnswered ? 'lost' : answer);
      made = await findCollection(library, name);
      if (isAnswered && !made) throw unexpected('no-new-collection');
    }
    if (made) report.collection = { ...made, isNew: true };
    if (made) return made;
  }
}

async function writeAll(run: Run): Promise<void> {
  const { library, existing, sent } = run;
  let size = MAX_OBJECTS;
  for (let open = openSteps(run); open.length > 0; ) {
    const batch = open.slice(0, size);
    const objects = batch.map(({ object }) => object);
    const answer = await library.write('/items', objects, existing.version);
    if (answer !== 'lost' && answer.status === 200) {
      const unknown = takeResults(run, batch, answer);
      if (unknown.length > 0) open = await settleUnknown(run, unknown);
      else {
        existing.version = readVersion(answer);
        open = open.slice(batch.length);
      }
      run.retries = 0;
    } else if (answer !== 'lost' && answer.status === 413) {
      if (batch.length === 1) fail(run, open.shift(), 413);
      else size = Math.ceil(batch.length / 2);
    } else {
      if (answer === 'lost') for (const step of batch) if (!step.existing) sent.add(step.paper.ref);
      await prepareRetry(run, answer);
      open = openSteps(run);
    }
  }
}

/**
 * Looks for papers that an answer does not mention: they may have been written. Those not found are not sent again,
 * because nothing shows that they were not written. Returns the remaining steps.
 */
async function settleUnknown(run: Run, unknown: readonly Step[]): Promise<Step[]> {
  for (const { paper, existing } of unknown) if (!existing) run.sent.add(paper.ref);
  await run.existing.refresh();
  const refs = new Set(unknown.map(({ paper }) => paper.ref));
  const open = openSteps(run);
  for (const step of open) if (refs.has(step.paper.ref)) fail(run, step, undefined);
  return open.filter(({ paper }) => !refs.has(paper.ref));
}

/** Compares all papers with the library, reports those that need nothing, and returns the others. */
function openSteps(run: Run): Step[] {
  const { papers, existing, settled, options } = run;
  const open = papers.filter(({ ref }) => !settled.has(ref));
  const steps = match(open, existing.items).map(([paper, item]) => stepOf(run, paper, item));
  for (const step of steps) if (!step.object) settle(run, step);
  options.onProgress?.(settled.size, papers.length);
  return steps.filter(({ object }) => object);
}

function stepOf({ target, options }: Run, paper: ExportedPaper, item: ExistingItem | 'repeated' | undefined): Step {
  if (item === 'repeated') return { paper };
  if (item === undefined) {
    const tags = new Set(
      [...(options.tags ?? []), ...(paper.paper.keywords ?? [])].map((tag) => shorten(tag, MAX_TAG_CHARACTERS)),
    );
    return {
      paper,
      object: {
        ...toZoteroItem(paper),
        tags: [...tags].map((tag) => ({ tag })),
        collections: target ? [target.key] : [],
        relations: {},
      },
    };
  }
  if (!target || item.collections?.includes(target.key)) return { paper, existing: item };
  // A change replaces all collections of an item, so they must be known.
  if (!item.collections) throw unexpected('no-collections-of-item');
  return { paper, existing: item, object: { key: item.key, collections: [...item.collections, target.key] } };
}

/** The notes of the papers that this run has added. */
function notesOfAdded({ papers, report: { added } }: Run): ItemNote[] {
  const byRef = new Map(papers.map(({ ref, paper }) => [ref, paper]));
  return added.flatMap(({ ref, key = '' }) =>
    (byRef.get(ref)?.notes ?? []).map((text): ItemNote => ({ parent: key, text })),
  );
}

function settle({ report, sent, settled }: Run, { paper, existing, object }: Step, key = existing?.key): void {
  const { ref } = paper;
  settled.add(ref);
  const isAdded = existing ? sent.has(ref) : object !== undefined;
  report[isAdded ? 'added' : 'present'].push({ ref, title: paper.paper.title, ...(key !== undefined && { key }) });
  if (existing && object) report.joined += 1;
}

/** Reads what has changed, so that a write that was refused or got no answer can be compared and repeated. */
async function prepareRetry(run: Run, answer: ZoteroAnswer | 'lost'): Promise<void> {
  if (answer !== 'lost') checkConflict(answer);
  run.retries += 1;
  if (run.retries > MAX_RETRIES) throw unavailable('busy');
  await run.existing.refresh();
}

/** Matches each paper with the existing item of its work, or with an earlier paper of the same work. */
function match(
  papers: readonly ExportedPaper[],
  items: readonly ExistingItem[],
): [ExportedPaper, ExistingItem | 'repeated' | undefined][] {
  const records = [...items.map(({ paper }) => paper), ...papers.map(({ paper }) => paper)];
  const firsts = groupSameWorks(records, 'cross-source');
  return papers.map((paper, index) => {
    const position = items.length + index;
    const first = firsts[position] as number;
    return [paper, first < items.length ? items[first] : first < position ? 'repeated' : undefined];
  });
}

const PROBLEMS: Record<number, PushProblem> = {
  400: 'field',
  404: 'deleted',
  409: 'locked',
  412: 'changed',
  413: 'too-long',
};

/** Records an answer's result for each written object; returns those it does not mention. */
function takeResults(run: Run, batch: readonly Step[], answer: ZoteroAnswer): Step[] {
  const keys = savedKeys(answer);
  const failed = asFields(asFields(parseJson(answer.text)).failed);
  const unknown: Step[] = [];
  for (const [index, step] of batch.entries()) {
    const key = keys.get(String(index));
    const code = asNumber(asFields(failed[index]).code);
    if (key !== undefined && (!step.existing || step.existing.key === key)) settle(run, step, key);
    else if (code !== undefined) fail(run, step, code);
    else unknown.push(step);
  }
  run.options.onProgress?.(run.settled.size, run.papers.length);
  return unknown;
}

function fail({ report, settled }: Run, step: Step | undefined, code: number | undefined): void {
  if (!step) return;
  const { ref } = step.paper;
  settled.add(ref);
  const reason = code === undefined ? 'unknown' : (PROBLEMS[code] ?? 'not-taken');
  report.failed.push({ ref, title: step.paper.paper.title, reason });
}

/**
 * The keys of objects that were written or already existed, by index in the request. A key that two objects got is
 * dropped.
 */
function savedKeys(answer: ZoteroAnswer): Map<string, string> {
  const { success, successful, unchanged } = asFields(parseJson(answer.text));
  const objects = Object.entries(asFields(successful)).map(([at, object]) => [at, asFields(object).key] as const);
  const keys = new Map([...objects, ...Object.entries({ ...asFields(success), ...asFields(unchanged) })]);
  const all = [...keys.values()];
  const isUnique = (key: unknown) => all.indexOf(key) === all.lastIndexOf(key);
  return new Map(
    [...keys].flatMap(([at, key]) => (isKey(key) && isUnique(key) ? [[at, key] as [string, string]] : [])),
  );
}

/** Returns if the library has changed or is locked for a moment, so that the write can be repeated; else throws. */
function checkConflict({ status }: ZoteroAnswer): void {
  if (status === 412 || status === 409) return;
  if (status === 401 || status === 403) throw notAllowed('write', 'this library');
  throw unexpected({ status });
}

/** Adds to the error what the run did before it failed. */
function withProgress(error: unknown, added: number, total: number): unknown {
  if (!(error instanceof PaperqueueError) || added === 0) return error;
  return new PaperqueueError(
    { ...error.details, problem: [...error.details.problem, { kind: 'zotero-added-before', added, of: total }] },
    { cause: error },
  );
}
