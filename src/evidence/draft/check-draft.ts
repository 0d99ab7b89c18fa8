import { PaperqueueError } from '../../contract/errors.ts';
import type { Features } from '../../jobs/features.ts';
import { findPaper, readPaperRef } from '../../jobs/job-refs.ts';
import { worksIfAlone } from '../../jobs/ports/paper-finder.ts';
import type { StoredJobs } from '../../jobs/ports/store.ts';
import type { CallOptions } from '../../jobs/spending/call.ts';
import { type RunningDeadline, startDeadline } from '../../lib/deadline.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { foldText } from '../../papers/references/folded-text.ts';
import { MAX_ITEMS } from '../../search/look-up/look-up-limits.ts';
import type { LookUpItem } from '../../search/look-up/look-up-view.ts';
import { isNote, type Note } from '../../wording/notes.ts';
import { compareNumbers } from '../numbers.ts';
import {
  type CheckedQuotation,
  type CheckedReference,
  type DraftCounts,
  type DraftRow,
  rankRow,
  type WholeCheck,
} from './check.ts';
import type { Cited, Draft, Quotation, Statement } from './draft.ts';
import { type Resolved, resolve, type Work } from './resolve.ts';

/** Time limit of the quotations and sentences in a tool call. A command has none. */
const MAX_CALL_MS = 40_000;
const MAX_CLAIM_CHARACTERS = 500;
const MAX_NOTES = 12;

export type DraftsDeps = {
  store: Pick<StoredJobs, 'byNumber' | 'papers' | 'libraryPaper'>;
  features: Pick<Features, 'lookups' | 'texts' | 'passages'>;
};

/** Looks up the cited works of a draft, compares its quotations and finds a passage for each cited sentence. */
export async function checkWhole(
  deps: DraftsDeps,
  draft: Draft,
  call: CallOptions,
  { isBounded }: { isBounded: boolean },
): Promise<WholeCheck> {
  const deadline = startDeadline(isBounded ? MAX_CALL_MS : Number.POSITIVE_INFINITY, call.signal);
  try {
    const resolved = resolve(draft);
    const lookedUp = await lookUpWorks(deps, resolved.works, call, deadline);
    const references = [
      ...resolved.works.map((work) => toReference(work, lookedUp.items.get(work), draft)),
      ...toUnresolved(resolved),
    ];
    const paperOf = (cited: readonly Cited[]) =>
      resolved.worksOf(cited).flatMap((work) => lookedUp.papers.get(work) ?? []);
    const quotations = await checkQuotations(deps, draft.quotations, resolved, paperOf, deadline);
    const statements = await checkStatements(deps, draft.statements, paperOf, deadline);
    call.signal.throwIfAborted();
    const rows: DraftRow[] = [
      ...references.map((each) => ({ kind: 'reference' as const, ...each })),
      ...quotations.map((each) => ({ kind: 'quotation' as const, ...each })),
      ...statements.rows,
    ];
    rows.sort((a, b) => rankRow(a).rank - rankRow(b).rank || (a.at ?? 0) - (b.at ?? 0));
    const late = lookedUp.late + quotations.filter(({ verdict }) => verdict === 'unchecked').length + statements.late;
    const notes: Note[] = [
      ...lookedUp.notes.slice(0, MAX_NOTES),
      ...(resolved.unlisted.length > 0
        ? [{ kind: 'draft-without-references', works: resolved.unlisted.length } as const]
        : []),
      ...(deadline.isExpired() && late > 0 ? [{ kind: 'draft-time-over', rest: late } as const] : []),
      ...(statements.unindexed > 0 ? [{ kind: 'texts-not-indexed', texts: statements.unindexed } as const] : []),
      ...(statements.rows.length > 0 ? [{ kind: 'passages-are-no-verdict' } as const] : []),
    ];
    const counts = countAll(draft, references, quotations, statements.rows.length);
    return { unit: draft.unit, counts, rows, jobs: lookedUp.jobs, notes, next: [] };
  } finally {
    deadline.dispose();
  }
}

type FoundPaper = { ref: string; title: string };

/** The outcome of looking up a work. */
type Outcome = (Omit<LookUpItem, 'note'> & { note?: Note }) | 'no-such-paper';

