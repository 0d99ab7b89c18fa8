import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { fill } from '../../../src/service/enrichment/enriched-fields.ts';
import { readLandingPage } from '../../../src/service/enrichment/read-landing-page.ts';
import type { ScrapedPage } from '../../../src/service/scraping/scraping-service.ts';
import { runs } from '../../helpers/runs.ts';

const TITLE = 'A toy survey of river-sensor networks';
const PAPER: WirePaper = { title: TITLE, doi: '10.5555/demo.17' };
const ADDRESS = 'https://journal.example/articles/17';
const ABSTRACT = 'Rivers are measured by sensors, and people measure the sensors. We survey both with toys.';

function facts(page: Partial<ScrapedPage>, paper = PAPER) {
  return readLandingPage(paper, { metadata: {}, ...page }, ADDRESS);
}

/** Only the facts that are there. */
function told(page: Partial<ScrapedPage>, paper = PAPER) {
  return Object.fromEntries(Object.entries(facts(page, paper) ?? {}).filter(([, value]) => value !== undefined));
}

function head(...tags: string[]): string {
  return `<!doctype html><html><head><title>Page</title>${tags.join('\n')}</head><body><p>x</p></body></html>`;
}

const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
const DOI_TAG = meta('citation_doi', '10.5555/demo.17');

describe('the tags of a page', () => {
  it('tell what publishers write for machines', () => {
    const html = head(
      meta('citation_title', TITLE),
      meta('citation_doi', 'doi:10.5555/DEMO.17'),
      meta('citation_author', 'Ada Beispiel'),
      meta('citation_journal_title', 'Journal of Invented Hydrology'),
      meta('citation_publisher', 'Example Press'),
      meta('citation_publication_date', '2023/04/12'),
      meta('citation_pdf_url', '/articles/17.pdf?a=1&amp;b=2'),
      meta('citation_fulltext_world_readable', 'yes'),
      meta('citation_abstract', `&lt;p&gt;${ABSTRACT}&lt;/p&gt;`),
    );
    expect(told({ html })).toEqual({
      abstract: ABSTRACT,
      doi: 'doi:10.5555/DEMO.17',
      isOpenAccess: true,
      pdfLink: 'https://journal.example/articles/17.pdf?a=1&b=2',
      venue: 'Journal of Invented Hydrology',
      publisher: 'Example Press',
      year: 2023,
      publicationType: 'journal',
    });
  });

  it('are read from what the scraping service found when there is no page', () => {
    const metadata = {
      'DC.Title': TITLE,
      'DC.Identifier': ['urn:x', 'doi:10.5555/demo.17'],
      'DCTERMS.abstract': ABSTRACT,
      'DC.date': '12 April 2023',
      'DC.Rights': 'https://creativecommons.org/licenses/by/4.0/',
    };
    expect(told({ metadata })).toEqual({
      abstract: ABSTRACT,
      doi: 'doi:10.5555/demo.17',
      isOpenAccess: true,
      year: 2023,
    });
  });

  it('give no PDF link while nobody says that it is open', () => {
    const html = head(DOI_TAG, meta('citation_pdf_url', 'https://journal.example/17.pdf'));
    expect(told({ html })).not.toHaveProperty('pdfLink');
    expect(told({ html }, { ...PAPER, isOpenAccess: true }).pdfLink).toBe('https://journal.example/17.pdf');
  });

  it.each(['javascript:alert(1)', 'ftp://journal.example/17.pdf', 'http://[bad', 'data:application/pdf;base64,AA'])(
    'give no link like %s',
    (link) => {
      const html = head(DOI_TAG, meta('citation_fulltext_world_readable', 'yes'), meta('citation_pdf_url', link));
      expect(told({ html })).not.toHaveProperty('pdfLink');
    },
  );

  it('pass a description for the abstract only when it is long and whole', () => {
    const long = `${ABSTRACT} `.repeat(4).trim();
    expect(told({ html: head(DOI_TAG, meta('og:description', long)) }).abstract).toBe(long);
    expect(told({ html: head(DOI_TAG, meta('og:description', ABSTRACT)) })).not.toHaveProperty('abstract');
    expect(told({ html: head(DOI_TAG, meta('description', `${long}...`)) })).not.toHaveProperty('abstract');
    expect(told({ metadata: { ogDescription: long, citation_doi: '10.5555/demo.17' } }).abstract).toBe(long);
  });

  it('are found in any order, case and quoting of their attributes', () => {
    const html = `<HEAD><META CONTENT='10.5555/demo.17' data-x=">" NAME=citation_doi />
      <meta property = "citation_abstract"
            content = "${ABSTRACT}"></HEAD>`;
    expect(told({ html }).abstract).toBe(ABSTRACT);
  });

  it('do not count inside comments, scripts, styles and text fields', () => {
    const hidden = meta('citation_abstract', ABSTRACT);
    for (const around of ['<!-- % -->', '<script>"%"</script>', '<style>%</style >', '<textarea>%</textarea>']) {
      expect(told({ html: head(DOI_TAG, around.replace('%', hidden)) })).not.toHaveProperty('abstract');
    }
    expect(told({ html: head(DOI_TAG, '<!-- x -->', hidden) }).abstract).toBe(ABSTRACT);
  });
});

