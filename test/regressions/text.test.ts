import { describe, expect, it } from 'vitest';
import { meets } from '../../src/papers/filters/where-filter.ts';
import { toPaper } from '../../src/papers/paper.ts';
import { viewPaper } from '../../src/papers/paper-view.ts';
import { readPublicationType } from '../../src/papers/source-words.ts';
import { cleanText, firstSentence } from '../../src/papers/text.ts';
import { fromWire } from '../../src/papers/wire.ts';

/** Each of these once went wrong. */

describe('cleaning', () => {
  it.each([
    ['a tag character put together out of lone surrogates', '\udb40\udb40\udc41\udc41', ''],
    ['a tag character put together around a noncharacter', '\udb40\ufffe\udc41', ''],
    ['a run of variation selectors around a noncharacter', 'x\ufe0f\ufffe\ufe0f', 'x'],
    ['markup hidden by a zero-width blank', '<i\u200b>x</i>', 'x'],
    ['markup hidden in entities', '&lt;i&gt;x&lt;/i&gt;', 'x'],
    ['noncharacters of the other planes', 'a\u{1fffe}b\u{10ffff}c', 'abc'],
    ['a joiner inside a Latin word', 'pass\u200dword', 'password'],
    ['an image, a script and a comment', 'a<img src="https://x.org/y.png">b<script>c</script><!-- d -->', 'abc'],
  ])('removes %s', (_what, raw, clean) => {
    expect(cleanText(raw)).toBe(clean);
  });

  it.each([
    ['a non-joiner in Persian', 'می\u200cخواهم'],
    ['a joined emoji', '👩\u200d🔬'],
    ['tabs', 'a\tb'],
    ['mathematics', 'if a<b and c>d then ‖x‖₂ ≤ ε·𝔼[ℒ]'],
  ])('keeps %s', (_what, text) => {
    expect(cleanText(text)).toBe(text);
  });
});

it('a first sentence without blanks is cut to length, between characters', () => {
  expect(firstSentence('字'.repeat(300), 240)).toHaveLength(240);
  expect(firstSentence('𝔼'.repeat(300), 240).isWellFormed()).toBe(true);
});

it('a type that every object has as a property is just a word', () => {
  expect(readPublicationType('constructor')).toBe('constructor');
  expect(toPaper({ title: 'T', publicationType: 'toString' })).toMatchObject({ publicationType: 'tostring' });
});

it('the placeholder of a missing title is not searched', () => {
  expect(meets(fromWire({}), { text: 'title' })).toBe(false);
  expect(meets(fromWire({ abstract: 'H<sub>2</sub>O' }), { text: 'h2o' })).toBe(true);
});

it('a blank venue or a bad link does not hide a good one', () => {
  const paper = { journalName: '', v_journal_name: 'Nature', link: 'javascript:x', titleLink: 'https://example.org/' };
  expect(viewPaper('J1-1', fromWire(paper), 'compact')).toMatchObject({
    venue: 'Nature',
    link: 'https://example.org/',
  });
});

it('an id is cleaned like any other text', () => {
  expect(viewPaper('J1-1', fromWire({ id: '\u001b[31mx\u202e' }), 'full').id).toBe('x');
});
