import { capitalised, joinWithAnd } from '../../lib/line.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { CitationAdvice, CitationNote, CitationProblem, RelatedWhat } from './notes.ts';

export const CITATION_SENTENCES: SentencesOf<{
  notes: CitationNote;
  advice: CitationAdvice;
  problems: CitationProblem;
}> = {
  notes: {
    'no-able-source': ({ what, able, setting }) => {
      const named = able.length > 1 ? `none of ${joinWithAnd(able)}` : `no ${able.at(-1)}`;
      return `No available source ${ABILITIES[what]}: ${setting} names ${named}.`;
    },
    'relation-not-told': ({ relation, ref }) => `No available source knows the ${relation} of ${ref}.`,
    'related-not-found-out': () => 'The related papers could not be fetched.',
    'no-author-id': ({ given }) =>
      `ref: an ORCID, an author id that a look-up gave (A5023888391), or "author: NAME" for people of the library, got ${given}`,
    'no-paper-ref': ({ given }) => `ref: a reference such as J12-3, or an identifier such as a DOI, got ${given}`,
    'identifier-not-found': ({ given, isUnknown }) =>
      isUnknown
        ? `No paper has the identifier ${given}: its register does not know it.`
        : `No paper was found for ${given}, but too few sources that would know it answered.`,
  },
  advice: {
    'follow-for-real': ({ requests }) =>
      `No job was made and nothing was sent. The search ends after ${requests} requests unless another limit is given.`,
    'look-paper-up': () => 'If you have a title, look it up to get its reference, free.',
    'look-person-up': () => 'Look the person up first, free: "author: NAME" gives their ids.',
    'name-able-source': ({ source, setting }) =>
      `Add ${source} to ${setting}, which is free. The library alone has similar papers, and the papers of "author: NAME".`,
    'try-other-relation': () => 'Try another relation, or a search with the abstract, which can find similar papers.',
    'related-later': (_, { again }) =>
      `${capitalised(again)} later; nothing was recorded. Meanwhile a search with the abstract can find similar papers.`,
  },
  problems: {
    'no-seeds': () => 'names no paper',
    'too-many-seeds': ({ papers, most }) => `${papers} papers are named; at most ${most} can be followed at once`,
    'no-index': ({ given, indexes }) => `${given} is not a citation index; choose from ${indexes.join(', ')}`,
  },
};

const ABILITIES: Record<RelatedWhat, string> = {
  references: 'knows what papers cite',
  citations: 'knows what cites papers',
  similar: 'finds similar papers',
  author: 'finds people',
  'author-id': 'finds people by their ids',
};
