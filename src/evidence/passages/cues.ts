/** Signs in prose and questions that a passage reports a finding, or how a study was made. */

const P_VALUE = /\bp\s?(?:-?values?\s?)?[=<>≤≥]\s?0?[.,·]?\d/i;

/** What a passage may have; each weighs by itself. At most six, which rows have bits for. */
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

/** Whether a sentence compares two things. */
export const COMPARES =
  /\bsignifi[ck]an|\bp\s?[<=>≤≥]|differ|\bcompared\b|\bversus\b|\bvs\b|\bthan\b|\bsimilar|signifikant|significativ/i;

const MAX_NUMBERS = 15;

/** Numbers in a text, at most 15. */
export function countNumbers(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/\d+(?:[.,·]\d+)?/g)) {
    count += 1;
    if (count === MAX_NUMBERS) break;
  }
  return count;
}

/** What is asked: for a finding, for how a study was made, or neither can be told. */
export type QuestionKind = 'finding' | 'method' | 'open';

const ASKS_METHOD =
  /\b(?:sample size|how many|number of (?:participants|patients|subjects|people)|participants|randomi[sz]ed|randomi[sz]ation|blind(?:ed|ing)|allocat\w*|eligib\w*|inclu(?:sion|ded)|exclu(?:sion|ded)|criteri\w*|design|setting|countr(?:y|ies)|recruit\w*|dos(?:e|age)s?|instruments?|questionnaires?|methods?|protocol|procedures?|datasets?|funding|funded|measured|how (?:was|were|did they)|model used|software|hyperparameters?)\b/i;
const ASKS_FINDING =
  /\b(?:effects?|compared|versus|vs|differen(?:ce|t)s?|improve\w*|reduc\w*|increas\w*|decreas\w*|chang\w*|lower|raise|result\w*|found|associat\w*|correlat\w*|risk|outcomes?|efficacy|effective\w*|better|worse|outperform\w*)\b/i;

export function questionKind(question: string): QuestionKind {
  if (ASKS_FINDING.test(question)) return 'finding';
  return ASKS_METHOD.test(question) ? 'method' : 'open';
}
