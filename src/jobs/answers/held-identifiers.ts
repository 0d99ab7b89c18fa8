import { setImmediate as nextTurn } from 'node:timers/promises';
import { readDoi } from '../../papers/identifiers.ts';
import { findJob, identifiersIn, noSuchPaper, paperRef } from '../job-refs.ts';
import type { PaperNames, StoredJobs } from '../ports/store.ts';

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
