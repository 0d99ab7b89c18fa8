import { firstSentence, shorten, splitSentences } from '../text.ts';
import { readTerms, testPresence } from './paper-terms.ts';
import type { QueryTerms } from './query-terms.ts';

/** Headings of the parts of structured abstracts. */
const PARTS =
  'background|introduction|context|rationale|importance|significance|purpose|aims?|objectives?|goals?|motivation|hypothesis|' +
  'questions?|methods?|methodology|materials?|patients?|participants?|subjects?|setting|design|study|trial|data|sources?|selection|' +
  'extraction|synthesis|search|strategy|interventions?|exposures?|measures?|measurements?|main|primary|outcomes?|results?|findings?|' +
  'discussion|interpretation|conclusions?|implications?|relevance|limitations?|summary|abstract|evidence|registration|funding';
const WORDS = `(?:${PARTS})(?:(?:\\s+(?:and|of|or|for)\\s+|\\s*[/&,]\\s*|\\s+)(?:${PARTS}))*`;
/** Such a heading before a colon or dash, or in capitals before anything. */
const LABEL = new RegExp(`^(?:${WORDS})\\s*(?::|[-–—]\\s)\\s*`, 'i');
/** A bare heading before a sentence, whose colon the source lost. */
const BARE_LABEL =
  /^(?:Background|Introduction|Methods?|Results?|Findings|Conclusions?|Objectives?|Aims?|Purpose|Discussion|Interpretation) (?=\p{Lu}\p{Ll}*[ ,])/u;
const CAPITAL_LABEL = new RegExp(`^(?:${WORDS.toUpperCase().replaceAll('\\S', '\\s')})[.:]?\\s+(?=\\p{Lu})`, 'u');
/** A sentence about results answers better than one about the question. */
const SAYS_OUTCOME =
  /\b(?:conclu|we (?:find|found|show)|results? (?:show|suggest|indicate)|findings|associated with|reduc|increas|improv)/i;
const OUTCOME_BONUS = 1.2;
const MIN_SENTENCE_CHARACTERS = 25;

/**
 * Picks the whole sentence of an abstract that says most about the question, without its heading, at most
 * `maxCharacters` long. If none says anything, it picks the first; if none is short enough, it cuts that. Sentences up
 * to `preferredCharacters` come first.
 */
export function bestSentence(
  abstract: string,
  question: QueryTerms | undefined,
  maxCharacters: number,
  preferredCharacters: number = maxCharacters,
): string {
  const sentences = splitSentences(abstract)
    .map(withoutLabel)
    .filter((sentence) => sentence.length >= MIN_SENTENCE_CHARACTERS);
  const candidates = sentences.filter((sentence) => sentence.length <= maxCharacters);
  const short = candidates.filter((sentence) => sentence.length <= preferredCharacters);
  const whole = short.length > 0 ? short : shortestOf(candidates);
  let best = '';
  let most = 0;
  for (const sentence of question ? whole : []) {
    const weight = weightIn(sentence, question as QueryTerms) * (SAYS_OUTCOME.test(sentence) ? OUTCOME_BONUS : 1);
    if (weight > most) [best, most] = [sentence, weight];
  }
  if (best !== '') return best;
  return whole[0] ?? shorten(sentences[0] ?? withoutLabel(firstSentence(abstract, maxCharacters)), maxCharacters);
}

function shortestOf(sentences: readonly string[]): string[] {
  return [...sentences].sort((a, b) => a.length - b.length).slice(0, 1);
}

function withoutLabel(sentence: string): string {
  const plain = sentence.replace(LABEL, '').replace(CAPITAL_LABEL, '').replace(BARE_LABEL, '');
  return plain === sentence ? sentence : plain.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** The summed weight of the question's terms in a sentence, each counted once. */
function weightIn(sentence: string, { keywords, text, compounds, terms: queryTerms }: QueryTerms): number {
  const has = testPresence(readTerms(sentence, queryTerms), compounds);
  const terms = [...keywords.flatMap((keyword) => keyword.terms), ...text];
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  return [...weights].reduce((sum, [term, weight]) => (has(term) ? sum + weight : sum), 0);
}
