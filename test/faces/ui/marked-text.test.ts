import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarker } from '../../../src/review/pages/record-card.ts';
import type { Criterion } from '../../../src/review/protocol.ts';

const CRITERIA: Criterion[] = [
  { id: 'C1', kind: 'include', text: 'young owls', words: ['owlet', 'fledgling'] },
  { id: 'C2', kind: 'exclude', text: 'mice in a laboratory' },
];

describe('words marked in a text', () => {
  const mark = createMarker('Do owls hunt at night?', CRITERIA);
  const marked = (text: string, as: string) => mark(text).flatMap(({ text, mark }) => (mark === as ? [text] : []));

  it('are those of the question and of criteria, in the forms of the text', () => {
    const text = 'Owl fledglings hunted laboratory mice by night; young voles slept.';
    expect(marked(text, 'for')).toEqual(['Owl', 'fledglings', 'hunted', 'night']);
    expect(marked(text, 'against')).toEqual(['laboratory mice']);
  });

  it('are for including where both kinds have them', () => {
    const both = createMarker('mice', [{ id: 'C1', kind: 'exclude', text: 'mice' }]);
    expect(both('Mice.')).toEqual([{ text: 'Mice', mark: 'for' }, { text: '.' }]);
  });

  it('change nothing in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(
          mark(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('are none without a question', () => {
    expect(createMarker('', [])('Owls')).toEqual([{ text: 'Owls' }]);
  });
});
