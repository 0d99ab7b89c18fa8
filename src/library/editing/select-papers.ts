import * as z from 'zod';
import { sortBy } from '../../contract/filter-table.ts';
import { ruleError } from '../../contract/invalid.ts';
import { addTo } from '../../lib/groups.ts';
import { once } from '../../lib/once.ts';
import { citationKeys } from '../../papers/citation-keys.ts';
import { conditionsSchema, withYearsInOrder } from '../../papers/filters/where.ts';
import { checkWhere } from '../../papers/filters/where-filter.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { libraryRef } from '../../papers/identifiers.ts';
import type { Paper } from '../../papers/paper.ts';
import { markPapers } from '../../papers/retraction/mark-papers.ts';
import { countKnown, knownNote } from '../../papers/retraction/retraction-marks.ts';
import type { Note } from '../../wording/notes.ts';
import { LIBRARY_SORT_FIELDS, type LibraryPaper, type PaperLibrary, type PaperSelection } from '../ports/library.ts';

/** The conditions that apply to papers of the library: those on jobs are left out, and `tag` is added. */
export const libraryWhere = withYearsInOrder(
  conditionsSchema
    .omit({ citedWithin: true, decision: true, inLibrary: true, match: true, notIn: true })
    .extend({ tag: z.array(z.string()).min(1, ruleError('a tag')).optional() }),
);
type LibraryWhere = z.output<typeof libraryWhere>;

/** A sort order of the library's papers. */
export const librarySort = sortBy(LIBRARY_SORT_FIELDS);

type LibraryRequest = { selection: PaperSelection; where?: LibraryWhere; sort?: string };

/**
 * Ids of the papers that meet the conditions, in the requested order; by default in the order of the selection's ids,
 * else newest addition first. The notes say how many papers `where` excludes, and why.
 */
export function selectFromLibrary(
  library: PaperLibrary,
  { selection, where, sort }: LibraryRequest,
): { ids: number[]; notes: Note[] } {
  const isOrdered = selection.ids !== undefined && sort === undefined;
  const listed = library.list(selection, sort);
  const present = new Set(listed);
  const ids = isOrdered ? [...new Set(selection.ids)].filter((id) => present.has(id)) : listed;
  if (!where || Object.keys(where).length === 0) return { ids, notes: [] };
  const lacking = new Map<string, number>();
  const papers: FoundPaper[] = [];
  const left: number[] = [];
  const { tag, ...conditions } = where;
  const tags = tag && new Set(tag.map((each) => each.toLowerCase()));
  for (const { id, paper } of readMarked(library, ids)) {
    if (tags && !paper.keywords?.some((keyword) => tags.has(keyword.toLowerCase()))) continue;
    const { verdict, lacking: fields } = checkWhere(paper, conditions, { body: () => paper.notes?.join('\n') });
    if (verdict === 'met') left.push(id);
    for (const field of fields) addTo(lacking, field);
    if (where.retracted !== undefined) papers.push(paper);
  }
  const fields = [...lacking].map(([field, records]) => ({ field, records }));
  const notes: Note[] = [
    { kind: 'left-by-where', papers: left.length, of: ids.length, jobs: 'library' },
    ...(fields.length > 0 ? [{ kind: 'facts-lacking', fields } as const] : []),
    ...(where.retracted === undefined ? [] : [knownNote(countKnown(papers))]),
  ];
  return { ids: left, notes };
}

/** A paper of the library for display, with its reference and its entry in Retraction Watch's table. */
export type ShownLibraryPaper = Pick<LibraryPaper, 'id' | 'origin'> & { ref: string; paper: FoundPaper };

/** Papers per look-up in Retraction Watch's table. */
const PART = 500;

/** The papers with these ids, in this order; papers that no longer exist are skipped. */
export function* readMarked(library: PaperLibrary, ids: readonly number[]): Generator<ShownLibraryPaper> {
  for (let from = 0; from < ids.length; from += PART) {
    const part = [...library.read(ids.slice(from, from + PART))];
    const marked = markPapers(
      part.map(({ record }) => record),
      library,
    );
    for (const [at, { id, origin, record }] of part.entries())
      yield { id, origin, ref: libraryRef(id), paper: marked[at] ?? record };
  }
}

/**
 * The papers that the texts name, and the texts that match no paper. A text may also be a citation key of an export of
 * the whole library. `paperOf` resolves a job's reference.
 */
export function findNamedPapers(
  library: PaperLibrary,
  names: readonly string[],
  paperOf: (name: string) => Paper | undefined = () => undefined,
): { ids: number[]; unknown: string[] } {
  const byCitationKey = once(() => listCitationKeys(library));
  const found = names.map((name) => {
    const record = paperOf(name);
    const ids = record ? library.findSameIds(record) : library.findNamed(name);
    const id = ids.length > 0 || record ? undefined : byCitationKey().get(name.trim());
    return { name, ids: id === undefined ? ids : [id] };
  });
  return {
    ids: [...new Set(found.flatMap(({ ids }) => ids))],
    unknown: found.filter(({ ids }) => ids.length === 0).map(({ name }) => name),
  };
}

function listCitationKeys(library: PaperLibrary): Map<string, number> {
  const ids: number[] = [];
  const citations: Paper[] = [];
  for (const { id, record } of library.read(library.list({}, 'added:asc'))) {
    ids.push(id);
    // Citation keys depend on nothing else, and the texts of a large library would fill the memory.
    const { abstract: _, summary: __, referencedWorks: ___, ...citation } = record;
    citations.push(citation);
  }
  return new Map(citationKeys(citations).map((key, at) => [key, ids[at] as number]));
}
