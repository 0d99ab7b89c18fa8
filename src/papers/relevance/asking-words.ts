import { inflectedForm } from '../analysis/inflection.ts';
import { FUNCTION_WORDS } from '../analysis/stop-words.ts';

/**
 * Words of asking, method, outcome and hedging, which never decide whether a paper fits. A keyword or noun group
 * consisting only of these is ignored.
 */

const REQUEST =
  'anybody anyone article available bibliography book cite citation am current desire discuss doing else every hey hi let document exist everything find ' +
  'give information interest know knowledge keyword latest list literature look material need obtain overview paper please ' +
  'publication publish question read recent reference request require retrieve search seek show source talk tell topic us thank wish ' +
  'want word write written journal summary survey describe concern regard mention deal treat detail';

const METHOD =
  'analysis analytic analytical approach assess assessment baseline case clinical cohort compare comparison comparative ' +
  'conduct control controlled cross-sectional data design determine empirical estimate evaluate evaluation examine ' +
  'experiment experimental explore finding group intervention investigate investigation longitudinal measure measurement ' +
  'meta-analysis meta analysis method methodology model modeling multicenter numerical observation observational outcome ' +
  'participant patient people placebo population procedure prospective qualitative quantitative questionnaire random randomized ' +
  'randomization rct report research result retrospective review sample scale scoping series simulation study subject ' +
  'systematic technique test testing theoretical theory trial';

const OUTCOME = 'adverse complication event incidence morbidity mortality prevalence prognosis survival tolerability';

const HEDGING =
  'ability able actual affect alleviate ameliorate aspect associate association average basis become benefit cause certain change characteristic common ' +
  'condition consequence contribute correlate correlation current decrease degree depend develop development differ difference ' +
  'different due effect effective effectiveness efficacy efficient enhance evidence example exhibit explain extent fact factor ' +
  'feature first form frequent function general good great harm harmful help high higher impact implication important importance ' +
  'improve improvement increase indicate influence involve issue kind large lead less level likely long low lower main ' +
  'major make many mechanism modify much nature negative new novel number occur often order outcome overall parameter part ' +
  'particular performance play positive possible potential practical predict present prevent prevention problem produce ' +
  'promote property protect provide purpose range rate reduce reduction relate relation relationship relative relevant reliable relieve ' +
  'require respect response result risk role severe severity short show significant significance similar simple single ' +
  'situation small solution solve special specific state strong suitable support take term treatment therapy type ' +
  'undergo understand use useful value variable variation various way work worsen year';

const REQUEST_FORMS = formsOf(REQUEST);
const FORMS = new Set([...REQUEST_FORMS, ...formsOf(METHOD), ...formsOf(OUTCOME), ...formsOf(HEDGING)]);

/** Whether a lower-case word is one that people use to ask for papers. */
export function isRequestWord(word: string): boolean {
  return REQUEST_FORMS.has(inflectedForm(word));
}

/** Whether a lower-case word names no subject: one of asking, method, outcome or hedging, or a function word. */
export function isAskingWord(word: string): boolean {
  return FUNCTION_WORDS.has(word) || FORMS.has(inflectedForm(word));
}

function formsOf(words: string): Set<string> {
  return new Set(words.split(/[ -]/).map(inflectedForm));
}
