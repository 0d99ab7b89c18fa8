import { asksForDecision } from '../../papers/filters/where-filter.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { type PaperToRead, toRead } from '../../papers/paper-to-read.ts';
import type { Call, PaperDecisions } from '../ports/reviews.ts';

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
