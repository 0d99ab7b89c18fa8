import { withDeadline } from '../../../lib/deadline.ts';
import { omitUndefined } from '../../../lib/omit-undefined.ts';
import type { Library } from '../../../library/library.ts';
import { libraryRef } from '../../../papers/identifiers.ts';
import type { Paper } from '../../../papers/paper.ts';
import { type PaperToRead, toRead } from '../../../papers/paper-to-read.ts';
import { readQueryText } from '../../../papers/query/query.ts';
import type { KnownFailure } from '../../../wording/notes/source-outcomes.ts';
import { CollectionError } from '../../collection/collection-error.ts';
import type { Collection } from '../../collection/collection-port.ts';
import { rankCandidates } from '../collection-search.ts';
import { isStarterOnly, rankByWords } from '../library-search.ts';

/** Stores of papers without fetched texts; each is absent if it is not a configured source. */
type Stores = { library?: Library | undefined; collection?: Collection | undefined };

/** Time limit for the collection, which runs on other machines. */
const MAX_COLLECTION_MS = 5_000;

/**
 * The papers of the library and of the collection whose abstracts match the text best. The package's starter papers
 * count only if the library has no others. `failed`: why the collection did not answer.
 */
export async function storedAbstracts(
  { library, collection }: Stores,
  text: string,
  count: number,
  { signal }: { signal: AbortSignal },
): Promise<{ papers: PaperToRead[]; failed?: KnownFailure }> {
  const stored = library ? await rankAbstracts(library, text, count, signal) : [];
  if (!collection) return { papers: stored };
  const query = { keywords: [], text: readQueryText(text), filters: { limit: count } };
  try {
    const { papers } = await withDeadline(MAX_COLLECTION_MS, [signal], (until) =>
      rankCandidates(collection, query, until.signal),
    );
    const known = new Set(stored.flatMap(({ doi }) => doi ?? []));
    const others = papers.filter(({ doi, abstract }) => abstract && !(doi && known.has(doi)));
    return { papers: [...stored, ...others.slice(0, count).map((paper) => toRead(paper, nameOf(paper)))] };
  } catch (error) {
    signal.throwIfAborted();
    const { failure, detail } = error instanceof CollectionError ? error : { failure: 'too slow' as const };
    return { papers: stored, failed: { failure, ...omitUndefined({ detail }) } };
  }
}

async function rankAbstracts(
  library: Library,
  text: string,
  count: number,
  signal: AbortSignal,
): Promise<PaperToRead[]> {
  await library.catchUp(signal);
  const found: PaperToRead[] = [];
  // More than requested, because some have no abstract.
  for (const id of rankByWords(library, text, 2 * count, isStarterOnly(library))) {
    const paper = library.findById(id);
    if (paper?.abstract && found.length < count) found.push(toRead(paper, libraryRef(id)));
  }
  return found;
}

function nameOf({ doi, arxivId, pmcid, pmid, key }: Paper): string {
  return doi ?? arxivId ?? pmcid ?? (pmid ? `PMID ${pmid}` : key);
}