describe('the JSON-LD of a page', () => {
  const article = {
    '@type': 'ScholarlyArticle',
    headline: TITLE,
    abstract: ABSTRACT,
    identifier: { '@type': 'PropertyValue', propertyID: 'doi', value: '10.5555/demo.17' },
    datePublished: '2023-04-12',
    isAccessibleForFree: true,
    publisher: { '@type': 'Organization', name: 'Example Press' },
    encoding: [{ encodingFormat: 'application/pdf', contentUrl: '/17.pdf' }],
    isPartOf: { issueNumber: '1', isPartOf: { volumeNumber: '9', isPartOf: { name: 'J. Invented Hydrol.' } } },
  };
  const script = (json: unknown) => `<script type="application/ld+json">${JSON.stringify(json)}</script>`;
  const expected = {
    abstract: ABSTRACT,
    doi: '10.5555/demo.17',
    isOpenAccess: true,
    pdfLink: 'https://journal.example/17.pdf',
    venue: 'J. Invented Hydrol.',
    publisher: 'Example Press',
    year: 2023,
  };

  it.each<[string, unknown]>([
    ['alone', article],
    ['in a list', [{ '@type': 'WebSite', name: 'x' }, article]],
    ['in a graph', { '@context': 'https://schema.org', '@graph': [article] }],
    ['as what a page is about', { '@type': 'WebPage', mainEntity: article }],
    ['of several types', { ...article, '@type': ['Thing', 'http://schema.org/ScholarlyArticle'] }],
  ])('tells about an article %s', (_where, json) => {
    expect(told({ html: head(script(json)) })).toEqual(expected);
  });

  it('is taken from the article of this paper among others', () => {
    const other = {
      ...article,
      headline: 'Another survey',
      identifier: '10.5555/other',
      abstract: 'Other. '.repeat(20),
    };
    expect(told({ html: head(script([other, article])) }).abstract).toBe(ABSTRACT);
    expect(facts({ html: head(script([other])) })).toBeUndefined();
  });

  it.each(['{', 'null', '"text"', '[[[[[[[[[[[]]]]]]]]]]]', '['.repeat(100_000), '{"@type":"ScholarlyArticle"}'])(
    'that says nothing is no trouble: %.30s',
    (json) => {
      const html = head(`<script type='application/ld+json'>${json}</script>`, DOI_TAG);
      expect(told({ html })).toEqual({ doi: '10.5555/demo.17' });
    },
  );
});

describe('the text of a page', () => {
  it('gives the paragraphs under the heading, without links and pictures', () => {
    const text = `# ${TITLE}\n\n[Home](https://x.example)\n\n## Abstract\n\nRivers are **measured** by [sensors](https://y.example/a_b), and people measure the sensors. ![toy](z.png)\n\nWe survey both with toys.\n\n## Introduction\n\nMore.`;
    expect(told({ text }).abstract).toBe(
      'Rivers are measured by sensors, and people measure the sensors.\nWe survey both with toys.',
    );
  });

  it('comes after all tags', () => {
    const text = `# ${TITLE}\n\n## Abstract\n\n${'From the text. '.repeat(20)}`;
    expect(told({ text, html: head(meta('citation_abstract', ABSTRACT)) }).abstract).toBe(ABSTRACT);
  });

  it('gives nothing without such a heading', () => {
    expect(told({ text: `# ${TITLE}\n\n${ABSTRACT}` })).toEqual({});
  });
});

