import { matchJob } from '../../src/papers/relevance/match.ts';
import { readQueryTerms } from '../../src/papers/relevance/query-terms.ts';
import { queryOf } from '../../test/helpers/query.ts';
import type { PoolPaper, Topic } from '../retrieval/collection.ts';
import type { Answered } from './answers.ts';

/** Keywords, and two synonyms of some of them, written without seeing the papers. */
const QUESTIONS = [
  ['biosimilar; infliximab; switching', 'follow-on biologic; transition'],
  ['overactive bladder; tolterodine; dry mouth', 'detrusor instability; xerostomia'],
  ['rotator cuff tear; stem cells; tendon healing', 'supraspinatus tear; progenitor cells'],
  ['schizophrenia; olanzapine; weight gain', 'psychosis; body mass increase'],
  ['allergic rhinitis; cetirizine; sedation', 'hay fever; drowsiness'],
  ['depression; forced swim test; rats', 'Porsolt test; depressive disorder'],
  ['COPD; polymorphism; lung function', 'genetic variant; pulmonary function'],
  ['heart failure; carvedilol; hospitalization', 'cardiac insufficiency; hospital admission'],
  ['graph neural network; traffic forecasting; attention', 'graph convolutional network; traffic prediction'],
  ['machine translation; low-resource languages; data augmentation', 'neural translation; under-resourced languages'],
].map((lists) => lists.map((list) => list.split('; ')));

const FIRST = 50;

/** The questions without the synonyms. */
export const SYNONYM_TOPICS: Topic[] = QUESTIONS.map(([keywords = []], at) => ({
  id: `synonyms/${at}`,
  collection: 'synonyms',
  query: '',
  keywords,
  relevant: new Set<string>(),
}));

/** For each question, how many of the first papers of its answer change their class with the synonyms. */
export function countChanges(papers: readonly PoolPaper[], answers: readonly Answered[]) {
  return QUESTIONS.flatMap(([asked = [], further = []], at) => {
    const answer = answers.find(({ topic }) => topic === `synonyms/${at}`);
    if (!answer) return [];
    const listed = answer.places.map((place) => papers[place] as PoolPaper);
    const [before = [], after = []] = [asked, [...asked, ...further]].map((keywords) => {
      const question = readQueryTerms(queryOf({ keywords }));
      const texts = listed.map(({ title, abstract }) => ({ title, abstract }));
      return question ? matchJob(question, texts).map(({ match }) => match) : [];
    });
    const first = before.slice(0, FIRST);
    return [
      { keywords: asked, of: first.length, changed: first.filter((match, place) => match !== after[place]).length },
    ];
  });
}
