import { counted } from '../../lib/counted.ts';
import type { ByKind } from '../../wording/notes.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';

/** What is said about a condition on stored papers. */
type WhereNote =
  /**
   * For one job or the library, counts its papers; for several jobs their records, which may belong to fewer `works`.
   */
  | { kind: 'left-by-where'; papers: number; of: number; jobs: 'one' | 'several' | 'library'; works?: number }
  /** Records without a field that a condition needs. */
  | { kind: 'facts-lacking'; fields: readonly { field: string; records: number }[] };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<WhereNote> {}
}

export const WHERE_SENTENCES: SentencesOf<{ notes: WhereNote }> = {
  notes: {
    'left-by-where': ({ papers, of, jobs, works = papers }, { where }) => {
      if (jobs === 'library') return `${where} leaves ${papers} of ${counted(of, 'paper')}.`;
      if (jobs === 'one') return `${where} leaves ${papers} of the job's ${of} papers.`;
      const same = works === papers ? '' : `, which are ${counted(works, 'paper')}`;
      return `${where} leaves ${papers} of the jobs' ${counted(of, 'record')}${same}.`;
    },
    'facts-lacking': ({ fields }) => {
      const parts = fields.map(({ field, records }) => `${records} ${records === 1 ? 'has' : 'have'} no ${field}`);
      const isOne = fields.length === 1 && fields[0]?.records === 1;
      return `${parts.join(', ')} and ${isOne ? 'is' : 'are'} left out.`;
    },
  },
};
