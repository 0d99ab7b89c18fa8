import { freeFailure, invalidInput } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import type { Feature } from '../jobs/features.ts';
import { findPaper, noSuchPaper, paperRef, readJobRef, readPaperRef } from '../jobs/job-refs.ts';
import type { JobStore } from '../jobs/ports/store.ts';
import { omitEmpty, omitUndefined } from '../lib/omit-undefined.ts';
import { shown } from '../lib/shown.ts';
import { readArxivId } from '../papers/arxiv-number.ts';
import { spacedWords } from '../papers/filters/text-condition.ts';
import { type FoundPaper, toRecord } from '../papers/found-paper.ts';
import { readDoi } from '../papers/identifiers.ts';
import { type PaperToRead, toRead } from '../papers/paper-to-read.ts';
import { mergeIntoStored } from '../papers/works/refresh-record.ts';
import type { LookUpItem } from '../search/look-up/look-up-view.ts';
import { readItem } from '../search/look-up/read-item.ts';
import { storedCandidates } from '../search/look-up/stored-candidates.ts';
import { type FindRequest, type FindView, findInPaper, findInPapers, questionsIn } from './find-in-papers.ts';
import {
  DEFAULT_TEXT_CHARACTERS,
  type FullTexts,
  type Reference,
  type TextRequest,
  type TextView,
  type UserFile,
} from './full-text.ts';
import type { TextNote } from './notes.ts';
import {
  addToLibrary,
  marksOf,
  type NamedPaper,
  namePaper,
  type OwnLibrary,
  recordedText,
  recordText,
  type TextRecords,
} from './text-as-paper.ts';

/** A paper by its reference, DOI, arXiv or PMC number; or without `ref` questions about several papers. */
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
    const asked = { job, papers, find: find ?? [], perPaper, count: others.count };
    return findInPapers({ store: deps.store, passages, texts }, asked, call);
  }
  const part = { ...others, ...(find !== undefined && { find: true as const }) };
  const asked = paperToRead(deps.store, ref);
  const record = storedPaper(deps.store, asked.ref) ?? (await recordOf(deps.store, asked, call.signal));
  const paper = withRecord(asked, record);
  const read = await texts.read(paper, part, call);
  const view = find === undefined ? read : await withPassages(deps, paper, read, request, call);
  const cited = part.reference === undefined ? undefined : view.references?.[0];
  const lookedUp = cited && (await deps.lookUp(identifierOf(cited) ?? cited.text));
  const named = (await nameText(deps, texts, paper, view, call)) ?? {
    ref: paper.ref,
    ...marksOf(record),
    ...(paper.title && { title: paper.title }),
  };
  const elsewhere = view.quote?.verdict === 'absent' ? papersWithWords(deps.store, paper.ref, part.quote ?? '') : [];
  const notes = [...(view.notes ?? []), ...elsewhere];
  return { paper: named, ...view, ...(notes.length > 0 && { notes }), ...(lookedUp && { lookedUp }) };
}

/** The answer with its passages, which share the characters with the page or section that is asked for, too. */
async function withPassages(
  deps: { passages: () => Promise<Feature<'passages'>> },
  paper: PaperToRead,
  view: TextView,
  { find = [], perPaper, page, section, count = DEFAULT_TEXT_CHARACTERS }: ReadRequest,
  call: { signal: AbortSignal },
): Promise<TextView> {
  const share = count / [true, page, section].filter((part) => part !== undefined).length;
  const asked = { find: questionsIn(find), perPaper, count: Math.ceil(share), hasText: view.source !== undefined };
  const found = await findInPaper(await deps.passages(), paper, asked, call);
  const lists = { notes: [...(view.notes ?? []), ...found.notes], next: [...(view.next ?? []), ...found.next] };
  return { ...view, passages: found.passages, ...omitEmpty(lists) };
}

const MIN_QUOTED_WORDS = 6;
const MAX_QUOTED_ELSEWHERE = 3;

/** The other papers of the job that contain the words of a quotation, which may be attributed to the wrong one. */
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

/** A text requested by the identifier of an unrecorded paper is recorded as a paper itself. */
async function nameText(
  deps: FullTextDeps,
  texts: FullTexts,
  asked: PaperToRead,
  { source }: TextView,
  call: { signal: AbortSignal },
): Promise<NamedPaper | undefined> {
  if (!source || readPaperRef(asked.ref)) return undefined;
  const known = recordedText(deps, source);
  if (known || asked.title !== undefined) return known;
  const paper = await texts.findPaper(asked, call);
  return paper && recordText(deps, { paper, source, item: asked.ref }, call.signal);
}

