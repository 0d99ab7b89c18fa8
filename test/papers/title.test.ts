import { describe, expect, it } from 'vitest';
import { toPaper } from '../../src/papers/paper.ts';
import { displayTitle } from '../../src/papers/paper-view.ts';
import { splitTitle } from '../../src/papers/text.ts';
import { fromWire } from '../../src/papers/wire.ts';

describe('what databases write behind a title', () => {
  it.each([
    ['Garlic for colds [Systematic Review]2541', 'Garlic for colds'],
    ['Garlic for colds. [31 refs]', 'Garlic for colds'],
    ['Garlic for colds?. [Review] [31 refs]1719', 'Garlic for colds?'],
    [
      'Garlic for colds.[see comment][erratum appears in Chest. 2006;129(1):216 Note: Doe, J [added]]',
      'Garlic for colds',
    ],
    ['Garlic for colds.[update of Cochrane Database Syst Rev. 2002;(1):CD1; PMID: 2].', 'Garlic for colds'],
    ['Garlic for colds [Article in French]', 'Garlic for colds'],
    ['Garlic, a case of vitamin K. [Case Reports]', 'Garlic, a case of vitamin K'],
  ])('"%s" is no part of it', (title, plain) => {
    expect(splitTitle(title).title).toBe(plain);
    expect(displayTitle(fromWire({ title }))).toBe(plain);
    expect(toPaper({ title })).toMatchObject({ title: plain });
    expect(fromWire({ title }).title).toBe(plain);
  });

  it.each([
    'Garlic for colds [Protocol]',
    'On [Fe(CN)6] and [2,3]',
    '[Review]',
    'Review of [review] signs',
    'Agenda2030',
    'The gene p53. [proof]',
    'COVID-19 in 2020.',
  ])('but of "%s" all is', (title) => {
    expect(splitTitle(title)).toEqual({ title, labels: [] });
  });

  it('leaves the number of a record out behind a label that stays', () => {
    expect(splitTitle('Garlic for colds [Protocol]3281').title).toBe('Garlic for colds [Protocol]');
  });

  it('tells its design', () => {
    expect(toPaper({ title: 'Garlic for colds. [Review] [31 refs]' })).toMatchObject({ studyTypes: ['review'] });
  });

  it('takes a hostile title of the greatest length no longer than an honest one', () => {
    const title = `a${'[review]'.repeat(6_000)}`;
    expect(splitTitle(title).labels.length).toBeLessThanOrEqual(8);
  });
});
