import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { type CslName, readWithCitationJs } from '../helpers/citation-js.ts';
import { exportedOne } from '../helpers/exported.ts';
import { authorsOf, CLEAN_RECORDS, COLLECTIONS, type Expected, linesOf } from '../helpers/exported-papers.ts';

/** An object without what it says nothing about. */
function said(entries: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entries).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** The variables whose values stand in a paper as they are. Semicolons part keywords with commas. */
function variablesOf(expected: Expected) {
  const keywords = expected.fieldsOfStudy.map((field) => field.replace(/[; ]+/g, ' ').trim());
  const hasComma = keywords.some((keyword) => keyword.includes(','));
  const keyword = keywords.join(hasComma ? '; ' : ', ') + (hasComma && keywords.length === 1 ? ';' : '');
  return {
    title: expected.title || undefined,
    'container-title': expected.venue,
    publisher: expected.publisher,
    DOI: expected.doi,
    abstract: expected.abstract,
    keyword: keyword || undefined,
  };
}

function customOf(expected: Expected) {
  return {
    publicationType: expected.publicationType,
    quartile: expected.quartile,
    citations: expected.citationCount,
    influentialCitations: expected.influentialCitationCount,
    references: expected.referenceCount,
    openAccess: expected.isOpenAccess,
    preprint: expected.isPrePrint,
    downloadable: expected.downloadable,
    link: expected.link,
    pdfLink: expected.pdfLink,
    summary: expected.summary,
    country: expected.country,
    score: expected.score,
    engine: expected.engine,
    openAlexId: expected.openAlexId,
  };
}

/** Words of names, whichever comes first. */
function wordsOf(names: readonly string[]): string[] {
  return names.flatMap((name) => name.split(' ')).sort();
}

function partsOf({ literal, given, family, suffix, 'non-dropping-particle': particle }: CslName): string {
  return literal ?? [given, particle, family, suffix].filter(Boolean).join(' ');
}

describe('CSL-JSON, read by citation-js', () => {
  it('says of real records what they say themselves', () => {
    const items = readWithCitationJs(
      'csl-json',
      writePapers(
        'csl-json',
        CLEAN_RECORDS.map(({ exported }) => exported),
      ),
    );
    expect(items.length).toBe(CLEAN_RECORDS.length);
    for (const [index, { exported, expected }] of CLEAN_RECORDS.entries()) {
      const { author = [], ...item } = items[index] ?? {};
      const { ref, key, sameAs } = exported;
      const issued = { 'date-parts': [expected.publishedAt?.split('-').map(Number)] };
      const own = { id: key, 'citation-key': key, type: 'article-journal', issued, URL: expected.link };
      const custom = said({ ref, sameAs, ...customOf(expected) });
      expect(item).toEqual({ ...said(variablesOf(expected)), ...own, custom });
      expect(wordsOf(author.map(partsOf))).toEqual(wordsOf(authorsOf(expected, 'et al.')));
    }
  });

  it.each(COLLECTIONS)('says the same as JSON Lines of %s', (_name, papers) => {
    const items = readWithCitationJs('csl-json', writePapers('csl-json', papers));
    const lines = linesOf(papers);
    expect(items.length).toBe(papers.length);
    for (const [index, { ref, key, sameAs }] of papers.entries()) {
      const { author = [], custom, ...item } = items[index] ?? {};
      const line = lines[index] as Expected;
      expect(item).toEqual(expect.objectContaining(said({ id: key, 'citation-key': key, ...variablesOf(line) })));
      expect(custom).toEqual(expect.objectContaining(said({ ref, sameAs, ...customOf(line) })));
      expect(wordsOf(author.map(partsOf))).toEqual(wordsOf(authorsOf(line, 'et al.')));
    }
  });

  it.each([
    ['journal', 'article-journal'],
    ['conference', 'paper-conference'],
    ['book chapter', 'chapter'],
    ['book', 'book'],
    ['thesis', 'thesis'],
    ['report', 'report'],
    ['dataset', 'dataset'],
    ['preprint', 'article'],
    ['poem', 'document'],
  ])('gives the type %s as %s', (publicationType, type) => {
    const [item] = readWithCitationJs(
      'csl-json',
      writePapers('csl-json', exportedOne({ title: 'T', publicationType })),
    );
    expect(item?.type).toBe(type);
    expect(item?.genre).toBe(publicationType === 'preprint' ? 'preprint' : undefined);
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
      custom: { ref: 'J12-1', publicationType: 'conference', citations: 0 },
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
