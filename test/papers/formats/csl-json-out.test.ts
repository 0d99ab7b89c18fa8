import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/paper.ts';
import { citationOf } from '../../../src/papers/citation.ts';
import type { ExportedPaper } from '../../../src/papers/formats/write/export-formats.ts';
import { writePapers } from '../../../src/papers/formats/write/write-papers.ts';
import { doiLink } from '../../../src/papers/identifiers.ts';
import { nameOf, type Person } from '../../../src/papers/people.ts';
import { type CslName, readWithCitationJs } from '../../helpers/citation-js.ts';
import { COLLECTIONS, exportedOne } from '../../helpers/exported-papers.ts';

const TYPES = {
  article: 'article-journal',
  'conference paper': 'paper-conference',
  chapter: 'chapter',
  book: 'book',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  preprint: 'article',
  other: 'document',
};

/** An object without what it says nothing about. */
function said(entries: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entries).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** Keywords are one text, separated by commas: those in a keyword become blanks. */
function keywordsOf(fields: string[]): string {
  return fields.map((field) => field.replace(/[, ]+/g, ' ').trim()).join(', ');
}

function itemOf({ ref, key, paper, sameAs }: ExportedPaper) {
  const citation = citationOf(paper);
  return said({
    id: key,
    'citation-key': key,
    type: TYPES[citation.kind],
    genre: citation.kind === 'preprint' ? 'preprint' : undefined,
    title: citation.title,
    author: citation.people.map(nameOf),
    issued: citation.issued.length > 0 ? { 'date-parts': [citation.issued] } : undefined,
    'container-title': citation.venue,
    publisher: citation.publisher,
    DOI: citation.doi,
    URL: citation.doi === undefined ? citation.link : doiLink(citation.doi),
    number: citation.kind === 'preprint' && citation.arxiv ? `arXiv:${citation.arxiv.id}` : undefined,
    abstract: citation.abstract,
    keyword: keywordsOf(citation.fieldsOfStudy),
    custom: said({
      ref,
      sameAs,
      publicationType: citation.publicationType,
      quartile: citation.quartile,
      citations: citation.citationCount,
      influentialCitations: citation.influentialCitationCount,
      references: citation.referenceCount,
      openAccess: citation.isOpenAccess,
      preprint: citation.isPrePrint,
      downloadable: citation.downloadable,
      link: citation.link,
      pdfLink: citation.pdfLink,
      summary: citation.summary,
      country: citation.country,
      score: citation.score,
      engine: citation.engine,
      arxivId: citation.arxiv?.id,
      openAlexId: citation.openAlexId,
    }),
  });
}

function personOf(name: CslName): Person {
  if (name.literal !== undefined) return { literal: name.literal };
  const { family = '', given, suffix, 'non-dropping-particle': particle } = name;
  return { family, ...(given && { given }), ...(particle && { particle }), ...(suffix && { suffix }) };
}

describe('CSL-JSON, read by citation-js', () => {
  it.each(COLLECTIONS)('gives back every variable of %s', (_name, papers) => {
    const items = readWithCitationJs('csl-json', writePapers('csl-json', papers));
    expect(items.length).toBe(papers.length);
    for (const [index, exported] of papers.entries()) {
      const { author = [], ...item } = items[index] ?? {};
      const expected = itemOf(exported);
      const names = author.map((name) => nameOf(personOf(name)));
      // JSON has one zero.
      const written = JSON.parse(JSON.stringify(expected));
      expect(said({ ...item, author: names })).toEqual(written);
    }
  });
});

describe('a CSL item', () => {
  const paper: WirePaper = {
    title: 'A title',
    authors: 'Ludwig van Beethoven, Martin King Jr., World Health Organization',
    publishedAt: '2020-05',
    publicationType: 'conference',
    impactFactor: { citationCount: 0 },
  };

  it('names people in parts', () => {
    const [item] = JSON.parse(writePapers('csl-json', exportedOne(paper)));
    expect(item).toEqual({
      id: 'beethoven2020title',
      'citation-key': 'beethoven2020title',
      type: 'paper-conference',
      title: 'A title',
      author: [
        { family: 'Beethoven', given: 'Ludwig', 'non-dropping-particle': 'van' },
        { family: 'King', given: 'Martin', suffix: 'Jr.' },
        { literal: 'World Health Organization' },
      ],
      issued: { 'date-parts': [[2020, 5]] },
      custom: { ref: 'J12-1', publicationType: 'conference', citations: 0, downloadable: false },
    });
  });

  it('is one line of the file', () => {
    const lines = writePapers('csl-json', [...exportedOne(paper), ...exportedOne(paper)]).split('\n');
    expect(lines).toHaveLength(5);
    expect([lines[0], lines[3], lines[4]]).toEqual(['[', ']', '']);
  });

  it('holds no markup that CSL processors would follow', () => {
    const evil = '<i>a</i> <span class="nocase">b</span> <sup>c</sup> &lt;b&gt;d&lt;/b&gt;';
    expect(JSON.parse(writePapers('csl-json', exportedOne({ title: evil })))[0].title).toBe('a b c d');
  });
});
