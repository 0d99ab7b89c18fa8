import { invalidInput } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import type { Feature } from '../jobs/features.ts';
import { findPaper, jobRef, mustFindJob } from '../jobs/job-refs.ts';
import type { StoredJobs } from '../jobs/ports/store.ts';
import { omitEmpty } from '../lib/omit-undefined.ts';
import { shown } from '../lib/shown.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import { markNotes } from '../papers/retraction/retraction-marks.ts';
import type { Advice, Note } from '../wording/notes.ts';
import type { FullTexts, SourcePassage, TextView } from './full-text.ts';
import { phrasesIn } from './quote/phrases.ts';

/** Passages of several papers: questions about `J1`, `R1`, references, or every text held. */
export type FindRequest = {
  /** Absent, and without `job`: every text held. */
  papers?: string | readonly string[] | undefined;
  /** A job; a source with full-text search is queried about those of its papers that have no stored text. */
  job?: string | undefined;
  /** At most five questions; blank ones do not count. */
  find: string | readonly string[];
  perPaper?: number | undefined;
  count?: number | undefined;
};

export type FindView = {
  job?: string;
  /** Number of the papers. */
  papers: number;
  /** The passages of each question, best first; `find` is their question if there are several. */
  passages: (SourcePassage & { find?: string })[];
  /** Numbers of papers with a stored text, and of those with only an abstract. */
  read: number;
  abstracts: number;
  /** References of papers with only an abstract, and of papers with neither; at most 50 each. */
  onlyAbstract?: string[];
  withoutText?: string[];
  notes?: Note[];
  next?: Advice[];
};

type FindDeps = {
  store: StoredJobs;
  passages: Feature<'passages'>;
  /** Absent if full texts are switched off. */
  texts?: FullTexts | undefined;
};

export const MAX_QUESTIONS = 5;
export const MAX_PER_PAPER = 20;
const MAX_REFS = 50;

/** Finds passages of several papers; free. Throws INVALID_INPUT, and JOB_NOT_FOUND for names that match nothing. */
export async function findInPapers(
  { store, passages, texts }: FindDeps,
  request: FindRequest,
  call: { signal: AbortSignal },
): Promise<FindView> {
  const { job, perPaper, count } = request;
  const find = readQuestions(request.find);
  const number = job === undefined ? undefined : mustFindJob(store, job).number;
  const names = readNames([...(number === undefined ? [] : [jobRef(number)]), ...[request.papers ?? []].flat()]);
  const unknown: string[] = [];
  const papers = names && (await passages.papersNamed(names, { ...call, unknown }));
  const found = await passages.find({ ...(papers && { papers }), find, perPaper, count }, call);
  const { fullTexts: read, abstracts, onlyAbstract, withoutText } = found;
  const total = papers?.length ?? read;
  const unread = new Set([...onlyAbstract, ...withoutText]);
  const elsewhere =
    job === undefined || !texts
      ? { passages: [] }
      : await texts.findElsewhere(
          (papers ?? []).filter(({ ref }) => unread.has(ref)),
          find.join(' '),
          call,
        );
  const all = [...listPassages(found), ...elsewhere.passages];
  const next: Advice[] = [
    ...(all.length === 0 ? [{ kind: 'fewer-words' } as const] : []),
    ...(read < total ? [{ kind: 'read-another', read, of: total, abstracts: onlyAbstract.length } as const] : []),
    ...(elsewhere.passages.length > 0 ? [{ kind: 'read-before-quoting' } as const] : []),
  ];
  const cut = found.questions.flatMap(({ find: question, passages: each, of }): Note[] => {
    const asked = found.questions.length > 1 ? { find: question } : {};
    if (each.length === 0 && all.length > 0) return [{ kind: 'no-passage', find: question }];
    const papersShown = new Set(each.map(({ ref }) => ref)).size;
    // Without names, only the abstracts of the library that fit best were compared.
    const counted = names || found.abstracts === 0 ? 'papers' : 'best papers';
    return papersShown < of
      ? [
          {
            kind: 'passages-cut',
            counted,
            shown: papersShown,
            of,
            ...(hasPhrase(question) && { hasPhrase: true }),
            ...asked,
          },
        ]
      : [];
  });
  const notes = [
    ...unknownNote(unknown),
    ...(found.notes ?? []),
    ...cut,
    ...(elsewhere.notes ?? []),
    ...retractionNotes(store, all),
  ];
  return {
    ...(number !== undefined && { job: jobRef(number) }),
    papers: total,
    passages: all,
    read,
    abstracts,
    ...omitEmpty({ onlyAbstract: onlyAbstract.slice(0, MAX_REFS), withoutText: withoutText.slice(0, MAX_REFS) }),
    ...omitEmpty({ notes, next }),
  };
}

