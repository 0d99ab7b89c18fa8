import type { Filters } from '../../../contract/filters.ts';
import type { SegmentReader } from '../../../library/engine/index/index-reader.ts';
import { compileFilters } from '../../../library/engine/rank/compile-filters.ts';
import type { Library } from '../../../library/library.ts';
import { listInflections } from '../../../papers/analysis/inflection.ts';
import { stem } from '../../../papers/analysis/stem.ts';
import type { Name } from '../../../papers/relevance/concepts.ts';
import type { ComparedKeyword } from '../../../papers/relevance/query-terms.ts';

/**
 * Ids of the library's papers that meet the filters and may contain a keyword, with false positives: they have all
 * words of one of its names, but the index has no positions.
 */
export function keywordCandidates(
  library: Library,
  { named }: Pick<ComparedKeyword, 'named'>,
  filters: Filters,
  { withStarter }: { withStarter: boolean },
): Set<number> {
  const names = named.names.map((name) => name.map((_, index) => termsOfWord(name, index)));
  const ids = new Set<number>();
  const hidden = new Set(withStarter ? [] : library.starterIds());
  library.search(({ segments }) => {
    for (const segment of segments) {
      const accept = compileFilters(filters, segment);
      for (const words of names) {
        for (const docId of docsWithAll(words, segment)) {
          const id = segment.ids[docId] as number;
          if (!segment.isDeleted(docId) && !hidden.has(id) && (!accept || accept(docId))) ids.add(id);
        }
      }
    }
  });
  return ids;
}

/** The index terms that stand for a word of a name: those of its inflections, alone or joined with its neighbour. */
function termsOfWord(name: Name, index: number): string[] {
  const { form, joined } = name[index] as Name[number];
  const forms = [form, joined, name[index - 1]?.joined].filter((each) => each !== undefined);
  return [...new Set(forms.flatMap(listInflections).map(stem))];
}

function docsWithAll(words: readonly (readonly string[])[], segment: SegmentReader): number[] {
  const [first = new Set<number>(), ...others] = words.map((terms) => docsWithAny(terms, segment));
  return [...first].filter((docId) => others.every((docs) => docs.has(docId)));
}

function docsWithAny(terms: readonly string[], segment: SegmentReader): Set<number> {
  const docs = new Set<number>();
  for (const term of terms) {
    const termId = segment.findTerm(term);
    if (termId < 0) continue;
    const { count, docIds } = segment.postings(termId);
    for (let at = 0; at < count; at += 1) docs.add(docIds[at] as number);
  }
  return docs;
}