/** Looks up each work, except those with a reference of ours (`J1-3`) that no stored paper has. */
async function lookUpWorks(deps: DraftsDeps, works: readonly Work[], call: CallOptions, deadline: RunningDeadline) {
  const items = new Map<Work, Outcome>();
  const papers = new Map<Work, FoundPaper>();
  const notes: Note[] = [];
  const jobs: string[] = [];
  const toLookUp = works.filter((work) => {
    const isOurs = readPaperRef(work.item) !== undefined;
    if (isOurs && !isStored(deps, work.item)) items.set(work, 'no-such-paper');
    return !items.has(work);
  });
  let late = 0;
  const lookups = toLookUp.length > 0 ? await deps.features.lookups() : undefined;
  for (let from = 0; lookups && from < toLookUp.length; from += MAX_ITEMS) {
    if (deadline.remainingMs() === 0) {
      late = toLookUp.length - from;
      break;
    }
    const batch = toLookUp.slice(from, from + MAX_ITEMS);
    const options = {
      ...call,
      ...(deadline.remainingMs() < MAX_CALL_MS && { waitSeconds: deadline.remainingMs() / 1000 }),
    };
    const answer = await lookups.lookUpPapers({ items: batch.map(({ item }) => item) }, options, { limitSize: false });
    jobs.push(answer.job.ref);
    const works = worksIfAlone(answer.asked ?? []);
    // Notes that count items of one look-up are dropped, because the check counts over all look-ups.
    notes.push(...answer.notes.filter(({ kind }) => !COUNTING_NOTES.has(kind)));
    for (const [nth, work] of batch.entries()) {
      const item = answer.items[nth];
      if (!item) continue;
      items.set(
        work,
        works === undefined || item.found !== 'unchecked'
          ? item
          : { ...item, note: { kind: 'draft-work-not-held', works } },
      );
      const [best] = item.papers;
      const isFound = item.found === 'exact' || item.found === 'likely';
      if (best && isFound) papers.set(work, { ref: String(best.ref), title: String(best.title) });
    }
  }
  const distinctNotes = new Map(notes.map((note) => [JSON.stringify(note), note])).values();
  return { items, papers, notes: [...distinctNotes], jobs, late };
}

const COUNTING_NOTES = new Set<string>([
  'items-not-found',
  'items-unchecked',
  'retracted',
  'marked',
  'also-marked',
  'details-not-compared',
  'shortened',
]);

function isStored({ store }: DraftsDeps, ref: string): boolean {
  try {
    return findPaper(store, ref) !== undefined;
  } catch (error) {
    if (error instanceof PaperqueueError) return false;
    throw error;
  }
}

function toReference(work: Work, item: Outcome | undefined, draft: Draft): CheckedReference {
  const { citation, entry, reference } = work;
  const at = citation?.at || entry?.at;
  const base = { ...omitUndefined({ at }), ...(citation?.text && { cited: citation.text }), reference };
  const uncited = entry && !citation && draft.citations.length > 0 ? { isUncited: true as const } : {};
  if (item === 'no-such-paper') return { ...base, verdict: 'unknown-ref', note: { kind: 'draft-ref-unknown' } };
  if (item === undefined) return { ...base, verdict: 'unchecked', ...uncited };
  const { found, class: wrong, mayBeInvented, note, papers } = item;
  const isFound = found === 'exact' || found === 'likely';
  const paper: Partial<LookUpItem['papers'][number]> | undefined = isFound ? papers[0] : undefined;
  const { ref, title, differs = [], notCompared = [], retracted, retraction } = paper ?? {};
  // The title exists, but by other authors.
  const isDifferent = differs.length > 0 || (found === 'none' && note?.kind === 'title-of-others');
  const verdict = isDifferent ? 'differs' : isFound ? 'exists' : (found ?? 'unchecked');
  return {
    ...base,
    verdict: verdict as CheckedReference['verdict'],
    ...(wrong && { class: wrong }),
    ...(mayBeInvented && { mayBeInvented }),
    ...uncited,
    ...(paper && { ref: String(ref), title: String(title) }),
    ...(differs.length > 0 && { differs }),
    ...(notCompared.length > 0 && { notCompared }),
    ...(retracted === true && { retracted: true as const }),
    ...(retraction !== undefined && { retraction: retraction as NonNullable<CheckedReference['retraction']> }),
    ...(note && { note }),
  };
}

function toUnresolved({ missing, unlisted }: Resolved): CheckedReference[] {
  const row =
    (outcome: Pick<CheckedReference, 'verdict' | 'note'>) =>
    ({ citation: { at, text }, name }: Resolved['missing'][number]) => ({
      at,
      cited: text,
      reference: name,
      ...outcome,
    });
  const notListed = row({ verdict: 'not-listed', note: { kind: 'draft-work-not-listed' } });
  return [...missing.map(notListed), ...unlisted.map(row({ verdict: 'unchecked' }))];
}

type PaperOf = (cited: readonly Cited[]) => FoundPaper[];

/** Best verdict first. If several works are cited, the best verdict counts: `absent` only if all could be compared. */
const BEST = ['exact', 'near', 'altered', 'loose', 'not-in-abstract', 'no-text', 'unchecked', 'absent'];

