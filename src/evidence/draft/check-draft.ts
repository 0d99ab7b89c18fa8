import { PaperqueueError } from '../../contract/errors.ts';
import { findPaper, readPaperRef } from '../../jobs/job-refs.ts';
import type { CallOptions } from '../../jobs/spending/call.ts';
import { type RunningDeadline, startDeadline } from '../../lib/deadline.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { foldText } from '../../papers/references/folded-text.ts';
import { MAX_ITEMS } from '../../search/look-up/look-up-limits.ts';
import type { LookUpItem } from '../../search/look-up/look-up-view.ts';
import type { Note } from '../../wording/notes.ts';
import {
  type CheckedQuotation,
  type CheckedReference,
  type DraftCounts,
  type DraftRow,
  rankRow,
  type WholeCheck,
} from './check.ts';
import type { Cited, Draft, Quotation, Statement } from './draft.ts';
import type { DraftsDeps } from './drafts-port.ts';
import { compareNumbers } from './numbers.ts';
import { type Resolved, resolve, type Work } from './resolve.ts';

/** Time for the quotations and sentences of a call that has to end; a command takes as long as it takes. */
const MAX_CALL_MS = 40_000;
const MAX_CLAIM_CHARACTERS = 500;
const MAX_NOTES = 12;

/** Looks up what a draft cites, compares its quotations and finds a passage for each of its sentences. */
export async function checkWhole(
  deps: DraftsDeps,
  draft: Draft,
  call: CallOptions,
  { isBounded }: { isBounded: boolean },
): Promise<WholeCheck> {
  const deadline = startDeadline(isBounded ? MAX_CALL_MS : Number.POSITIVE_INFINITY, call.signal);
  try {
    const resolved = resolve(draft);
    const looked = await lookUpWorks(deps, resolved.works, call, deadline);
    const references = [
      ...resolved.works.map((work) => toReference(work, looked.items.get(work), draft)),
      ...toMissing(resolved),
    ];
    const paperOf = (cited: readonly Cited[]) =>
      resolved.worksOf(cited).flatMap((work) => looked.papers.get(work) ?? []);
    const quoted = await checkQuotations(deps, draft.quotations, resolved, paperOf, deadline);
    const stated = await checkStatements(deps, draft.statements, paperOf, deadline);
    call.signal.throwIfAborted();
    const rows: DraftRow[] = [
      ...references.map((each) => ({ kind: 'reference' as const, ...each })),
      ...quoted.map((each) => ({ kind: 'quotation' as const, ...each })),
      ...stated.rows,
    ];
    rows.sort((a, b) => rankRow(a).rank - rankRow(b).rank || (a.at ?? 0) - (b.at ?? 0));
    const late = looked.late + quoted.filter(({ verdict }) => verdict === 'unchecked').length + stated.late;
    const notes: Note[] = [
      ...looked.notes.slice(0, MAX_NOTES),
      ...(resolved.unlisted.length > 0
        ? [{ kind: 'draft-without-references', citations: resolved.unlisted.length } as const]
        : []),
      ...(deadline.isExpired() && late > 0 ? [{ kind: 'draft-time-over', rest: late } as const] : []),
      ...(stated.rows.length > 0 ? [{ kind: 'passages-are-no-verdict' } as const] : []),
    ];
    const counts = countAll(draft, references, quoted, stated.rows.length);
    return { unit: draft.unit, counts, rows, jobs: looked.jobs, notes, next: [] };
  } finally {
    deadline.dispose();
  }
}

type FoundPaper = { ref: string; title: string };

/** The look-up of each work; works that the draft names by a reference that no paper has are not asked for. */
async function lookUpWorks(deps: DraftsDeps, works: readonly Work[], call: CallOptions, deadline: RunningDeadline) {
  const items = new Map<Work, LookUpItem | 'no-such-paper'>();
  const papers = new Map<Work, FoundPaper>();
  const notes: Note[] = [];
  const jobs: string[] = [];
  const asked = works.filter((work) => {
    const isOurs = readPaperRef(work.item) !== undefined;
    if (isOurs && !isStored(deps, work.item)) items.set(work, 'no-such-paper');
    return !items.has(work);
  });
  let late = 0;
  const lookups = asked.length > 0 ? await deps.features.lookups() : undefined;
  for (let from = 0; lookups && from < asked.length; from += MAX_ITEMS) {
    if (deadline.remainingMs() === 0) {
      late = asked.length - from;
      break;
    }
    const batch = asked.slice(from, from + MAX_ITEMS);
    const options = {
      ...call,
      ...(deadline.remainingMs() < MAX_CALL_MS && { waitSeconds: deadline.remainingMs() / 1000 }),
    };
    const answer = await lookups.lookUpPapers({ items: batch.map(({ item }) => item) }, options, { limitSize: false });
    jobs.push(answer.job.ref);
    // What the whole look-up counts is counted here over all of them.
    notes.push(...answer.notes.filter(({ kind }) => !COUNTED.has(kind)));
    for (const [nth, work] of batch.entries()) {
      const item = answer.items[nth];
      if (!item) continue;
      items.set(work, item);
      const [best] = item.papers;
      const isFound = item.found === 'exact' || item.found === 'likely';
      if (best && isFound) papers.set(work, { ref: String(best.ref), title: String(best.title) });
    }
  }
  return { items, papers, notes: uniqueNotes(notes), jobs, late };
}

