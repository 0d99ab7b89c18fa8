import { createHash } from 'node:crypto';
import { operatorNote } from '../../jobs/answers/operator-note.ts';
import type { FinderOutcome, LookUpRecord, PaperFinder } from '../../jobs/ports/paper-finder.ts';
import type { Mode } from '../../jobs/ports/service.ts';
import type { JobRecord, JobStore } from '../../jobs/ports/store.ts';
import type { FreeCall } from '../../jobs/spending/call.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { writeOutDashes } from '../../papers/references/authors-above.ts';
import { isNoReference } from '../../papers/references/no-reference.ts';
import type { ParsedReference } from '../../papers/references/read-reference.ts';
import { withReferencesAmong } from '../../papers/references/referenced-works.ts';
import { shorten } from '../../papers/text.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import { mapInTurns } from '../../platform/turns.ts';
import { readItem } from './read-item.ts';
import { storedCandidates } from './stored-candidates.ts';

export type LookUpRequest = {
  /** Titles, identifiers, references, BibTeX entries or a few words; 1 to MAX_ITEMS. */
  items: readonly string[];
  /** Maximum papers per item. Default: one for a reference or topic, several for a person. */
  count?: number | undefined;
};

export type LookUpDeps = {
  store: JobStore;
  mode: Mode;
  account: string;
  finder: PaperFinder;
  reuseMinutes: number;
};

const MAX_ECHO_CHARACTERS = 160;

/**
 * Looks up known papers in stored jobs, the library and open sources, and records the result as a finished, free job.
 * This includes look-ups that no source answered: which items remain unchecked is a result, too. Within the reuse
 * window, an equal look-up that found every paper exactly is returned instead.
 */
export async function lookUpPapers(
  deps: LookUpDeps,
  request: LookUpRequest,
  asking: FreeCall,
): Promise<{ job: JobRecord; reused: boolean }> {
  const fingerprint = fingerprintOf(deps, request);
  const since = new Date(Date.now() - deps.reuseMinutes * 60_000).toISOString();
  const equal = deps.store.findEqual(fingerprint, since);
  if (equal) return { job: equal, reused: true };
  const references = await mapInTurns([...writeOutDashes(request.items).entries()], ([index, item]) =>
    readItem(item, deps.store, `items[${index}]`),
  );
  const outcome = await findReferences(deps, references, request, asking);
  asking.signal.throwIfAborted();
  const { papers, items } = numberPapers(request.items, outcome);
  const { sources, asked, isPartial } = outcome;
  const words = references.filter(({ kind }) => kind === 'words').map(({ text }) => text);
  const notes = [...outcome.notes, ...operatorNote('embedded', { query: words.join('\n') })];
  const isComplete = !isPartial && items.every(({ found }) => found === 'exact');
  const lookUp = {
    mode: deps.mode,
    account: deps.account,
    // A paper not found now may be found later.
    fingerprint: isComplete ? fingerprint : `${fingerprint} open`,
    record: { count: request.count ?? 1, asked, items },
    papers,
    notes,
    sources,
  };
  const job = await whenStoreIsFree(() => deps.store.recordLookUp(lookUp), { signal: asking.signal });
  return { job, reused: false };
}

/** Looks up the items that are references; the others get the verdict `not-a-reference` without a request. */
async function findReferences(
  { store, finder }: LookUpDeps,
  references: readonly ParsedReference[],
  { items, count }: LookUpRequest,
  asking: FreeCall,
): Promise<FinderOutcome> {
  const isReference = references.map(({ kind }, index) => kind === 'author' || !isNoReference(items[index] ?? ''));
  const lookedUp = references.filter((_, index) => isReference[index]);
  if (lookedUp.length === 0) return { items: references.map(() => NO_REFERENCE), ...NOT_QUERIED };
  const storedMatches = await storedCandidates(store, lookedUp, asking.signal);
  const outcome = await finder.find(lookedUp, storedMatches, count, asking);
  const found = outcome.items.values();
  return { ...outcome, items: isReference.map((each) => (each && found.next().value) || NO_REFERENCE) };
}

const NO_REFERENCE = { found: 'not-a-reference' as const, papers: [] };
const NOT_QUERIED = { notes: [], sources: [], asked: [], isPartial: false };

function fingerprintOf({ mode, account }: LookUpDeps, { items, count }: LookUpRequest): string {
  const identity = ['lookup', mode, account, count, ...items.map((item) => visibleLine(item))];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

/** All papers in one list, without duplicates, and for each item the positions of its papers. */
function numberPapers(
  items: readonly string[],
  outcome: FinderOutcome,
): Pick<LookUpRecord, 'items'> & { papers: FoundPaper[] } {
  const papers: FoundPaper[] = [];
  const positions = new Map<string, number>();
  const positionOf = (paper: FoundPaper) => {
    const position = positions.get(paper.key) ?? papers.push(paper);
    positions.set(paper.key, position);
    return position;
  };
  const numbered = outcome.items.map(({ papers: matches, ...rest }, index) => ({
    item: shorten(visibleLine(items[index] as string), MAX_ECHO_CHARACTERS),
    ...rest,
    papers: matches.map(({ paper, ...rest }) => ({ ...rest, paper: positionOf(paper) })),
  }));
  return { items: numbered, papers: withReferencesAmong(papers) };
}
