/** Patterns in passages and questions that indicate findings or methods of a study. */

const P_VALUE = /\bp\s?(?:-?values?\s?)?[=<>≤≥]\s?0?[.,·]?\d/i;

/** Cues of a passage, with their additive weights. At most six, because a row has six bits for them. */
export const CUES: readonly { pattern: RegExp; weight: number }[] = [
  { pattern: P_VALUE, weight: 1.6 },
  { pattern: /\bsignifi[ck]an/i, weight: 0.6 },
  {
    pattern:
      /\b(?:no|not|non|without)[ -](?:\w{1,20} ){0,3}(?:signifi|differ|change|effect)|\b(?:similar|comparable|unchanged)\b/i,
    weight: 0.7,
  },
  {
    pattern:
      /\b(?:increas|decreas|reduc|improv|higher|lower|greater|fewer|less|more|better|worse|superior|declin|differ)/i,
    weight: 0.5,
  },
  {
    pattern: /\b(?:we aimed|the aim|objective|will be|hypothes|(?:was|were) (?:measured|assessed|defined))/i,
    weight: -0.5,
  },
];

/** Matches sentences with a comparison. */
export const COMPARES =
  /\bsignifi[ck]an|\bp\s?[<=>≤≥]|differ|\bcompared\b|\bversus\b|\bvs\b|\bthan\b|\bsimilar|signifikant|significativ/i;

const MAX_NUMBERS = 15;

/** Counts the numbers in a text, up to 15. */
export function countNumbers(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/\d+(?:[.,·]\d+)?/g)) {
    count += 1;
    if (count === MAX_NUMBERS) break;
  }
  return count;
}

/** Whether a question asks for a finding or for the methods of a study; `open` if undetermined. */
export type QuestionKind = 'finding' | 'method' | 'open';

const ASKS_METHOD =
  /\b(?:sample size|how many|number of (?:participants|patients|subjects|people)|participants|randomi[sz]ed|randomi[sz]ation|blind(?:ed|ing)|allocat\w*|eligib\w*|inclu(?:sion|ded)|exclu(?:sion|ded)|criteri\w*|design|setting|countr(?:y|ies)|recruit\w*|dos(?:e|age)s?|instruments?|questionnaires?|methods?|protocol|procedures?|datasets?|funding|funded|measured|how (?:was|were|did they)|model used|software|hyperparameters?)\b/i;
const ASKS_FINDING =
  /\b(?:effects?|compared|versus|vs|differen(?:ce|t)s?|improve\w*|reduc\w*|increas\w*|decreas\w*|chang\w*|lower|raise|result\w*|found|associat\w*|correlat\w*|risk|outcomes?|efficacy|effective\w*|better|worse|outperform\w*)\b/i;

export function questionKind(question: string): QuestionKind {
  if (ASKS_FINDING.test(question)) return 'finding';
  return ASKS_METHOD.test(question) ? 'method' : 'open';
}
