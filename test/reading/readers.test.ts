import { describe, expect, it } from 'vitest';
import { sniffFormat } from '../../src/lib/text-format.ts';
import { readHtml } from '../../src/reading/html/read-html.ts';
import { readJats } from '../../src/reading/jats/read-jats.ts';
import { readDocument } from '../../src/reading/read-document.ts';
import { ARTICLE, blocksOf, PAGE, read } from './fixtures.ts';

const linesOf = (document: ReturnType<typeof read>) =>
  blocksOf(document).map(({ at, kind, text }) => `${at} ${kind}: ${text}`);
const outlineOf = (document: ReturnType<typeof read>) => document.sections.map(({ id, title }) => `${id} ${title}`);

describe('an article in JATS', () => {
  const article = read(readJats(ARTICLE));

  it('gives its sections as a reader finds them, letters of reviewers apart', () => {
    expect(outlineOf(article)).toEqual([
      ...['abstract Abstract', 'abstract.1 Background', 'abstract.2 Results', 'S1 1 Introduction', 'S2 Methods'],
      ...['S2.1 Pulling of threads', 'S3 Results', 'B1 Acknowledgements', 'A1 Appendix A', 'R1 Decision letter'],
    ]);
    expect(article.title).toBe('How Mytilus holds on');
    expect(article.licence).toBe('https://creativecommons.org/licenses/by/4.0/');
  });

  it('gives each block its place: references in brackets, formulas once, figures and notes after their paragraph', () => {
    expect(linesOf(article)).toEqual([
      'abstract.1.p1 paragraph: Mussels hold on to rocks.',
      'abstract.2.p1 paragraph: Threads broke at 12.5 N.',
      'S1.p1 paragraph: Threads of mussels are strong [1,2], and cells [2] secrete them. See Figure 1. They hold for 10^3 hours at CO2 levels of 400 ppm & more, as α shows.',
      'S1.p2 caption: Figure 1. A mussel on a rock. Scale bar: 1 cm.',
      'S1.p3 footnote: Only in winter.',
      'S2.1.p1 paragraph: The force was $F = k x^2$ and the area A = r^2(a)/(b); the other was [formula] in all cases.',
      'S2.1.p2 paragraph: We did three things:',
      'S2.1.p3 list-item: pull,',
      'S2.1.p4 list-item: push, and',
      'S2.1.p5 paragraph: and we waited.',
      'S3.p1 paragraph: Threads did not break in 48 of 50 animals (96%; p < 0.05), which was more than expected (Weevil et al., 2019).',
      'S3.p2 caption: Table 1. Breaking force.',
      'S3.p3 table: | Site | Force (N) | Force (N) |\n| --- | --- | --- |\n| Site | mean | SD \\| range |\n| North | 12.5 | 1.2 |',
      'S3.p4 footnote: SD: standard deviation.',
      'B1.p1 paragraph: We thank the tide.',
      'A1.p1 paragraph: More threads were pulled in spring.',
      'R1.p1 paragraph: The threads should be pulled again.',
    ]);
  });

  it('gives its references with their identifiers', () => {
    expect(article.references).toEqual([
      { key: '1', text: 'Weevil A. Threads. J Shores 2019.', doi: '10.5555/threads.9', pmid: '12345' },
      { key: '2', text: 'Owl B (2001). Rocks. J Stone. 3:7-9', pmcid: 'PMC77' },
    ]);
  });

  it.each([
    [
      'an article in the XML of Elsevier',
      '<article xmlns="http://www.elsevier.com/xml/ja/dtd"><item-info/><head/><body2><p>Mussels.</p></body2></article>',
      'not a document',
    ],
    ['front matter alone', ARTICLE.replace(/<body>[\s\S]*<\/body>/, ''), 'no body'],
    ['a download that broke off', ARTICLE.slice(0, ARTICLE.indexOf('<ref-list>')), 'cut off'],
    [
      'entities of its own',
      ARTICLE.replace(/<!DOCTYPE[^>]*>/, '<!DOCTYPE article [<!ENTITY a "aaa">]>'),
      'own entities',
    ],
    [
      '10,000 levels',
      `<article><body>${'<sec>'.repeat(10_000)}${'</sec>'.repeat(10_000)}</body></article>`,
      'nested too deeply',
    ],
    ['no article', '<?xml version="1.0"?><records/>', 'not a document'],
  ])('%s is a problem', (_what, xml, problem) => {
    expect(readJats(xml)).toEqual({ problem });
  });

  it('refuses more than 8 MB', async () => {
    expect(await readDocument('a'.repeat(8 * 1024 * 1024 + 1), 'jats')).toEqual({ problem: 'too large' });
  });

  it('reads deeply nested MathML in a time that does not double with each level', () => {
    const maths = `${'<mml:mrow>'.repeat(60)}<mml:mi>x</mml:mi>${'</mml:mrow>'.repeat(60)}`;
    const xml = `<article><body><p>Let <inline-formula><mml:math>${maths}</mml:math></inline-formula> be.</p></body></article>`;
    expect(blocksOf(read(readJats(xml)))[0]?.text).toBe('Let x be.');
  });

  it('takes characters that hide or reorder out of the text', () => {
    const xml = '<article><body><p>safe\u202e txt\u200b \u{e0041}here</p></body></article>';
    expect(blocksOf(read(readJats(xml)))[0]?.text).toBe('safe txt here');
  });
});

describe('a page of arXiv', () => {
  const page = read(readHtml(PAGE));

  it('gives its sections, version and licence', () => {
    expect(outlineOf(page)).toEqual(['abstract Abstract', 'S1 1 Introduction', 'S1.1 1.1 Shells', 'S2 2 Conclusion']);
    expect(page).toMatchObject({ title: 'Sorting shells', licence: 'CC BY 4.0', version: 'v3' });
  });

  it('gives its blocks, without what belongs to the page', () => {
    expect(linesOf(page)).toEqual([
      'abstract.p1 paragraph: We sort shells in time $O(n\\log n)$.',
      'S1.p1 paragraph: Shells were sorted by hand [1], slowly and often at night.',
      'S1.p2 footnote: By children.',
      'S1.1.p1 list-item: • round ones,',
      'S1.1.p2 list-item: long ones.',
      'S2.p1 formula: $E=mc^{2}$ (1)',
      'S2.p2 caption: Table 1: Times.',
      'S2.p3 table: | n | s |\n| --- | --- |\n| 10 | 0.1 |',
      'S2.p4 paragraph: Sorting is fast.',
    ]);
    const text = 'B. Owl. Shells by hand. arXiv:2001.00002, 2020. link';
    expect(page.references).toEqual([{ key: '1', text, doi: '10.5555/hand.1', arxivId: '2001.00002' }]);
  });

  it('is a problem where the conversion broke off or failed', () => {
    const cut = PAGE.slice(0, PAGE.indexOf('<section class="ltx_section" id="S2">'));
    expect(readHtml(cut)).toEqual({ problem: 'cut off' });
    const faulty = PAGE.replace('Sorting is fast.', '<span class="ltx_ERROR">\\foo</span>'.repeat(3));
    expect(readHtml(faulty)).toEqual({ problem: 'cut off' });
    expect(readHtml('<html><body><p>Sign in</p></body></html>')).toEqual({ problem: 'not a document' });
  });
});

const PUBMED = '<?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation><Article>';

it('formats are told by the beginning, not by what is claimed', () => {
  expect([ARTICLE, PAGE, '%PDF-1.7 ...', '<html><article></article>', 'text', PUBMED].map(sniffFormat)).toEqual([
    ...['jats', 'html', 'pdf', 'html', undefined, undefined],
  ]);
});