const COUNTED = new Set<string>([
  'items-not-found',
  'items-unchecked',
  'retracted',
  'marked',
  'also-marked',
  'details-not-compared',
  'shortened',
]);

function uniqueNotes(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
}

function isStored({ store }: DraftsDeps, ref: string): boolean {
  try {
    return findPaper(store, ref) !== undefined;
  } catch (error) {
    if (error instanceof PaperqueueError) return false;
    throw error;
  }
}

function toReference(work: Work, item: LookUpItem | 'no-such-paper' | undefined, draft: Draft): CheckedReference {
  const { citation, entry, reference } = work;
  const at = citation?.at || entry?.at;
  const place = { ...omitUndefined({ at }), ...(citation?.text && { cited: citation.text }), reference };
  const uncited = entry && !citation && draft.citations.length > 0 ? { isUncited: true as const } : {};
  if (item === 'no-such-paper') return { ...place, verdict: 'missing' };
  if (item === undefined) return { ...place, verdict: 'unchecked', ...uncited };
  const { found, class: wrong, mayBeInvented, note, papers } = item;
  const isFound = found === 'exact' || found === 'likely';
  const paper: Partial<LookUpItem['papers'][number]> | undefined = isFound ? papers[0] : undefined;
  const { ref, title, differs = [], notCompared = [], retracted, retraction } = paper ?? {};
  // A title that is really there, by other people, is wrongly described.
  const isDifferent = differs.length > 0 || (found === 'none' && note?.kind === 'title-of-others');
  const verdict = isDifferent ? 'differs' : isFound ? 'exists' : (found ?? 'unchecked');
  return {
    ...place,
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

function toMissing({ missing, unlisted }: Resolved): CheckedReference[] {
  const row =
    (verdict: 'missing' | 'unchecked') =>
    ({ citation: { at, text }, name }: Resolved['missing'][number]) => ({
      at,
      cited: text,
      reference: name,
      verdict,
    });
  return [...missing.map(row('missing')), ...unlisted.map(row('unchecked'))];
}

type PaperOf = (cited: readonly Cited[]) => FoundPaper[];

/** The best verdict wins, where several works are cited; absent only if each of them could be compared. */
const BEST: readonly CheckedQuotation['verdict'][] = [
  ...(['exact', 'near', 'altered', 'loose', 'not-in-abstract', 'no-text', 'unchecked', 'absent'] as const),
];

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
    // Titles stand in quotation marks, too.
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
  const [asked, own] = [foldText(quote).letters, foldText(title).letters];
  return asked !== '' && (own.startsWith(asked) || (own !== '' && asked.startsWith(own)));
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
    // A preprint may lack what the published paper says.
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

/** Passages of texts that are held; nothing is fetched for them. */
async function checkStatements(
  { features }: DraftsDeps,
  statements: readonly Statement[],
  paperOf: PaperOf,
  deadline: RunningDeadline,
) {
  const rows: Extract<DraftRow, { kind: 'statement' }>[] = [];
  const refs = [...new Set(statements.flatMap(({ cited }) => paperOf(cited).map(({ ref }) => ref)))];
  if (refs.length === 0 || deadline.signal.aborted) return { rows, late: refs.length === 0 ? 0 : statements.length };
  const passages = await features.passages();
  const named = new Map((await passages.papersNamed(refs, deadline)).map((paper) => [paper.ref, paper]));
  for (const [nth, { at, text, claim, cited }] of statements.entries()) {
    if (deadline.signal.aborted) return { rows, late: statements.length - nth };
    const papers = paperOf(cited).flatMap(({ ref }) => named.get(ref) ?? []);
    if (papers.length === 0 || claim === '') continue;
    const { questions } = await passages.find({ papers, find: [claim.slice(0, MAX_CLAIM_CHARACTERS)] }, deadline);
    const found = (questions[0]?.passages ?? []).map((passage) => ({
      passage,
      numbers: compareNumbers(claim, passage.text),
    }));
    // Of the best two, the one with more of the numbers.
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
  return { rows, late: 0 };
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
