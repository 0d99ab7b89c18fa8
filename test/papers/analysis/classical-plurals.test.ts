import { describe, expect, it } from 'vitest';
import { classicalSingular } from '../../../src/papers/analysis/classical-plurals.ts';
import { stem } from '../../../src/papers/analysis/stem.ts';

describe('Latin and Greek plurals', () => {
  it.each([
    ['metastasis', 'metastases'],
    ['diagnosis', 'diagnoses'],
    ['analysis', 'analyses'],
    ['sepsis', 'sepses'],
    ['crisis', 'crises'],
    ['thesis', 'theses'],
    ['axis', 'axes'],
    ['stimulus', 'stimuli'],
    ['nucleus', 'nuclei'],
    ['fungus', 'fungi'],
    ['streptococcus', 'streptococci'],
    ['genus', 'genera'],
    ['bacterium', 'bacteria'],
    ['mycobacterium', 'mycobacteria'],
    ['endothelium', 'endothelia'],
    ['spectrum', 'spectra'],
    ['criterion', 'criteria'],
    ['phenomenon', 'phenomena'],
    ['alga', 'algae'],
    ['larva', 'larvae'],
    ['formula', 'formulae'],
    ['carcinoma', 'carcinomata'],
    ['stoma', 'stomata'],
    ['index', 'indices'],
    ['matrix', 'matrices'],
  ])('%s and %s have one stem', (singular, plural) => {
    expect(stem(plural)).toBe(stem(singular));
  });

  it.each([
    ['titanium', 'titania'],
    ['aluminum', 'alumina'],
    ['indium', 'india'],
    ['medium', 'media'],
    ['minus', 'mini'],
    ['bus', 'business'],
    ['basis', 'base'],
    ['axis', 'axe'],
    ['these', 'theses'],
    ['alkali', 'alkalus'],
  ])('%s and %s stay apart', (one, other) => {
    expect(stem(other)).not.toBe(stem(one));
  });

  it.each(['data', 'foci', 'algae', 'bacteria', 'lymphomata'])('%s becomes a singular once only', (plural) => {
    const singular = classicalSingular(plural);
    expect(singular).not.toBe(plural);
    expect(classicalSingular(singular)).toBe(singular);
  });

  it.each(['cell', 'tae', 'brae', 'media', 'ae', ''])('%j is left as it is', (word) => {
    expect(classicalSingular(word)).toBe(word);
  });
});
