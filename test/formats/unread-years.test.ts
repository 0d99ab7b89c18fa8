import { describe, expect, it } from 'vitest';
import { type ReadFormat, readPapers } from '../../src/faces/sdk/formats.ts';

/** Two records of a format, the second with the year given as text; and the line where the second starts. */
const FORMATS: readonly [format: ReadFormat, file: (year: string) => string, line: number][] = [
  ['ris', (year) => `TY  - JOUR\nTI  - Reef\nPY  - 2017\nER  - \nTY  - JOUR\nTI  - Kelp\nPY  - ${year}\nER  - \n`, 5],
  ['bibtex', (year) => `@article{a, title={Reef}, year={2017}}\n@article{b, title={Kelp}, year={${year}}}\n`, 2],
  ['bibtex', (year) => `@article{a, title={Reef}, date={2017}}\n@article{b, title={Kelp}, date={${year}}}\n`, 2],
  ['nbib', (year) => `PMID- 1\nTI  - Reef\nDP  - 2017\n\nPMID- 2\nTI  - Kelp\nDP  - ${year}\n`, 5],
  ['refer', (year) => `%0 Journal Article\n%T Reef\n%D 2017\n\n%0 Journal Article\n%T Kelp\n%D ${year}\n`, 5],
  ['refworks', (year) => `RT Journal Article\nT1 Reef\nYR 2017\n\nRT Journal Article\nT1 Kelp\nYR ${year}\n`, 5],
  ['wos', (year) => `FN Clarivate\nVR 1.0\nPT J\nTI Reef\nPY 2017\nER\n\nPT J\nTI Kelp\nPY ${year}\nER\n\nEF\n`, 8],
  [
    'ovid',
    (year) => `<1>\nTitle\n  Reef\nYear of Publication\n  2017\n\n<2>\nTitle\n  Kelp\nYear of Publication\n  ${year}\n`,
    7,
  ],
  [
    'endnote-xml',
    (year) =>
      ['2017', year]
        .map((each, at) => `<titles><title>${at ? 'Kelp' : 'Reef'}</title></titles><dates><year>${each}</year></dates>`)
        .map((fields) => `<record><ref-type name="Journal Article">17</ref-type>${fields}</record>\n`)
        .join('')
        .replace(/^.*$/s, '<xml><records>\n$&</records></xml>\n'),
    3,
  ],
  ['csv', (year) => `title,year\nReef,2017\nKelp,"${year}"\n`, 3],
  ['jsonl', (year) => `{"title":"Reef","year":2017}\n{"title":"Kelp","year":"${year}"}\n`, 2],
  [
    'csl-json',
    (year) =>
      `[{"type":"book","title":"Reef","issued":{"raw":"2017"}},\n{"type":"book","title":"Kelp","issued":{"raw":"${year}"}}]`,
    2,
  ],
  [
    'csl-json',
    (year) =>
      `[{"type":"book","title":"Reef","issued":"2017"},\n{"type":"book","title":"Kelp","issued":{"date-parts":[["${year}"]]}}]`,
    2,
  ],
  [
    'zotero',
    (year) =>
      `[{"itemType":"book","title":"Reef","date":"2017"},\n{"itemType":"book","title":"Kelp","date":"${year}"}]`,
    2,
  ],
  [
    'pubmed-xml',
    (year) =>
      ['2017', year]
        .map((each) => `<JournalIssue><PubDate><Year>${each}</Year></PubDate></JournalIssue>`)
        .map((issue) => `<Article><Journal>${issue}</Journal><ArticleTitle>Reef</ArticleTitle></Article>`)
        .map((article) => `<PubmedArticle><MedlineCitation>${article}</MedlineCitation></PubmedArticle>\n`)
        .join('')
        .replace(/^.*$/s, '<PubmedArticleSet>\n$&</PubmedArticleSet>\n'),
    3,
  ],
];

describe.each(FORMATS)('a date in %s', (format, file, line) => {
  it.each(['in press', 'forthcoming', '20188', 'Zweitausend', '’18'])(
    'of which no year is understood is told with its record: %s',
    async (year) => {
      const { papers, problems } = await readPapers(file(year), { format });
      expect(papers.map((paper) => paper.year ?? undefined)).toEqual([2017, undefined]);
      expect(problems).toEqual([{ line, reason: `its year was not understood: ${year}` }]);
    },
  );

  it.each(['', '0000', 'n/a', '?'])('that says nothing is not told: "%s"', async (year) => {
    const { papers, problems } = await readPapers(file(year), { format });
    expect([papers.length, problems]).toEqual([2, []]);
  });
});
