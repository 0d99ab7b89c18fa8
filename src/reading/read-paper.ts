import { freeFailure, invalidInput } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import type { Feature } from '../jobs/features.ts';
import { findPaper, paperRef, readPaperRef } from '../jobs/job-refs.ts';
import type { JobStore } from '../jobs/ports/store.ts';
import { omitEmpty } from '../lib/omit-undefined.ts';
import { spacedWords } from '../papers/filters/text-condition.ts';
import { toRecord } from '../papers/found-paper.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import { mergeIntoStored } from '../papers/works/refresh-record.ts';
import type { LookUpItem } from '../search/look-up/look-up-view.ts';
import { type FindRequest, type FindView, findInPaper, findInPapers, readQuestions } from './find-in-papers.ts';
import {
  DEFAULT_TEXT_CHARACTERS,
  type FullTexts,
  type TextRequest,
  type TextView,
  type UserFile,
} from './full-text.ts';
import type { TextNote } from './notes.ts';
import { findRequested, readReference } from './requested-paper.ts';
import {
  addToLibrary,
  findRecorded,
  type NamedPaper,
  namePaper,
  type OwnLibrary,
  readMarks,
  recordText,
  type TextRecords,
} from './text-as-paper.ts';

/** A paper (`ref`) by its reference, DOI, arXiv or PMC number; without `ref`, questions about several papers. */
export type ReadRequest = Omit<TextRequest, 'find'> &
  Omit<FindRequest, 'find'> & { ref?: string | undefined } & {
    find?: FindRequest['find'] | undefined;
  };

export type ReadView = ({ paper: NamedPaper } & TextView & { lookedUp?: LookUpItem }) | FindView;

export type AttachRequest = UserFile & {
  /** The file's paper. Default: the one that the file states. */
  ref?: string | undefined;
  /** Whether the paper gets a reference, through its own job. Default: true; importing a folder needs none. */
  isCited?: boolean;
};

/** `fullTexts` is absent if reading is switched off. */
export type FullTextDeps = TextRecords & {
  fullTexts?: (() => Promise<FullTexts>) | undefined;
  /** Absent if there is no library: an attached paper then only has its reference. */
  ownLibrary?: OwnLibrary | undefined;
};

/** Looks up the paper of a reference. */
type LookUp = (item: string) => Promise<LookUpItem | undefined>;

/**
 * Reads the open text of a paper, in pieces. Throws INVALID_INPUT, JOB_NOT_FOUND for an unknown reference,
 * NOT_CONFIGURED if reading is switched off, and UPSTREAM_UNAVAILABLE if no source answered.
 */
export async function readPaper(
  deps: FullTextDeps & { lookUp: LookUp; passages: () => Promise<Feature<'passages'>> },
  request: ReadRequest,
  call: { signal: AbortSignal },
): Promise<ReadView> {
  call.signal.throwIfAborted();
  const { ref, job, papers, perPaper, find, ...others } = request;
  const wrong = wrongCombination(request);
  if (wrong.length > 0) throw invalidInput(wrong);
  const texts = await mustHaveTexts(deps);
  if (ref === undefined) {
    const passages = await deps.passages();
    const questions = { job, papers, find: find ?? [], perPaper, count: others.count };
    return findInPapers({ store: deps.store, passages, texts }, questions, call);
  }
  const { paper, record } = await findRequested(deps.store, ref, call.signal);
  const read = await texts.read(paper, { ...others, find: find === undefined ? undefined : true }, call);
  const view = find === undefined ? read : await withPassages(deps, paper, read, request, call);
  const cited = others.reference === undefined ? undefined : view.references?.[0];
  const lookedUp = cited && (await deps.lookUp(pickIdentifier(cited) ?? cited.text));
  const named = (await nameText(deps, texts, paper, view, call)) ?? {
    ref: paper.ref,
    ...readMarks(record),
    ...(paper.title && { title: paper.title }),
  };
  const elsewhere = view.quote?.verdict === 'absent' ? papersWithWords(deps.store, paper.ref, others.quote ?? '') : [];
  const notes = [...(view.notes ?? []), ...elsewhere];
  return { paper: named, ...view, ...(notes.length > 0 && { notes }), ...(lookedUp && { lookedUp }) };
}

/** Adds the passages, which share the characters of the answer with a requested page or section. */
async function withPassages(
  deps: { passages: () => Promise<Feature<'passages'>> },
  paper: PaperToRead,
  view: TextView,
  { find = [], perPaper, page, section, count = DEFAULT_TEXT_CHARACTERS }: ReadRequest,
  call: { signal: AbortSignal },
): Promise<TextView> {
  const share = count / [true, page, section].filter((part) => part !== undefined).length;
  const questions = {
    find: readQuestions(find),
    perPaper,
    count: Math.ceil(share),
    hasText: view.source !== undefined,
  };
  const found = await findInPaper(await deps.passages(), paper, questions, call);
  const lists = { notes: [...(view.notes ?? []), ...found.notes], next: [...(view.next ?? []), ...found.next] };
  return { ...view, passages: found.passages, ...omitEmpty(lists) };
}

