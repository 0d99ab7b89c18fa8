import { matchJob } from '../../src/papers/relevance/match.ts';
import { isAtLeast } from '../../src/papers/relevance/match-classes.ts';
import { readQueryTerms } from '../../src/papers/relevance/query-terms.ts';
import { queryOf } from '../../test/helpers/query.ts';
import type { PoolPaper, Topic } from '../retrieval/collection.ts';
import type { Answered } from './answers.ts';

/**
 * Keywords, and two synonyms of some of them, written without seeing the papers. Constants were chosen on
 * all but the first ten.
 */
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
  ['statins; cholesterol; elderly', 'HMG-CoA reductase inhibitors; hypercholesterolemia'],
  ['ADHD; methylphenidate; children', 'hyperkinetic disorder; Ritalin'],
  ['migraine; triptans; nausea', 'sick headache; emesis'],
  ['asthma; inhaled corticosteroids; exacerbation', 'bronchial hyperreactivity; glucocorticoids'],
  ['insomnia; cognitive behavioral therapy; internet', 'sleeplessness; online'],
  ['Alzheimer disease; donepezil; cognition', 'senile dementia; cognitive function'],
  ['type 2 diabetes; insulin; hypoglycemia', 'NIDDM; low blood sugar'],
  ['opioids; chronic pain; constipation', 'narcotics; bowel dysfunction'],
  ['hypertension; ACE inhibitors; kidney disease', 'high blood pressure; nephropathy'],
  ['breast cancer; tamoxifen; recurrence', 'mammary carcinoma; relapse'],
  ['wing; flutter; supersonic flow', 'airfoil; aeroelastic instability'],
  ['boundary layer; heat transfer; blunt body', 'viscous layer; blunt nose'],
  ['antenna; radiation pattern; array', 'aerial; directivity'],
  ['transistor; noise; amplifier', 'semiconductor triode; fluctuation'],
  ['gravitational waves; black holes; merger', 'gravitational radiation; coalescence'],
  ['dark matter; galaxy; halo', 'WIMPs; nonbaryonic matter'],
  ['sentiment analysis; Twitter; deep learning', 'opinion mining; neural networks'],
  ['reinforcement learning; robot; navigation', 'Q-learning; path planning'],
  ['graph coloring; chromatic number; planar graphs', 'vertex coloring; plane graphs'],
  ['speech recognition; noise; speaker adaptation', 'ASR; speaker normalization'],
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

/**
 * For each question, how many of the first papers of its answer change their class with the synonyms, and how many of
 * them to a higher one because they have a synonym.
 */
export function countChanges(papers: readonly PoolPaper[], answers: readonly Answered[]) {
  return QUESTIONS.flatMap(([asked = [], further = []], at) => {
    const answer = answers.find(({ topic }) => topic === `synonyms/${at}`);
    if (!answer) return [];
    const listed = answer.places.map((place) => papers[place] as PoolPaper);
    const [before = [], after = []] = [asked, [...asked, ...further]].map((keywords) => {
      const question = readQueryTerms(queryOf({ keywords }));
      const texts = listed.map(({ title, abstract }) => ({ title, abstract }));
      return question ? matchJob(question, texts) : [];
    });
    const first = before
      .slice(0, FIRST)
      .map(({ match }, place) => ({ match, now: after[place] ?? { match, keywords: [] as string[] } }));
    const changed = first.filter(({ match, now }) => match !== now.match);
    const named = changed.filter(
      ({ match, now }) => isAtLeast(now.match, match) && further.some((name) => now.keywords.includes(name)),
    );
    return [{ keywords: asked, of: first.length, changed: changed.length, named: named.length }];
  });
}
