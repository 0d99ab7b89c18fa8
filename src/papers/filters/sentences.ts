import { counted } from '../../lib/counted.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { WhereNote } from './notes.ts';

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