const MIN_QUOTED_WORDS = 6;
const MAX_QUOTED_ELSEWHERE = 3;

/** Names the other papers of the job that contain a quotation's words: it may be attributed to the wrong one. */
function papersWithWords(store: JobStore, ref: string, quote: string): TextNote[] {
  const numbers = readPaperRef(ref);
  const words = spacedWords(quote);
  if (!numbers || words.trim().split(' ').length < MIN_QUOTED_WORDS) return [];
  const refs = store
    .papers(numbers.job)
    .flatMap(({ title, abstract }, index) =>
      index + 1 !== numbers.paper && [title, abstract ?? ''].some((text) => spacedWords(text).includes(words))
        ? [paperRef(numbers.job, index + 1)]
        : [],
    );
  return refs.length > 0 ? [{ kind: 'quoted-elsewhere', refs: refs.slice(0, MAX_QUOTED_ELSEWHERE) }] : [];
}

/** The reference of a text that was requested by an identifier: its paper is recorded if no job has it yet. */
async function nameText(
  deps: FullTextDeps,
  texts: FullTexts,
  requested: PaperToRead,
  { source }: TextView,
  call: { signal: AbortSignal },
): Promise<NamedPaper | undefined> {
  if (!source || readPaperRef(requested.ref)) return undefined;
  const recorded = findRecorded(deps, source);
  if (recorded || requested.title !== undefined) return recorded;
  const paper = await texts.findPaper(requested, call);
  return paper && recordText(deps, { paper, source, item: requested.ref }, call.signal);
}

/** Stores a file of the user as the text of a paper. Throws as `readPaper`. */
export async function attachText(
  deps: FullTextDeps,
  { ref, isCited = true, ...file }: AttachRequest,
  call: { signal: AbortSignal },
): Promise<{ paper: NamedPaper } & TextView> {
  call.signal.throwIfAborted();
  const { store, ownLibrary } = deps;
  const requested = ref === undefined ? undefined : readReference(store, ref);
  const { view, paper } = await (await mustHaveTexts(deps)).attach(requested, file, call);
  const stored = requested && findPaper(store, requested.ref);
  const merged = stored && paper ? mergeIntoStored(toRecord(stored), paper) : paper;
  const record = merged && ownLibrary ? await addToLibrary(ownLibrary, merged, call.signal) : merged;
  if (requested && stored) return { paper: namePaper(requested.ref, stored), ...view };
  const { source } = view;
  if (record && source && isCited)
    return { paper: await recordText(deps, { paper: record, source, item: source.from }, call.signal), ...view };
  const { doi, arxivId, pmid, pmcid } = record ?? {};
  const name = requested?.ref ?? doi ?? arxivId ?? pmcid ?? (pmid && `PMID ${pmid}`) ?? '';
  return { paper: namePaper(name, record), ...view };
}

function pickIdentifier(entry: NonNullable<TextView['references']>[number]): string | undefined {
  const { doi, pmid, pmcid, arxivId } = entry;
  return doi ?? (pmid ? `PMID ${pmid}` : (pmcid ?? (arxivId && `arXiv:${arxivId}`)));
}

const ONLY_FOR_ONE_PAPER = ['section', 'page', 'reference', 'quote', 'offset'] as const;

function wrongCombination({ ref, job, papers, find, ...part }: ReadRequest) {
  const isOfSeveral = job !== undefined || papers !== undefined;
  const groups = [['ref'], ['papers', 'find'], ['job', 'find']];
  if (ref === undefined ? !isOfSeveral && find === undefined : isOfSeveral)
    return [invalidField('ref', { kind: 'either', groups })];
  if (ref !== undefined) return [];
  if (find === undefined) return [invalidField('find', { kind: 'no-words-to-find' })];
  const wrong = ONLY_FOR_ONE_PAPER.filter((name) => part[name] !== undefined);
  return wrong.map((name) => invalidField(name, { kind: 'of-one-paper' }));
}

function mustHaveTexts({ fullTexts }: FullTextDeps): Promise<FullTexts> {
  if (fullTexts) return fullTexts();
  throw freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'switched-off', setting: 'PAPERQUEUE_FULL_TEXT' }],
    advice: [{ kind: 'set', setting: 'PAPERQUEUE_FULL_TEXT', value: 'on' }],
  });
}
