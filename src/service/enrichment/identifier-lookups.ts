import type { SourceName } from '../../contract/source-names.ts';
import type { WirePaper } from '../../contract/wire-paper.ts';
import { arxivDoi, arxivKey } from '../../papers/arxiv-number.ts';
import { readDoi } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { isAbout } from '../../papers/works/claim.ts';
import type { KnownFailure } from '../../wording/notes/source-outcomes.ts';
import { ENRICHED_FIELDS, type FieldName, type FieldValues } from './enriched-fields.ts';

/** Looks up papers by DOI or arXiv number at open sources. */

/** An open source that finds works by DOI. */
export type IdentifierSource = {
  source: SourceName;
  /** The source's name for people. */
  title: string;
  /** Fields that the source may know. Fields that enrichment does not fill are ignored. */
  fields: readonly string[];
  /** Looks up works by DOI. If the source fails, this does not throw; an abort returns the works found so far. */
  lookUp(dois: readonly string[], signal: AbortSignal): Promise<IdentifierAnswer>;
};

export type IdentifierAnswer = {
  /** Works by DOI. DOIs unknown to the source are absent. */
  records: ReadonlyMap<string, PaperInput>;
  /** DOIs that the source may have works for. */
  covered: readonly string[];
  /** Covered DOIs for which the source gave no answer. */
  unanswered: readonly string[];
  /** What failed, as the end of a sentence that begins with the source's name. */
  failure?: KnownFailure;
};

/** Numbers of papers: those for which the source answered, and covered ones without an answer. */
type LookUpReport = Pick<IdentifierAnswer, 'failure'> & { answered: number; unanswered: number };

export type LookUp = Pick<IdentifierSource, 'source' | 'title'> & {
  /** Fields that the source may have. */
  fields: readonly FieldName[];
  /**
   * Looks up papers with a DOI or arXiv number, and calls `onFound` with each record that describes one of them. If a
   * source fails, this does not throw; an abort returns the records found so far.
   */
  find(
    papers: readonly WirePaper[],
    signal: AbortSignal,
    onRecord: (index: number, values: FieldValues) => void,
  ): Promise<LookUpReport>;
};

/** Look-ups at these sources, in their order. */
export function createLookUps(sources: readonly IdentifierSource[]): LookUp[] {
  return sources.map(({ source, title, fields, lookUp }) => ({
    source,
    title,
    fields: ENRICHED_FIELDS.filter((field) => fields.includes(field)),
    async find(papers, signal, onRecord) {
      const indexes = indexesByDoi(papers);
      const { records, covered, unanswered, failure } = await lookUp([...indexes.keys()], signal);
      for (const [doi, values] of records) {
        const { arxivId } = values;
        const links = arxivId ? [`https://arxiv.org/abs/${arxivId}`] : [];
        for (const index of indexes.get(doi) ?? []) {
          const paper = papers[index];
          if (paper && isAbout(paper, { dois: [values.doi], titles: [values.title], links })) onRecord(index, values);
        }
      }
      const count = (dois: readonly string[]) => dois.reduce((sum, doi) => sum + (indexes.get(doi)?.length ?? 0), 0);
      return {
        answered: count(covered) - count(unanswered),
        unanswered: count(unanswered),
        failure,
      };
    },
  }));
}

/** The indexes of the papers by DOI: their own, or the one that arXiv registers for their number. */
function indexesByDoi(papers: readonly WirePaper[]): Map<string, number[]> {
  const indexes = new Map<string, number[]>();
  papers.forEach((paper, index) => {
    const doi = readDoi(paper.doi) ?? arxivDoi(arxivKey(paper));
    if (doi !== undefined) indexes.set(doi, [...(indexes.get(doi) ?? []), index]);
  });
  return indexes;
}
