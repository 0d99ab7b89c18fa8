import { shorten, splitSentences } from '../text.ts';
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
/** Sentences beside the abstract: who paid, who declares what, where it is registered, whose copyright it is. */
const SAYS_NOTHING = new RegExp(
  [
    String.raw`\bno (?:\w+ ){0,3}(?:conflicts?|competing interests?)\b.{0,20}\b(?:declare|disclos|report|interests?\W*$)`,
    String.raw`\b(?:have|has|had) (?:nothing|no \w+(?: \w+)?) to (?:declare|disclose)`,
    String.raw`^(?:conflicts? of interests?|competing interests?|disclosures?(?: of interests?)?)\s*(?::|\b(?:none|nil|the authors?)\b|\p{L}\.?$)`,
    String.raw`\bgrant\/research support from\b|\ball rights reserved\b`,
    String.raw`^\W*(?:©|(?:\(c\)|copyright) ?(?:©|\(c\)|by\b|\d{4}\b))`,
    String.raw`^\W*funded by\b|^fund(?:ing|ers?)(?: sources?)?(?:\s*[:.]|\s+(?:the\s)?(?:[\p{L}'’-]+\s){0,8}(?:foundation|institutes?|council|ministry|grants?|programme|none)\b)`,
    String.raw`^(?:this|the|our) (?:\w+ )?(?:study|trial|work|research|project|review) (?:was|is|has been) (?:\w+ )?(?:funded|sponsored) by\b`,
    String.raw`\b(?:funders?|sponsors?|grantors?|funding sources?) (?:had|has) no role\b`,
    String.raw`^\W*(?:(?:systematic |protocol |clinical |study |trials? |review )*regist(?:ration|ry)|clinical ?trials?\.gov|clinical trial information)\b(?:\s(?:no|number|id|identifier)s?)?\W.{0,60}\d{4}`,
    String.raw`^\W*(?:NCT|ISRCTN|CRD|ACTRN|UMIN|EudraCT|PROSPERO)\b.{0,20}\d{4}|^\W*(?:NCT|ISRCTN|CRD|ACTRN|UMIN)\d`,
    String.raw`^(?:this|the|our) (?:[\w-]+ ){0,3}(?:study|trial|review|protocol|meta-analysis) (?:was|is|has been) (?:\w+ )?registered (?:with|at|in|on|as|under|by|to)\b`,
  ].join('|'),
  'iu',
);
/** A sentence about results answers better than one about the question. */
const SAYS_OUTCOME =
  /\b(?:conclu|we (?:find|found|show)|results? (?:show|suggest|indicate)|findings|associated with|reduc|increas|improv)/i;
const OUTCOME_BONUS = 1.2;
const MIN_SENTENCE_CHARACTERS = 25;

/**
 * Picks the whole sentence of an abstract that says most about the question, without its heading, at most
 * `maxCharacters` long. If none says anything, it picks the first; if none is short enough, it cuts that. Sentences up
 * to `preferredCharacters` come first. Empty if the abstract has only sentences about funding, registration, interests
 * and copyright.
 */
export function bestSentence(
  abstract: string,
  question: QueryTerms | undefined,
  maxCharacters: number,
  preferredCharacters: number = maxCharacters,
): string {
  const said = splitSentences(abstract).filter((sentence) => !SAYS_NOTHING.test(sentence));
  const sentences = said.map(withoutLabel).filter((sentence) => sentence.length >= MIN_SENTENCE_CHARACTERS);
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
  return whole[0] ?? shorten(sentences[0] ?? withoutLabel(said[0] ?? ''), maxCharacters);
}

/**
 * A text in parts, plain and asked in turn, the plain ones possibly empty: `['', 'Owls', ' hunt at ', 'night', '.']`.
 */
export function markAsked(text: string, question: QueryTerms): string[] {
  const isAskedWord = askedWordsOf(question);
  const parts = [''];
  for (const [at, part] of text.split(/([\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*)/u).entries()) {
    const isAsked = at % 2 === 1 && isAskedWord(part);
    // Words that follow one another are one mark: the blank between them is marked, too.
    const [before, between] = [parts.at(-2), parts.at(-1)];
    if (isAsked && parts.length > 1 && between === ' ') parts.splice(-2, 2, `${before} ${part}`, '');
    else if (isAsked) parts.push(part, '');
    else parts[parts.length - 1] += part;
  }
  return parts;
}

/** Sentences on one question share most of their words, and each word is read once. */
const askedWords = new WeakMap<QueryTerms, (word: string) => boolean>();

function askedWordsOf(question: QueryTerms): (word: string) => boolean {
  const known = askedWords.get(question);
  if (known) return known;
  const asked = new Set([...question.keywords.flatMap(({ terms }) => terms), ...question.text].map(({ term }) => term));
  const words = new Map<string, boolean>();
  const isAsked = (word: string) => {
    const read = words.get(word) ?? readTerms(word, asked).size > 0;
    words.set(word, read);
    return read;
  };
  askedWords.set(question, isAsked);
  return isAsked;
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
