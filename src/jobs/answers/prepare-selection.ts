import { setImmediate as nextTurn } from 'node:timers/promises';
import { asksForDecision } from '../../papers/filters/where-filter.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { readDoi } from '../../papers/identifiers.ts';
import { type PaperToRead, toRead } from '../../papers/paper-to-read.ts';
import { findJob, identifiersIn, noSuchPaper, paperRef } from '../job-refs.ts';
import type { Call, PaperDecisions } from '../ports/reviews.ts';
import type { PaperNames, StoredJobs } from '../ports/store.ts';

/** Completes a request for stored papers: the references that it means, and what its conditions need. */

/** Tells which papers the user imported. */
type OwnedPapers = {
  /** Opens the library; undefined if there is none. */
  library(): Promise<{ hasImported(paper: FoundPaper): boolean } | undefined>;
  /** Whether answers mark them. In a search of the library alone nearly every paper would be marked. */
  isMarked: boolean;
};

/** What selecting stored papers needs beyond their records. */
export type SelectionDeps = {
  /** The stored full texts; absent if reading is switched off. */
  fullTexts?: (() => Promise<{ findBody(paper: PaperToRead): string | undefined }>) | undefined;
  ownPapers?: OwnedPapers | undefined;
  /** Decisions of reviews; a lab's reviews are included only if `isAsked`. Absent: there are none. */
  decisions?: ((isAsked: boolean, call?: Call) => Promise<PaperDecisions>) | undefined;
};
type Preparable = {
  where?: { text?: string | undefined; inLibrary?: boolean | undefined; decision?: unknown; by?: unknown } | undefined;
};
type Prepared = { bodyOf?: (paper: FoundPaper) => string | undefined; isOwned?: (paper: FoundPaper) => boolean } & {
  decisions?: PaperDecisions;
};

/** Adds what a selection needs beyond the records: stored full texts, the user's own papers, and decisions. */
export async function prepareSelection<Request extends Preparable>(
  deps: SelectionDeps,
  request: Request,
  call?: Call,
): Promise<Request & Prepared> {
  const [texts, ownPapers, decisions] = await Promise.all([
    textsFor(deps, request),
    findOwnPapers(deps, request),
    deps.decisions?.(asksForDecision(request.where ?? {}), call),
  ]);
  return { ...request, ...texts, ...ownPapers, ...(decisions && { decisions }) };
}

/** Opens full texts only if the request searches them. */
async function textsFor({ fullTexts }: SelectionDeps, { where }: Preparable): Promise<Prepared> {
  if (where?.text === undefined || !fullTexts) return {};
  const texts = await fullTexts();
  return { bodyOf: (paper: FoundPaper) => texts.findBody(toRead(paper, '')) };
}

async function findOwnPapers({ ownPapers }: SelectionDeps, { where }: Preparable): Promise<Prepared> {
  const isAsked = where?.inLibrary !== undefined;
  if (!ownPapers || (!isAsked && !ownPapers.isMarked)) return {};
  const library = await ownPapers.library().catch((error) => {
    // A mark that cannot be shown is no reason to fail.
    if (isAsked) throw error;
  });
  return library ? { isOwned: (paper: FoundPaper) => library.hasImported(paper) } : {};
}

type Holdings = { store: StoredJobs; account: string };

/** Number of newest jobs in which a paper is looked for. */
const MAX_JOBS = 50;

/**
 * The request with references in place of identifiers (a DOI, an arXiv, PubMed or PMC id) of papers that the library or
 * a job holds. `jobId` may list several, separated by commas. Throws JOB_NOT_FOUND for an identifier that none has.
 */
export async function withPaperRefs<Request extends { jobId: string; refs?: string[] | undefined }>(
  holdings: Holdings,
  request: Request,
  signal?: AbortSignal,
): Promise<Request> {
  const { jobId, refs } = request;
  const replace = async (name: string) => {
    const ids = findJob(holdings.store, name, holdings.account) ? [] : identifiersIn(name);
    return ids.length === 0 ? name : await findRef(holdings.store, name, ids, signal);
  };
  const whole = await replace(jobId);
  const names = whole === jobId ? jobId.split(',') : [whole];
  const found = names.length === 1 ? names : await Promise.all(names.map(replace));
  return { ...request, jobId: found.join(','), ...(refs && { refs: await Promise.all(refs.map(replace)) }) };
}

async function findRef(store: StoredJobs, name: string, ids: string[], signal?: AbortSignal): Promise<string> {
  const [libraryPaper] = ids.flatMap((id) => store.libraryPaper?.(id) ?? []);
  if (libraryPaper) return libraryPaper.ref;
  const isMeant = ({ doi, arxivId, pmid, pmcid, openAlexId }: PaperNames) =>
    [readDoi(doi), arxivId, pmid, pmcid, openAlexId].some((id) => id != null && ids.includes(id));
  for (const { number } of store.list({ offset: 0, count: MAX_JOBS, status: 'success' }).jobs) {
    await nextTurn();
    signal?.throwIfAborted();
    // Searched by name first, because reading all papers of a job takes longer.
    if (store.papers(number, isMeant).length > 0) return paperRef(number, store.papers(number).findIndex(isMeant) + 1);
  }
  throw noSuchPaper(name, { orId: true });
}