describe('a page is about the paper', () => {
  it.each<[string, Partial<ScrapedPage>]>([
    ['by its DOI', { html: head(DOI_TAG) }],
    ['by a title tag', { html: head(meta('og:title', TITLE)) }],
    ['by its title with the name of the site', { html: `<title>${TITLE} | Journal of Toys</title>` }],
    ['by the title that the scraping service read', { metadata: { title: `${TITLE} - Example Press` } }],
    ['by its main heading', { text: `Menu\n\n# ${TITLE}\n` }],
  ])('%s', (_how, page) => {
    expect(facts(page)).toBeDefined();
  });

  it.each<[string, Partial<ScrapedPage>]>([
    ['an empty page', {}],
    ['a login page', { html: '<title>Log in</title>', text: '# Log in' }],
    [
      'the page of another DOI with the same title',
      { html: head(meta('citation_doi', '10.5555/x'), meta('citation_title', TITLE)) },
    ],
    ['a list that names it among others', { text: `# Search results\n\n## ${TITLE}\n\n## Abstract\n\n${ABSTRACT}` }],
  ])('and not %s', (_how, page) => {
    expect(facts(page)).toBeUndefined();
  });

  it('of arXiv by the number that the page names, not by the address that was asked', () => {
    const paper: WirePaper = {
      title: 'Toy',
      doi: '10.48550/arxiv.2304.00001',
      link: 'https://arxiv.org/abs/2304.00001',
    };
    const tags = head(meta('citation_arxiv_id', '2304.00001'), meta('citation_abstract', ABSTRACT));
    const read = (html: string) => readLandingPage(paper, { metadata: {}, html }, paper.link ?? '');
    expect(read(tags)?.abstract).toBe(ABSTRACT);
    expect(read(head(meta('citation_abstract', ABSTRACT)))).toBeUndefined();
  });
});

describe('a hostile page', () => {
  const bombs: [string, string][] = [
    ['unclosed tags', '<meta name="a" content="'.repeat(80_000)],
    ['unclosed scripts', '<script>'.repeat(200_000)],
    ['unclosed comments', '<!--'.repeat(400_000)],
    ['blanks', `<meta${' '.repeat(1_900_000)}`],
    ['bare attributes', `<meta ${'a '.repeat(900_000)}`],
    ['single quotes', "<meta a='".repeat(200_000)],
    ['empty tags', '<meta>'.repeat(300_000)],
    ['titles', '<title>x</title>'.repeat(100_000)],
    ['brackets', '<'.repeat(2_000_000)],
    ['equal signs', `<meta ${'=a '.repeat(600_000)}`],
    ['a type without a text', '<script type="application/ld+json">{"@type":[{"toString":null}]}</script>'],
    ['scripts of JSON', `<script type="application/ld+json">{"@graph":[${'[],'.repeat(100_000)}0]}</script>`.repeat(5)],
  ];

  it.each(bombs)('of %s costs no more than a long one, and what comes first still counts', (_what, bomb) => {
    const text = `# ${'#'.repeat(100_000)}\n${'['.repeat(100_000)}\n${'!['.repeat(50_000)}`;
    expect(told({ html: DOI_TAG + bomb, text })).toMatchObject({ doi: '10.5555/demo.17' });
  });

  it('fills nothing that could act on whoever shows it', () => {
    const evil = `${ABSTRACT} <script>alert(1)</script>\u001b[31m\u202e&#x1b;[0m ![x](https://t.example) &lt;img src=x&gt;`;
    const found = facts({
      html: head(DOI_TAG),
      metadata: { citation_abstract: evil, citation_journal_title: '\u001b]0;x\u0007J<b>H</b>' },
    });
    const { paper } = fill(PAPER, found ?? {}, 'landing page');
    expect(paper.journalName).toBe('JH');
    expect(paper.abstract).toContain(ABSTRACT);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the point
    expect(paper.abstract).not.toMatch(/[\u0000-\u0008\u001b\u202e]|<script|<img/);
  });

  it('of any sort is read without an error', () => {
    const pieces = fc.constantFrom(
      ...['<meta ', '<META', 'name=', 'content=', '"', "'", '>', '/>', 'citation_doi', 'citation_title', TITLE, '<!--'],
      ...['-->', '<script type="application/ld+json">', '</script>', '{"@type":"Article","name":', '[', '}', '<title>'],
      ...['</title>', '10.5555/demo.17', ' ', '=', '\u0000', '&amp;', '<', '\n# ', '## Abstract\n', ABSTRACT],
    );
    const text = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));
    const metadata = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string())));
    fc.assert(
      fc.property(text, text, metadata, (html, markdown, found) => {
        const paper = fill(PAPER, facts({ html, text: markdown, metadata: found }) ?? {}, 'landing page').paper;
        expect(paper.title).toBe(TITLE);
        expect(paper.doi).toBe(PAPER.doi);
      }),
      { numRuns: runs(150) },
    );
  });
});
