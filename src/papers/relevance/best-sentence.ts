import { oncePer } from '../../lib/once.ts';
import { shorten, splitSentences } from '../text.ts';
import { readForms, testPresence } from './paper-terms.ts';
import type { QueryTerms } from './query-terms.ts';

/** Headings of sections in structured abstracts. */
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
/** Sentences that are not about the content: funding, declarations, registration, copyright. */
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
/** A longer sentence says more than that. */
const MAX_CHARACTERS_OF_NOTHING = 1_000;

/**
 * Picks the whole sentence of an abstract that matches the query best, without its heading, at most `maxCharacters`
 * long. If none matches, it picks the first; if none is short enough, it cuts that. Sentences up to
 * `preferredCharacters` come first. Empty if the abstract has only sentences about funding, registration, interests and
 * copyright.
 */
export function bestSentence(
  abstract: string,
  question: QueryTerms | undefined,
  maxCharacters: number,
  preferredCharacters: number = maxCharacters,
): string {
  const all = splitSentences(abstract).map((said) => ({ said, sentence: withoutLabel(said) }));
  const sentences = all.filter(({ sentence }) => sentence.length >= MIN_SENTENCE_CHARACTERS);
  const whole = sentences.filter(({ sentence }) => sentence.length <= maxCharacters);
  const short = whole.filter(({ sentence }) => sentence.length <= preferredCharacters);
  // Checking whether a sentence is about funding and the like is the slowest step, so the best ones are checked first.
  const saysSomething = oncePer(
    ({ said }: Sentence) => said.length > MAX_CHARACTERS_OF_NOTHING || !SAYS_NOTHING.test(said),
  );
  const best =
    inOrderOfWeight(short, question).find(saysSomething) ??
    short.find(saysSomething) ??
    [...whole].sort((a, b) => a.sentence.length - b.sentence.length).find(saysSomething) ??
    sentences.find(saysSomething) ??
    all.find(saysSomething);
  return shorten(best?.sentence ?? '', maxCharacters);
}

/** As written in the abstract, and without its heading. */
type Sentence = { said: string; sentence: string };

/** The sentences with words of the query, best match first. */
function inOrderOfWeight(sentences: readonly Sentence[], question: QueryTerms | undefined): Sentence[] {
  if (!question) return [];
  const weighed = sentences.map((each) => ({ each, weight: weightIn(each.sentence, question) }));
  return weighed
    .filter(({ weight }) => weight > 0)
    .map(({ each, weight }) => ({ each, weight: weight * (SAYS_OUTCOME.test(each.sentence) ? OUTCOME_BONUS : 1) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ each }) => each);
}

/**
 * A text in parts that alternate between other words and query words, starting with other words, possibly empty:
 * `['', 'Owls', ' hunt at ', 'night', '.']`.
 */
export function markAsked(text: string, question: QueryTerms): string[] {
  const isAskedWord = askedWordsOf(question);
  const parts = [''];
  text.split(/([\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*)/u).forEach((part, at) => {
    const isAsked = at % 2 === 1 && isAskedWord(part);
    // Adjacent words form one mark, including the space between them.
    const [before, between] = [parts.at(-2), parts.at(-1)];
    if (isAsked && parts.length > 1 && between === ' ') parts.splice(-2, 2, `${before} ${part}`, '');
    else if (isAsked) parts.push(part, '');
    else parts[parts.length - 1] += part;
  });
  return parts;
}

/** Cached, because sentences on one query share most of their words. */
const askedWordsOf = oncePer((question: QueryTerms): ((word: string) => boolean) => {
  const asked = new Set(weightsOf(question).map(([term]) => term));
  const words = new Map<string, boolean>();
  return (word) => {
    const read = words.get(word) ?? readForms(word, asked).size > 0;
    words.set(word, read);
    return read;
  };
});

function withoutLabel(sentence: string): string {
  const plain = sentence.replace(LABEL, '').replace(CAPITAL_LABEL, '').replace(BARE_LABEL, '');
  return plain === sentence ? sentence : plain.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** The total weight of the query's terms in a sentence, each counted once. */
function weightIn(sentence: string, question: QueryTerms): number {
  const found = readForms(sentence, question.terms);
  if (found.size === 0) return 0;
  const has = testPresence(found, question.compounds);
  return weightsOf(question).reduce((sum, [term, weight]) => (has(term) ? sum + weight : sum), 0);
}

const weightsOf = oncePer(({ keywords, text }: QueryTerms): [term: string, weight: number][] => {
  const terms = [...keywords.flatMap((keyword) => keyword.terms), ...text];
  return [...new Map(terms.map(({ term, weight }) => [term, weight]))];
});
