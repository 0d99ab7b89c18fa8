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

/** Where papers are stored whose texts nobody has read; each absent if it is none of the sources. */
type Stores = { library?: Library | undefined; collection?: Collection | undefined };

/** A question waits no longer for the collection, which other machines have. */
const MAX_COLLECTION_MS = 5_000;

/**
 * The papers with an abstract whose words fit the text best: of the library, without those that came with the package
 * unless there are no others, and of the collection; `failed`: why that did not answer.
 */
export async function storedAbstracts(
  { library, collection }: Stores,
  text: string,
  count: number,
  { signal }: { signal: AbortSignal },
): Promise<{ papers: PaperToRead[]; failed?: KnownFailure }> {
  const own = library ? await ofLibrary(library, text, count, signal) : [];
  if (!collection) return { papers: own };
  const query = { keywords: [], text: readQueryText(text), filters: { limit: count } };
  try {
    const { papers } = await withDeadline(MAX_COLLECTION_MS, [signal], (until) =>
      rankCandidates(collection, query, until.signal),
    );
    const known = new Set(own.flatMap(({ doi }) => doi ?? []));
    const others = papers.filter(({ doi, abstract }) => abstract && !(doi && known.has(doi)));
    return { papers: [...own, ...others.slice(0, count).map((paper) => toRead(paper, nameOf(paper)))] };
  } catch (error) {
    signal.throwIfAborted();
    const { failure, detail } = error instanceof CollectionError ? error : { failure: 'too slow' as const };
    return { papers: own, failed: { failure, ...omitUndefined({ detail }) } };
  }
}

async function ofLibrary(library: Library, text: string, count: number, signal: AbortSignal): Promise<PaperToRead[]> {
  await library.catchUp(signal);
  const found: PaperToRead[] = [];
  // More than asked for, because some have no abstract.
  for (const id of rankByWords(library, text, 2 * count, isStarterOnly(library))) {
    const paper = library.findById(id);
    if (paper?.abstract && found.length < count) found.push(toRead(paper, libraryRef(id)));
  }
  return found;
}

function nameOf({ doi, arxivId, pmcid, pmid, key }: Paper): string {
  return doi ?? arxivId ?? pmcid ?? (pmid ? `PMID ${pmid}` : key);
}
