/**
 * What is often asked of a study in words that its text does not have, and the words with which texts answer: `How many
 * were studied?` is answered by `42 patients were enrolled`. Not fitted: no benchmark asks for it.
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

/** A question in the words of answers, where it asks for one of these; else as it is. */
export function inAnswerWords(question: string): string {
  return ANSWERS.reduce((asked, { asks, words }) => asked.replace(asks, words.join(' ')), question);
}
