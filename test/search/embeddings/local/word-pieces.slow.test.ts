import { describe, expect, it } from 'vitest';
import { readWordPieces } from '../../../../src/search/embeddings/local/word-pieces.ts';
import { tokenizerOf } from './tiny-models.ts';

const VOCABULARY = ['[UNK]', '[CLS]', '[SEP]', 'un', '##aff', '##able', 'cafe', '中', '文', '-', 'a', '5', '%', '##a'];

function wordsOf(text: string, changes: object = {}, most = 100): string[] | undefined {
  return readWordPieces(tokenizerOf(VOCABULARY, changes))
    ?.read(text, most)
    .map((number) => VOCABULARY[number] as string);
}

describe('the pieces of a text', () => {
  it.each([
    ['unaffable', ['un', '##aff', '##able']],
    ['Café\tCAFÉ', ['cafe', 'cafe']],
    ['中文', ['中', '文']],
    ['un-a', ['un', '-', 'a']],
    ['5%a', ['5', '%', 'a']],
    ['a\u200ba \u0000a', ['a', '##a', 'a']],
    ['unknown a', ['[UNK]', 'a']],
    [`${'a'.repeat(101)} a`, ['[UNK]', 'a']],
    ['', []],
  ])('%j', (text, pieces) => {
    expect(wordsOf(text)).toEqual(pieces);
  });

  it('may be of a vocabulary of hundreds of thousands', () => {
    const many = Array.from({ length: 300_000 }, (_, at) => `word${at}`);
    expect(readWordPieces(tokenizerOf(['[UNK]', ...many]))?.size).toBe(300_001);
  });

  it('are the first ones of a long text', () => {
    expect(wordsOf('a unaffable a', {}, 3)).toEqual(['a', 'un', '##aff']);
  });

  it('keep capitals and accents where the model has them', () => {
    const cased = { normalizer: { type: 'BertNormalizer', lowercase: false, strip_accents: false } };
    expect(wordsOf('Cafe cafe café', cased)).toEqual(['[UNK]', 'cafe', '[UNK]']);
  });

  it.each([
    ['no JSON', '{'],
    ['another model', tokenizerOf(VOCABULARY, { model: { type: 'Unigram', vocab: [] } })],
    ['another way to words', tokenizerOf(VOCABULARY, { pre_tokenizer: { type: 'Metaspace' } })],
    ['another way to letters', tokenizerOf(VOCABULARY, { normalizer: { type: 'Precompiled' } })],
    ['no word for the unknown', tokenizerOf(['a'])],
  ])('are none with %s', (_what, json) => {
    expect(readWordPieces(json)).toBeUndefined();
  });
});
