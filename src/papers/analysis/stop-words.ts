import { stem } from './stem.ts';

/**
 * Stop words, and the boilerplate of academic prose, which outnumbers the topical words in long texts.
 * RANKING.academicWordWeight (rank/constants.ts) is the weight of the latter.
 */

const FUNCTION =
  'a about above after again all also among an and any are as at be because been before being between both but by can cannot could ' +
  'did do does doing down during each either etc few for from further had has have having he her here hers him his how however i if ' +
  'in into is it its itself just may me might more most must my neither no nor not of off on once only onto or other our out over own ' +
  'per same she should since so some such than that the their them then there these they this those through thus to too toward ' +
  'towards under until up upon very via was we were what when where whether which while who whom whose why will with within without ' +
  'would yet you your';

const ACADEMIC =
  'aim aimed aims analyse analysed analyses analysis analyze analyzed approach approaches article articles assess assessed author ' +
  'authors based compare compared conclude conclusion conclusions conducted consider considered data demonstrate demonstrated ' +
  'describe described determine discuss discussed effect effects evaluate evaluated evidence examine examined examining existing ' +
  'explore finding findings focus found identify identified important include included including information investigate ' +
  'investigated known literature main mainly method methods new novel objective objectives obtained paper papers particular ' +
  'performed possible potential present presented previous problem problems propose proposed provide provided provides purpose ' +
  'recent recently relevant report reported research result results review reviewed reviews show showed shown shows significant ' +
  'significantly studied studies study suggest suggests systematic topic topics understand understanding use used useful using ' +
  'various well work works';

/** Words that are hardly ever nouns. */
const VERBS =
  'achieve adapt affect alter arise become begin cause depend detect develop differ enhance evolve explain improve ' +
  'induce inhibit learn lower mediate predict prevent produce promote protect recover reduce regulate relate respond ' +
  'survive worsen';

/** Verbs of short questions: the words before one are a separate term. */
export const QUESTION_VERBS: ReadonlySet<string> = new Set(VERBS.split(' ').flatMap((verb) => [verb, `${verb}s`]));

export const FUNCTION_WORDS: ReadonlySet<string> = new Set(FUNCTION.split(' '));
export const ACADEMIC_WORDS: ReadonlySet<string> = new Set(ACADEMIC.split(' '));

export const FUNCTION_STEMS: ReadonlySet<string> = new Set([...FUNCTION_WORDS].map(stem));

/** Common terms that contain a function word, as a pattern. */
export const TERMS_WITH_OF = [
  'activities of daily living,age of onset,angle of attack,burden of (?:disease|illness),cause of death,chain of thought',
  'circle of willis,coefficient of friction,continuity of care,cost of (?:care|illness|living),degrees? of freedom',
  'density of states,depth of field,end of life,equation of state,fear of falling,field of view,gain of function',
  'internet of things,length of stay,levels? of evidence,locus of control,loss of (?:function|heterozygosity)',
  'mechanisms? of action,mixture of experts,moment of inertia,place of death,points? of care,proof of (?:concept|work)',
  'quality of (?:care|life|service|sleep),range of motion,regions? of interest,sense of coherence,standards? of care',
  'tetralogy of fallot,theory of mind,time of flight,value of information',
]
  .join('|')
  .replaceAll(',', '|')
  .replaceAll(' ', String.raw`\s`);

/** Stems of both lists: terms that do not describe a topic. */
export const STOP_STEMS: ReadonlySet<string> = new Set([...FUNCTION_WORDS, ...ACADEMIC_WORDS].map(stem));