async function checkQuotations(
  { features }: DraftsDeps,
  quotations: readonly Quotation[],
  resolved: Resolved,
  paperOf: PaperOf,
  deadline: RunningDeadline,
): Promise<CheckedQuotation[]> {
  const rows: CheckedQuotation[] = [];
  for (const { at, text: quote, cited } of quotations) {
    const papers = paperOf(cited);
    // Titles may be in quotation marks, too.
    if (papers.some(({ title }) => isTitle(quote, title))) continue;
    const results: Omit<CheckedQuotation, 'at' | 'quote'>[] = [];
    if (papers.length < resolved.worksOf(cited).length) results.push({ verdict: 'unchecked' });
    for (const { ref } of papers) results.push(await checkQuotation(await features.texts(), ref, quote, deadline));
    results.sort((a, b) => BEST.indexOf(a.verdict) - BEST.indexOf(b.verdict));
    rows.push({ at, quote, ...(results[0] ?? { verdict: cited.length === 0 ? 'no-citation' : 'unchecked' }) });
  }
  return rows;
}

function isTitle(quote: string, title: string): boolean {
  const [quoted, titled] = [foldText(quote).letters, foldText(title).letters];
  return quoted !== '' && (titled.startsWith(quoted) || (titled !== '' && quoted.startsWith(titled)));
}

type Texts = Awaited<ReturnType<DraftsDeps['features']['texts']>>;

async function checkQuotation(
  texts: Texts,
  ref: string,
  quote: string,
  deadline: RunningDeadline,
): Promise<Omit<CheckedQuotation, 'at' | 'quote'>> {
  if (deadline.signal.aborted) return { verdict: 'unchecked', ref };
  try {
    const view = await texts.readPaper({ ref, quote }, { signal: deadline.signal });
    const found = 'paper' in view ? view : undefined;
    if (!found?.quote) return { verdict: found?.source ? 'unchecked' : 'no-text', ref };
    const { verdict, at: place, text, differences } = found.quote;
    // A preprint may lack text of the published paper.
    const isWhole = found.source !== undefined && ['published', 'attached'].includes(found.source.copy);
    return {
      verdict: verdict === 'absent' && !isWhole ? 'not-in-abstract' : verdict,
      ref,
      ...omitUndefined({ place, text: verdict === 'exact' ? undefined : text, differences }),
    };
  } catch (error) {
    if (deadline.isExpired()) return { verdict: 'unchecked', ref };
    if (error instanceof PaperqueueError) return { verdict: 'no-text', ref };
    throw error;
  }
}

/** Finds passages in stored texts; fetches nothing. */
async function checkStatements(
  { features }: DraftsDeps,
  statements: readonly Statement[],
  paperOf: PaperOf,
  deadline: RunningDeadline,
) {
  const rows: Extract<DraftRow, { kind: 'statement' }>[] = [];
  const refs = [...new Set(statements.flatMap(({ cited }) => paperOf(cited).map(({ ref }) => ref)))];
  /** The most that one sentence lacked: others may lack the same texts. */
  let unindexed = 0;
  const outcome = (late: number) => ({ rows, late, unindexed });
  if (refs.length === 0 || deadline.signal.aborted) return outcome(refs.length === 0 ? 0 : statements.length);
  const passages = await features.passages();
  const named = new Map((await passages.papersNamed(refs, deadline)).map((paper) => [paper.ref, paper]));
  for (const [nth, { at, text, claim, cited }] of statements.entries()) {
    if (deadline.signal.aborted) return outcome(statements.length - nth);
    const papers = paperOf(cited).flatMap(({ ref }) => named.get(ref) ?? []);
    if (papers.length === 0 || claim === '') continue;
    const { questions, notes = [] } = await passages.find(
      { papers, find: [claim.slice(0, MAX_CLAIM_CHARACTERS)] },
      deadline,
    );
    unindexed = Math.max(unindexed, ...notes.filter(isNote('texts-not-indexed')).map(({ texts }) => texts));
    const found = (questions[0]?.passages ?? []).map((passage) => ({
      passage,
      numbers: compareNumbers(claim, passage.text),
    }));
    // Prefers the passage with more of the sentence's numbers.
    found.sort((a, b) => (a.numbers?.absent.length ?? 0) - (b.numbers?.absent.length ?? 0));
    const [best] = found;
    if (!best) continue;
    const { passage, numbers } = best;
    rows.push({
      kind: 'statement',
      at,
      sentence: text,
      ref: passage.ref,
      place: passage.at,
      passage: passage.text,
      ...(numbers && { numbers }),
    });
  }
  return outcome(0);
}

function countAll(
  { citations, statements, addresses }: Draft,
  references: readonly CheckedReference[],
  quotations: readonly CheckedQuotation[],
  withPassage: number,
): DraftCounts {
  const tally = <Row extends { verdict: string }>(rows: readonly Row[]) => {
    const counts: Record<string, number> = {};
    for (const { verdict } of rows) counts[verdict] = (counts[verdict] ?? 0) + 1;
    return counts;
  };
  const retracted = references.filter((each) => each.retracted).length;
  const uncited = references.filter(({ isUncited }) => isUncited).length;
  return {
    citations: citations.length,
    references: { ...tally(references), ...(retracted > 0 && { retracted }), ...(uncited > 0 && { uncited }) },
    quotations: tally(quotations),
    statements: { all: statements.length, withPassage },
    addresses,
  };
}
