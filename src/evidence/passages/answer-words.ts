const PEOPLE =
  'patients participants subjects volunteers people persons individuals adults women men children infants students animals';

/**
 * Frequent questions about studies whose words do not occur in the answers, with words that do: `How many were
 * studied?` is answered by `42 patients were enrolled`. Chosen by hand, because no benchmark covers such questions.
 * `words` are names of one thing, or of several between semicolons. `others` count if the question has one of them, or
 * nothing else to go by. A number before one of `units`, or after one of `leads`, is likely the answer.
 */
export const ANSWERS: readonly { asks: RegExp; words: string; others?: string; units?: string; leads?: string }[] = [
  {
    // Before the sample size: `How many patients dropped out?` asks for no number of patients in the study.
    asks: /(?:\b(?:how many|number of)(?: [a-z]+){0,4} )?\b(?:drop(?:ped|ping|s)?[ -]?outs?|withdr[ae]w(?:n|als?|s|ing)?|attrition|lost to follow[ -]?up|loss(?:es)? to follow[ -]?up|discontinu(?:ed|ations?))\b/gi,
    words: 'dropped dropouts drop withdrew withdrawn withdrawals lost discontinued discontinuation attrition completed',
  },
  {
    asks: /\b(?:sample size|(?:how many|number of)(?: (?:participants|patients|subjects|people)\b)?(?: were studied\b)?)/gi,
    words: '',
    others: `${PEOPLE}; randomized enrolled recruited included allocated assigned participated entered`,
    units: PEOPLE,
  },
  { asks: /\bfund(?:ed|ing|ers?)\b|\bsponsor\w*/gi, words: 'funded; funding; supported; grant; foundation; sponsor' },
  {
    asks: /\b(?:countr(?:y|ies)|setting|where)\b/gi,
    words: 'hospital; university; centre center; clinic; conducted; recruited',
  },
  {
    asks: /\b(?:follow(?:ed)?[ -]?up|duration|how long)\b/gi,
    words: 'follow-up followed; duration period; weeks; months; years',
    units: 'days weeks months years',
  },
  {
    asks: /\bdos(?:e|es|age|ages|ing)\b/gi,
    words: 'dose doses dosage administered daily',
    units: 'mg g kg ml μg mcg iu units mmol',
  },
  { asks: /\blimitations?\b/gi, words: 'limitations limitation limited small bias' },
  { asks: /\b(?:blind|mask)\w*/gi, words: 'blind blinded blinding double-blind masked masking unaware' },
  {
    asks: /\b(?:adverse (?:events?|effects?|reactions?)|side[ -]effects?|safety|harms?)\b/gi,
    words: 'adverse side tolerated toxicity complications',
  },
  { asks: /\bage\b/gi, words: 'age aged', units: 'years yr old', leads: 'age aged' },
];

/** Number words from two on; `one` is often none. */
export const NUMBERS =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
  'nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred';