/** Stores a file of the user as the text of a paper. Throws as `readPaper`. */
export async function attachText(
  deps: FullTextDeps,
  { ref, isCited = true, ...file }: AttachRequest,
  call: { signal: AbortSignal },
): Promise<{ paper: NamedPaper } & TextView> {
  call.signal.throwIfAborted();
  const asked = ref === undefined ? undefined : paperToRead(deps.store, ref);
  const { view, paper } = await (await mustHaveTexts(deps)).attach(asked, file, call);
  const { store } = deps;
  const stored = asked && storedPaper(store, asked.ref);
  const whole = stored && paper ? mergeIntoStored(toRecord(stored), paper) : paper;
  const { ownLibrary } = deps;
  const kept = whole && ownLibrary ? await addToLibrary(ownLibrary, whole, call.signal) : whole;
  if (asked && stored) return { paper: namePaper(asked.ref, stored), ...view };
  const { source } = view;
  if (kept && source && isCited)
    return { paper: await recordText(deps, { paper: kept, source, item: source.from }, call.signal), ...view };
  const { doi, arxivId, pmid, pmcid } = kept ?? {};
  const name = asked?.ref ?? doi ?? arxivId ?? pmcid ?? (pmid && `PMID ${pmid}`) ?? '';
  return { paper: namePaper(name, kept), ...view };
}

function storedPaper(store: JobStore, ref: string): FoundPaper | undefined {
  return findPaper(store, ref);
}

function identifierOf({ doi, pmid, pmcid, arxivId }: Reference): string | undefined {
  return doi ?? (pmid ? `PMID ${pmid}` : (pmcid ?? (arxivId && `arXiv:${arxivId}`)));
}

/** A recorded job's metadata of a paper requested by identifier. */
async function recordOf(store: JobStore, { ref }: PaperToRead, signal: AbortSignal): Promise<FoundPaper | undefined> {
  const [record] = await storedCandidates(store, [readItem(ref, store)], signal);
  return record;
}

/** Adds the metadata of its record to a paper requested by identifier, above all the abstract. */
function withRecord(paper: PaperToRead, record: FoundPaper | undefined): PaperToRead {
  const { ref, doi, arxivId, pmcid, title } = paper;
  if (title !== undefined) return paper;
  return record ? { ...toRead(record, ref), ...omitUndefined({ doi, arxivId, pmcid }) } : paper;
}

/** The requests that concern a single paper. */
const OF_ONE_PAPER = ['section', 'page', 'reference', 'quote'] as const;

function wrongCombination({ ref, job, papers, find, ...part }: ReadRequest) {
  const isOfSeveral = job !== undefined || papers !== undefined;
  const groups = [['ref'], ['papers', 'find'], ['job', 'find']];
  if (ref === undefined ? !isOfSeveral && find === undefined : isOfSeveral)
    return [invalidField('ref', { kind: 'either', groups })];
  if (ref !== undefined) return [];
  if (find === undefined) return [invalidField('find', { kind: 'no-words-to-find' })];
  const given = [...OF_ONE_PAPER, 'offset' as const].filter((name) => part[name] !== undefined);
  return given.map((name) => invalidField(name, { kind: 'of-one-paper' }));
}

function mustHaveTexts({ fullTexts }: FullTextDeps): Promise<FullTexts> {
  if (fullTexts) return fullTexts();
  throw freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'switched-off', setting: 'PAPERQUEUE_FULL_TEXT' }],
    advice: [{ kind: 'set', setting: 'PAPERQUEUE_FULL_TEXT', value: 'on' }],
  });
}

/** The paper with a reference, or with an identifier in any usual spelling. */
function paperToRead(store: JobStore, text: string): PaperToRead {
  const ref = text.trim();
  const numbers = readPaperRef(ref);
  if (numbers) {
    const paper = findPaper(store, ref);
    if (paper) return toRead(paper, paperRef(numbers.job, numbers.paper));
    throw noSuchPaper(ref, { orId: true });
  }
  const pmcid = /^(?:pmcid:\s*)?(PMC\d{1,9})$/i.exec(ref)?.[1]?.toUpperCase();
  if (pmcid) return { ref, pmcid };
  const arxivId = readArxivId(ref.replace(/^https?:\/\/arxiv\.org\/(?:abs|pdf|html)\//i, ''));
  if (arxivId) return { ref, arxivId };
  const doi = readDoi(ref);
  if (doi) return { ref, doi };
  const isJob = /^J/i.test(ref) && readJobRef(ref) !== undefined;
  throw invalidInput([invalidField('ref', { kind: 'no-paper-id', given: shown(text), ...(isJob && { job: ref }) })]);
}
