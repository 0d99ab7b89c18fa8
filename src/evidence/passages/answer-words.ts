/**
 * Frequent questions about studies whose words do not occur in the answers, with words that do: `How many were
 * studied?` is answered by `42 patients were enrolled`. Chosen by hand, because no benchmark covers such questions.
 */
const ANSWERS: readonly { asks: RegExp; words: readonly string[] }[] = [
  {
    asks: /\b(?:sample size|how many|number of (?:participants|patients|subjects|people))\b/gi,
    words: [
      'patients',
      'participants',
      'subjects',
      'volunteers',
      'animals',
      'enrolled',
      'randomized',
      'recruited',
      'included',
    ],
  },
  {
    asks: /\bfund(?:ed|ing|ers?)\b|\bsponsor/gi,
    words: ['funded', 'funding', 'supported', 'grant', 'foundation', 'sponsor'],
  },
  {
    asks: /\b(?:countr(?:y|ies)|setting|where)\b/gi,
    words: ['hospital', 'university', 'centre', 'clinic', 'conducted', 'recruited'],
  },
  { asks: /\b(?:follow[ -]?up|duration|how long)\b/gi, words: ['follow-up', 'weeks', 'months', 'years', 'duration'] },
  { asks: /\blimitations?\b/gi, words: ['limitations', 'limited', 'small', 'bias'] },
  { asks: /\b(?:blind|mask)/gi, words: ['blind', 'blinded', 'masked'] },
  {
    asks: /\b(?:adverse|side effects?|safety|harms?)\b/gi,
    words: ['adverse', 'side', 'effects', 'tolerated', 'toxicity'],
  },
];

/** Replaces such parts of a question by words of answers. */
export function inAnswerWords(question: string): string {
  return ANSWERS.reduce((text, { asks, words }) => text.replace(asks, words.join(' ')), question);
}
