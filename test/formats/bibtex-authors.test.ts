import { describe, expect, it } from 'vitest';
import { readPapers, writePapers } from '../../src/faces/sdk/formats.ts';
import type { Paper } from '../../src/faces/sdk/types.ts';
import { writeBibliography } from '../../src/formats/bibliography/bibliography.ts';
import type { BibliographyStyle } from '../../src/formats/export-kinds.ts';
import { exported } from '../helpers/exported.ts';

describe('the authors of an entry of BibTeX', () => {
  const readAuthors = async (author: string) => {
    const { papers } = await readPapers(
      `@article{n1, title={Alpha reef survey methods}, author={${author}}, year=2015}`,
      {
        format: 'bibtex',
      },
    );
    return papers[0];
  };
  it.each([
    ['Wilson E, Rink G, Brook KA, Falk M', 'E Wilson, G Rink, KA Brook, M Falk'],
    ['Pard F., Kirk T., Smith K. and Whit D.', 'F. Pard, T. Kirk, K. Smith, D. Whit'],
    ['Smith, J. & Doe, K.', 'J. Smith, K. Doe'],
    ['Smith, J.; Doe, K.; Roe, L.', 'J. Smith, K. Doe, L. Roe'],
    ['Marsh, F. W., Jr.', 'F. W. Marsh Jr.'],
    ['Marsh, Jr., F. W.', 'F. W. Marsh Jr.'],
    ['Marsh, V, Frank', 'Frank V Marsh'],
    ['Marsh, IV', 'IV Marsh'],
    ['{Marsh, F and Doe, KLM}', 'F Marsh, KLM Doe'],
    ['{Marsh, FC}', 'FC Marsh'],
    ['{Ministry of Reefs, UK}', 'Ministry of Reefs, UK;'],
    ['Marsh, F.W.; and Doe, K.;', 'F.W. Marsh, K. Doe'],
    ['Frank W. Marsh, Jr. and Doe, K.', 'Frank W. Marsh Jr., K. Doe'],
    ['Miller J, Smith K, (eds)', 'J Miller, K Smith'],
    ['Alpha A; Beta B & Gamma G', 'A Alpha, B Beta, G Gamma'],
    ['Wang Xiaoming / Li Ming', 'Wang Xiaoming, Li Ming'],
    ['Smith J*, Doe K†', 'J Smith, K Doe'],
    ['Dupont (J.), Durand (K. L.)', 'J. Dupont, K. L. Durand'],
  ])('%s', async (author, names) => {
    expect(await readAuthors(author)).toMatchObject({ authors: names });
    expect((await readAuthors(author))?.hasMoreAuthors).toBeUndefined();
  });

  it.each([
    ['Smith, Jane and Doe, Karl and et al.', 'Jane Smith, Karl Doe'],
    ['Smith, Jane and {et al.}', 'Jane Smith'],
    ['Test, Some and others, ', 'Some Test'],
    ['Smith, J., Doe, K., et al.', 'J. Smith, K. Doe'],
    ['A Alpha, B Beta, …', 'A Alpha, B Beta'],
    ['Xi Jin and Li Wei and 3 others', 'Xi Jin, Li Wei'],
  ])('%s is a shortened list, whose mark is nobody', async (author, names) => {
    expect(await readAuthors(author)).toMatchObject({ authors: names, hasMoreAuthors: true });
  });

  it('that a shortened list has are cited as shortened', async () => {
    const paper = await readAuthors('Smith, John and Doe, Ann and others');
    if (!paper) throw new Error('not read');
    const citation = (style: BibliographyStyle) => writeBibliography(exported([paper]), style);
    expect(citation('apa')).toMatch(/^Smith, J., Doe, A., et al\. \(2015\)/);
    expect(citation('vancouver')).toMatch(/Smith J, Doe A, et al\./);
    expect(citation('ieee')).toMatch(/J\. Smith, A\. Doe et al\./);
    expect(citation('harvard')).toMatch(/Smith, J\., Doe, A\. et al\./);
    expect(citation('chicago-author-date')).toMatch(/Smith, John, Ann Doe, et al\./);
    expect(writePapers('bibtex', [paper])).toContain('author = {Smith, John and Doe, Ann and others}');
  });

  it.each([
    ['Karl Otto Emil de la Grange Riffe', 'de la Grange Riffe'],
    ['Ana {García López}', 'García López'],
    ['Juan de {la Cruz}', 'de la Cruz'],
    ['Ludo van der Kust Meer', 'van der Kust Meer'],
  ])('%s has the family name %s', async (author, family) => {
    const paper = await readAuthors(author);
    const [person] = JSON.parse(writePapers('csl-json', [paper as Paper]))[0].author;
    expect([person['non-dropping-particle'], person.family].filter(Boolean).join(' ')).toBe(family);
  });

  it.each(['bibtex', 'ris', 'csl-json', 'csv'] as const)(
    'that are organisations with commas in their names stay whole when they are written as %s',
    async (format) => {
      const paper = await readAuthors(
        'García Márquez, Gabriel and {Ministry of Health, Division of Water} and King, Jr., Martin and {Trust, Reef and Co}',
      );
      const { papers } = await readPapers(writePapers(format, [paper as Paper]), { format });
      expect(papers[0]?.authors).toBe(
        'Gabriel García Márquez; Ministry of Health, Division of Water; Martin King Jr.; Trust, Reef and Co;',
      );
    },
  );
});
