import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, countRemoved } from '../../src/papers/text.ts';
import { IS_WHOLE } from '../helpers/runs.ts';
import { hiddenIn } from './checks.ts';
import { HOSTILE_TEXTS, MARK } from './hostile-texts.ts';

/** The sanitiser alone, where a text is quicker to judge than an answer that holds it. */

it.each(HOSTILE_TEXTS)(
  '$name: all that is hidden goes, the words stay, and cleaning again changes nothing',
  ({ text }) => {
    const clean = cleanText(text);
    expect(hiddenIn(clean)).toEqual([]);
    expect(clean).toContain(MARK);
    expect(cleanText(clean)).toBe(clean);
    expect(cleanLine(text)).not.toMatch(/[\n\t]/);
  },
);

it.each(HOSTILE_TEXTS.filter(({ hidden }) => hidden !== undefined))(
  '$name: $hidden characters are counted',
  (entry) => {
    expect(countRemoved(entry.text)).toBe(entry.hidden);
  },
);

/** `&amp;` in itself, so that reading entities once gives the next layer. */
function wrapped(layers: number, entity: string): string {
  return `&${'amp;'.repeat(layers)}${entity}`;
}

const LAYERS = Array.from({ length: 12 }, (_, layers) => layers);
const ENTITIES = ['#x1b;[31m', '#155;31m', '#x202e;', '#xe0041;', '#xd800;', '#8203;', '#xfffe;'];

describe('layers, of which each round of cleaning takes one away', () => {
  it('of entities around a control, a direction, a tag, half a pair', () => {
    const left = LAYERS.flatMap((layers) =>
      ENTITIES.filter((entity) => hiddenIn(cleanText(`x${wrapped(layers, entity)}y`)).length > 0).map(
        (entity) => `${layers} layers around &${entity}`,
      ),
    );
    expect(left).toEqual([]);
  });

  it('however many there are, cleaning what is clean changes nothing', () => {
    const texts = LAYERS.map((layers) => cleanText(`x${wrapped(layers, 'lt;b&gt;')}y`));
    expect(texts.map(cleanText)).toEqual(texts);
  });

  it('of entities and of tags around a tag', () => {
    const nested = (layers: number) => `x${'<'.repeat(layers)}<img src=x>${'img src=x>'.repeat(layers)}y`;
    const texts = LAYERS.flatMap((layers) => [nested(layers), `x${wrapped(layers, 'lt;img src=x&gt;')}y`]);
    expect(texts.filter((text) => cleanText(text).includes('<img src=x>'))).toEqual([]);
  });
});

describe('messages in characters that some texts need', () => {
  it.each([
    ['joiners between selectors of an emoji', `\u2764${'\ufe0f\u200d\ufe0f\u200c'.repeat(20)}\ufe0f`],
    ['joiners in a row between Persian letters', `\u0645${'\u200c\u200d'.repeat(20)}\u062e`],
    ['selectors and joiners in turn after a letter', `a${'\ufe00\u200d'.repeat(20)}b`],
    ['selectors of both kinds in turn', `a${'\ufe00\u{e0100}'.repeat(20)}b`],
    ['selectors kept apart by what is removed', `a${'\ufe00\u200b\ufe01\u{e0041}'.repeat(20)}b`],
    ['format controls of shorthand', `a${'\u{1bca0}\u{1bca3}'.repeat(20)}b`],
    ['format controls of music', `a${'\u{1d173}\u{1d17a}'.repeat(20)}b`],
    ['deprecated format controls', `a${'\u206a\u206f'.repeat(20)}b`],
    ['Mongolian selectors', `a${'\u180b\u180c\u180d\u180f'.repeat(20)}b`],
    ['characters that Unicode reserves as ignorable', `a${'\u2065\ufff0\u{e0fff}\u{e0080}'.repeat(20)}b`],
  ])('are removed: %s', (_what, text) => {
    expect(hiddenIn(cleanText(text))).toEqual([]);
    expect([...cleanText(text)].length).toBeLessThan(10);
  });

  it.each([
    ['a non-joiner in Persian', 'می\u200cخواهم'],
    ['a joiner in Devanagari', 'क्\u200dष'],
    ['a joined emoji with its selector', '❤\ufe0f\u200d🔥'],
    ['an emoji with a selector', '☀\ufe0f'],
    ['mathematics', 'if a<b and c>d then ‖x‖₂ ≤ ε·𝔼[ℒ]'],
  ])('are kept where they are needed: %s', (_what, text) => {
    expect(cleanText(text)).toBe(text);
    expect(hiddenIn(text)).toEqual([]);
  });
});

it('every character of every class is removed from the middle of a word, and counted as one', () => {
  const left: string[] = [];
  const miscounted: string[] = [];
  // Beyond the first plane `npm test` looks at each seventeenth.
  for (let code = 0; code <= 0x10ffff; code += code > 0xffff && !IS_WHOLE ? 17 : 1) {
    const character = String.fromCodePoint(code);
    const text = `a${character}b`;
    // Line breaks become blanks.
    if (hiddenIn(text).length === 0 || ['\r', '\u0085'].includes(character)) continue;
    if (cleanText(text) !== 'ab') left.push(code.toString(16));
    else if (countRemoved(text) !== 1) miscounted.push(code.toString(16));
  }
  // A few tell which class it is; all would be thousands.
  expect({ left: left.slice(0, 20), miscounted: miscounted.slice(0, 20) }).toEqual({ left: [], miscounted: [] });
});
