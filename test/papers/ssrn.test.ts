import { describe, expect, it } from 'vitest';
import { normalisePaper } from '../../src/papers/paper.ts';

describe('a paper by its DOI at SSRN', () => {
  const SSRN = { title: 'Owls', doi: '10.2139/ssrn.4000001', publicationType: 'journal-article', isPrePrint: false };

  it('is a preprint, whatever an index calls it', () => {
    expect(normalisePaper(SSRN)).toMatchObject({ isPrePrint: true, publicationType: 'preprint' });
    expect(normalisePaper({ ...SSRN, publicationType: undefined })).toMatchObject({ isPrePrint: true });
  });

  it('keeps a type that says more', () => {
    expect(normalisePaper({ ...SSRN, publicationType: 'dissertation' }).publicationType).toBe('dissertation');
  });

  it('at another publisher is what it says', () => {
    expect(normalisePaper({ ...SSRN, doi: '10.5555/ssrn.4000001' })).toMatchObject({
      isPrePrint: false,
      publicationType: 'journal',
    });
  });
});
