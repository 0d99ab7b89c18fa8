import type { Feature } from '../jobs/features.ts';
import { readPaperRef } from '../jobs/job-refs.ts';
import type { Call } from '../jobs/ports/reviews.ts';
import { untilAborted } from '../lib/deadline.ts';
import type { Lookups } from '../search/look-up/lookups.ts';
import type { TextView } from './full-text.ts';
import type { TextOutcome } from './notes.ts';
import type { AttachRequest, FullTextDeps, ReadRequest, ReadView } from './read-paper.ts';
import type { NamedPaper } from './text-as-paper.ts';

declare module '../jobs/features.ts' {
  interface Features {
    texts(): Promise<Texts>;
  }
}

type Reviews = Feature<'reviews'>;
type Reader = Parameters<Reviews['noteRetrieval']>[2];

/** `reader`: who reads, as reviews that wait for the text record it. */
type ReadCall = { signal: AbortSignal; reader?: Reader };

/** Open texts of papers; free. */
export type Texts = {
  /** The open text of a paper in pieces, its passages, or the check of a quotation. */
  readPaper(request: ReadRequest, call: ReadCall): Promise<ReadView>;
  /** Stores the user's file as the text of a paper, and adds the paper to the library. */
  attachText(request: AttachRequest, call: ReadCall): Promise<{ paper: NamedPaper } & TextView>;
};

export type TextsDeps = FullTextDeps & {
  lookups: Pick<Lookups, 'lookUpPapers'>;
  passages: () => Promise<Feature<'passages'>>;
  /** Reviews that may wait for a text; absent if there are none. */
  reviews?: (call: Call) => Promise<Pick<Reviews, 'noteRetrieval'>>;
};

/** The reader by default. */
const ME: Reader = { kind: 'human', name: 'me' };

/** Its modules are loaded with the first text. */
export function createTexts(deps: TextsDeps): Texts {
  return {
    async readPaper(request, call) {
      const { readPaper } = await import('./read-paper.ts');
      const lookUp = async (item: string) =>
        (await deps.lookups.lookUpPapers({ items: [item], count: 1 }, call)).items[0];
      const view = await readPaper({ ...deps, lookUp }, request, call);
      return 'paper' in view ? noteRetrieval(deps, view, call.reader ?? ME, call) : view;
    },
    async attachText(request, call) {
      const { attachText } = await import('./read-paper.ts');
      return noteRetrieval(deps, await attachText(deps, request, call), call.reader ?? ME, call);
    },
  };
}

/** Whether an outcome shows that a provider has no open text; a provider that failed may have one. */
function showsNoText(outcome: TextOutcome): boolean {
  return typeof outcome === 'string' || ('failure' in outcome && outcome.failure === 'closed');
}

/**
 * Records whether a paper's full text was found, in the reviews that wait for it; "not found" only if every provider
 * said that it has no text. The answer gets a note if a review recorded it.
 */
export async function noteRetrieval<View extends { paper: { ref: string } } & TextView>(
  { reviews }: Pick<TextsDeps, 'reviews'>,
  view: View,
  who: Reader,
  { signal }: { signal: AbortSignal },
): Promise<View> {
  const { source, notes = [], paper } = view;
  const attempts = notes.flatMap((note) => (note.kind === 'text-attempt' ? [note.outcome] : []));
  const isMissing = attempts.length > 0 && attempts.every(showsNoText);
  if (!reviews || !(source || isMissing) || !readPaperRef(paper.ref)) return view;
  const found = source !== undefined;
  // Returns the text even if a review cannot be written now.
  const recordedIn = await (await reviews(untilAborted(signal))).noteRetrieval(paper.ref, found, who).catch(() => []);
  if (recordedIn.length === 0) return view;
  return { ...view, notes: [...notes, { kind: 'retrieval-recorded', reviews: recordedIn, found }] };
}
