import { PaperqueueError } from '../../contract/errors.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { type PaperToRead, toRead } from '../../papers/paper-to-read.ts';
import { findNamedPapers, type Named, type NamingDeps } from '../../search/look-up/named-papers.ts';

/** A paper by its reference (`J12-3`, `L17`) or identifier, with the data needed to find its text and to cite it. */
export type NamedText = PaperToRead & { by?: string | undefined; year?: number | undefined };

/**
 * The papers that names stand for, without duplicates: all of a job (`J1`); the included ones of a review, or all if
 * none is included yet. Throws if a name matches nothing. With `unknown`, such names are added to it instead, and it
 * throws only if no name matches.
 */
export async function namedTexts(
  deps: NamingDeps,
  names: readonly string[],
  signal: AbortSignal,
  unknown?: string[],
): Promise<NamedText[]> {
  const named = await findNamedPapers(deps, names, signal).catch(async (error) => {
    if (!unknown || !isUnknown(error)) throw error;
    const found: Named[] = [];
    for (const name of names) {
      const papers = await findNamedPapers(deps, [name], signal).catch((problem) => {
        if (!isUnknown(problem)) throw problem;
        unknown.push(name);
        return [];
      });
      found.push(...papers);
    }
    if (found.length === 0) throw error;
    return found;
  });
  const works = named.flatMap((each) => {
    if ('papers' in each) return each.papers;
    const { included, known } = each.review;
    return included.length > 0 ? included : known;
  });
  return [...new Map(works.map(({ label, paper }) => [label, toNamed(paper, label)])).values()];
}

function isUnknown(error: unknown): boolean {
  return error instanceof PaperqueueError && ['JOB_NOT_FOUND', 'INVALID_INPUT'].includes(error.details.code);
}

const MAX_AUTHORS = 3;

function toNamed(paper: FoundPaper, ref: string): NamedText {
  const { authors, year } = paper;
  const named = [...authors.slice(0, MAX_AUTHORS), ...(authors.length > MAX_AUTHORS ? ['et al.'] : [])].join(', ');
  return { ...toRead(paper, ref), ...omitUndefined({ by: named || undefined, year }) };
}