/** The passages of a paper's stored text; of its abstract if there is no text, or if the text has no passage. */
export async function findInPaper(
  passages: Feature<'passages'>,
  paper: PaperToRead,
  { hasText, perPaper = MAX_OF_ONE_PAPER, ...questions }: Questions & { hasText: boolean },
  call: { signal: AbortSignal },
): Promise<Required<Pick<TextView, 'passages' | 'notes' | 'next'>>> {
  const { abstract } = paper;
  const found = await passages.find({ ...questions, perPaper, papers: [paper] }, call);
  const inText = found.fullTexts > 0 ? listPassages(found) : [];
  const notes: Note[] = hasText && found.fullTexts === 0 ? [{ kind: 'text-not-compared' }] : [];
  const of = found.questions.reduce((sum, { all }) => sum + all, 0);
  if (inText.length > 0 && inText.length < of)
    notes.push({
      kind: 'passages-cut',
      counted: 'passages',
      shown: inText.length,
      of,
      ...(questions.find.every(hasPhrase) && { hasPhrase: true }),
    });
  const none = found.questions.filter((each) => each.passages.length === 0);
  if (inText.length > 0) {
    const without = none.map(({ find }): Note => ({ kind: 'no-passage', find }));
    return { passages: inText.map(withoutRef), notes: [...notes, ...without], next: [] };
  }
  const inAbstract = abstract
    ? listPassages(await passages.find({ ...questions, papers: [{ ref: '', abstract }] }, call))
    : [];
  const isFound = inAbstract.length > 0;
  const isAboutAbstract = isFound || (abstract && !hasText);
  const next: Advice = isAboutAbstract ? { kind: 'found-in-abstract', isFound, hasText } : { kind: 'fewer-words' };
  return { passages: inAbstract.map(withoutRef), notes, next: isAboutAbstract || hasText ? [next] : [] };
}

type Questions = { find: readonly string[]; perPaper?: number | undefined; count?: number | undefined };
const MAX_OF_ONE_PAPER = 12;

const hasPhrase = (question: string) => phrasesIn(question).length > 0;
const withoutRef = <Found extends { ref: string }>({ ref: _, ...passage }: Found) => passage;

/** The questions that are not blank. Throws INVALID_INPUT for more than five. */
export function readQuestions(find: FindRequest['find']): string[] {
  const questions = [find].flat().filter((question) => question.trim() !== '');
  if (questions.length <= MAX_QUESTIONS) return questions;
  throw invalidInput([invalidField('find', { kind: 'questions', most: MAX_QUESTIONS })]);
}

/** The passages of all questions; `find` is their question if there are several. */
function listPassages({ questions }: Awaited<ReturnType<Feature<'passages'>['find']>>) {
  return questions.flatMap(({ find, passages }) =>
    passages.map((passage) => ({ ...passage, ...(questions.length > 1 && { find }) })),
  );
}

const MAX_UNKNOWN = 10;

function unknownNote(refs: readonly string[]): Note[] {
  if (refs.length === 0) return [];
  const shownRefs = refs.slice(0, MAX_UNKNOWN).map((ref) => shown(ref));
  return [{ kind: 'unknown-refs', refs: shownRefs, more: refs.length - shownRefs.length }];
}

/** A separator between names; a DOI may contain commas and semicolons. */
const SEPARATOR = /(?<![\s,;])[\s,;]+(?=[jrl]\d|10\.\d|pmc|pmid|arxiv|https?:)|(?<!\s)\s*[,;]\s+/i;

function readNames(texts: readonly string[]): string[] | undefined {
  const names = texts
    .flatMap((text) => text.split(SEPARATOR))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (texts.length > 0 && names.length === 0) throw invalidInput([invalidField('papers', { kind: 'no-seeds' })]);
  return names.length > 0 ? names : undefined;
}

function retractionNotes(store: StoredJobs, passages: readonly { ref: string }[]): Note[] {
  const refs = [...new Set(passages.map(({ ref }) => ref))];
  return markNotes(
    refs.flatMap((ref) => {
      const paper = findPaper(store, ref);
      return paper ? [{ ref, paper }] : [];
    }),
  );
}
