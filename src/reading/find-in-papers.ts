import { invalidInput } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import type { Feature } from '../jobs/features.ts';
import { findPaper, jobRef, mustFindJob } from '../jobs/job-refs.ts';
import type { StoredJobs } from '../jobs/ports/store.ts';
import { omitEmpty } from '../lib/omit-undefined.ts';
import { markNotes } from '../papers/retraction/retraction-marks.ts';
import type { Advice, Note } from '../wording/notes.ts';
import type { FullTexts, SourcePassage } from './full-text.ts';

/** Passages of several papers: questions about `J1`, `R1`, references, or every text held. */
export type FindRequest = {
  /** Absent, and without `job`: every text held. */
  papers?: string | readonly string[] | undefined;
  /** A job, in whose unread papers a source with full-text search looks, too. */
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
  /** Of each question its passages, best first; `find` says which, if there are several. */
  passages: (SourcePassage & { find?: string })[];
  /** Number of the papers with a stored text, and of the others with an abstract. */
  read: number;
  abstracts: number;
  /** The references of those with an abstract only, and of those with neither; at most 50 each. */
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

/** Free. Throws INVALID_INPUT, and JOB_NOT_FOUND for names that match nothing. */
export async function findInPapers(
  { store, passages, texts }: FindDeps,
  request: FindRequest,
  call: { signal: AbortSignal },
): Promise<FindView> {
  const { job, perPaper, count } = request;
  const find = [request.find].flat().filter((question) => question.trim() !== '');
  if (find.length > MAX_QUESTIONS)
    throw invalidInput([invalidField('find', { kind: 'questions', most: MAX_QUESTIONS })]);
  const number = job === undefined ? undefined : mustFindJob(store, job).number;
  const names = namesIn([...(number === undefined ? [] : [jobRef(number)]), ...[request.papers ?? []].flat()]);
  const papers = names && (await passages.papersNamed(names, call));
  const found = await passages.find({ ...(papers && { papers }), find, perPaper, count }, call);
  const { fullTexts: read, onlyAbstract, withoutText } = found;
  const total = papers?.length ?? read;
  const shown = found.questions.flatMap(({ find: question, passages: each }) =>
    each.map((passage) => ({ ...passage, ...(find.length > 1 && { find: question }) })),
  );
  const unread = new Set([...onlyAbstract, ...withoutText]);
  const others =
    job === undefined || !texts
      ? { passages: [] }
      : await texts.findElsewhere(
          (papers ?? []).filter(({ ref }) => unread.has(ref)),
          find.join(' '),
          call,
        );
  const all = [...shown, ...others.passages];
  const next: Advice[] = [
    ...(all.length === 0 ? [{ kind: 'fewer-words' } as const] : []),
    ...(read < total ? [{ kind: 'read-another', read, of: total, abstracts: onlyAbstract.length } as const] : []),
    ...(others.passages.length > 0 ? [{ kind: 'read-before-quoting' } as const] : []),
  ];
  const cut = found.questions.flatMap(({ passages: each, of }): Note[] => {
    const papersShown = new Set(each.map(({ ref }) => ref)).size;
    return papersShown < of ? [{ kind: 'passages-cut', counted: 'papers', shown: papersShown, of }] : [];
  });
  const notes = [...(found.notes ?? []), ...cut, ...(others.notes ?? []), ...retractionNotes(store, all)];
  return {
    ...(number !== undefined && { job: jobRef(number) }),
    papers: total,
    passages: all,
    read,
    abstracts: onlyAbstract.length,
    ...omitEmpty({ onlyAbstract: onlyAbstract.slice(0, MAX_REFS), withoutText: withoutText.slice(0, MAX_REFS) }),
    ...omitEmpty({ notes, next }),
  };
}

/** Separators between names; a DOI may have commas and semicolons in it. */
const BETWEEN = /(?<![\s,;])[\s,;]+(?=[jrl]\d|10\.\d|pmc|pmid|arxiv|https?:)|(?<!\s)\s*[,;]\s+/i;

function namesIn(texts: readonly string[]): string[] | undefined {
  const names = texts
    .flatMap((text) => text.split(BETWEEN))
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
