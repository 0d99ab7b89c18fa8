import { asFields, asNumber, asText, parseJson } from '../../../lib/json.ts';

/** Token ids of a text in a model's vocabulary, without the special tokens at its beginning and end. */
export type WordPieces = {
  /** The first `maxPieces` tokens of the text. */
  read(text: string, maxPieces: number): number[];
  /** Ids of `[CLS]` and `[SEP]`, if the vocabulary has them. */
  begin: number | undefined;
  end: number | undefined;
  /** The id for words that are not in the vocabulary. */
  unknown: number;
  /** The maximum number of tokens, including the special ones, if the file specifies it. */
  maxPieces: number | undefined;
  /** The largest id plus one. */
  size: number;
};

type Rules = { lowercase: boolean; stripAccents: boolean; splitsIdeographs: boolean };

const MAX_WORD_CHARACTERS = 100;

/**
 * The WordPiece tokenizer of a `tokenizer.json` in the style of BERT: splits words at spaces and punctuation, then into
 * the longest pieces in the vocabulary. Undefined for any other kind.
 */
export function readWordPieces(json: string): WordPieces | undefined {
  const { normalizer, pre_tokenizer, model, truncation } = asFields(parseJson(json));
  const { type, vocab, unk_token, continuing_subword_prefix, max_input_chars_per_word } = asFields(model);
  const rules = readRules(asFields(normalizer));
  if (type !== 'WordPiece' || asFields(pre_tokenizer).type !== 'BertPreTokenizer' || !rules) return undefined;
  const numbers = new Map(Object.entries(asFields(vocab)).filter(isNumbered));
  const unknown = numbers.get(asText(unk_token) ?? '[UNK]');
  if (unknown === undefined) return undefined;
  const prefix = asText(continuing_subword_prefix) ?? '##';
  const maxCharacters = asNumber(max_input_chars_per_word) ?? MAX_WORD_CHARACTERS;
  return {
    read(text, maxPieces) {
      const ids: number[] = [];
      for (const word of splitWords(text, rules)) {
        if (ids.length >= maxPieces) break;
        ids.push(...(splitWord(word, numbers, { prefix, maxCharacters }) ?? [unknown]));
      }
      return ids.slice(0, maxPieces);
    },
    begin: numbers.get('[CLS]'),
    end: numbers.get('[SEP]'),
    unknown,
    maxPieces: asNumber(asFields(truncation).max_length),
    // Not spread: a vocabulary may have more words than a call may have arguments.
    size: [...numbers.values()].reduce((most, number) => Math.max(most, number), 0) + 1,
  };
}

function isNumbered(entry: [string, unknown]): entry is [string, number] {
  return Number.isSafeInteger(entry[1]) && (entry[1] as number) >= 0;
}

function readRules({
  type,
  lowercase,
  strip_accents,
  handle_chinese_chars,
}: Record<string, unknown>): Rules | undefined {
  if (type !== 'BertNormalizer') return undefined;
  const isLower = lowercase !== false;
  return {
    lowercase: isLower,
    stripAccents: typeof strip_accents === 'boolean' ? strip_accents : isLower,
    splitsIdeographs: handle_chinese_chars !== false,
  };
}

/**
 * Punctuation as BERT defines it, which includes ASCII characters that Unicode calls symbols. Each is a word of its
 * own.
 */
const WORDS = /[!-/:-@[-`{-~]|\p{P}|[^\s!-/:-@[-`{-~\p{P}]+/gu;
const IDEOGRAPHS =
  /[\u{4e00}-\u{9fff}\u{3400}-\u{4dbf}\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{f900}-\u{faff}\u{2f800}-\u{2fa1f}]/gu;

function splitWords(text: string, { lowercase, stripAccents, splitsIdeographs }: Rules): string[] {
  let clean = text.replace(/[\t\n\r]/g, ' ').replace(/[\0\ufffd]|\p{C}/gu, '');
  if (splitsIdeographs) clean = clean.replace(IDEOGRAPHS, ' $& ');
  if (stripAccents) clean = clean.normalize('NFD').replace(/\p{Mn}/gu, '');
  if (lowercase) clean = clean.toLowerCase();
  return clean.match(WORDS) ?? [];
}

/** Greedy matching of the longest piece, from left to right; undefined if nothing matches. */
function splitWord(
  word: string,
  numbers: ReadonlyMap<string, number>,
  { prefix, maxCharacters }: { prefix: string; maxCharacters: number },
): number[] | undefined {
  const characters = [...word];
  if (characters.length > maxCharacters) return undefined;
  const found: number[] = [];
  for (let start = 0; start < characters.length; ) {
    let end = characters.length;
    let number: number | undefined;
    for (; end > start && number === undefined; end -= 1)
      number = numbers.get((start > 0 ? prefix : '') + characters.slice(start, end).join(''));
    if (number === undefined) return undefined;
    found.push(number);
    start = end + 1;
  }
  return found;
}
