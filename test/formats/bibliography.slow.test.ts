import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { writeBibliography } from '../../src/formats/bibliography/bibliography.ts';
import { BIBLIOGRAPHY_STYLES, type BibliographyStyle } from '../../src/formats/export-kinds.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { cslProcessor } from '../helpers/csl-processor.ts';
import { exported } from '../helpers/exported.ts';
import { realPapers } from '../helpers/real-papers.ts';
import { IS_DEEP } from '../helpers/runs.ts';

/** The styles of the CSL project that ours are. */
const CSL_STYLES: Record<BibliographyStyle, string> = {
  apa: 'apa',
  vancouver: 'vancouver',
  'chicago-author-date': 'chicago-author-date',
  ieee: 'ieee',
  harvard: 'harvard-cite-them-right',
};
const KINDS = ['journal', 'conference', 'chapter', 'book', 'thesis', 'report', 'dataset', 'preprint'];
/** Of a hundred entries, how many may differ: the styles' rules for capitals have rare cases. */
const MAX_DIFFERENT_SHARE = 0.015;

type Starter = {
  title: string;
  authors?: string[];
  year?: number;
  venue?: string;
  doi?: string;
  publicationType?: string;
};

/** 200 records of OpenAlex and the 176 landmark papers of the starter catalogue. */
function allPapers(): WirePaper[] {
  const path = new URL('../../src/library/starter/catalogue.json', import.meta.url);
  const starter = (JSON.parse(readFileSync(path, 'utf8')) as Starter[]).map(
    ({ title, authors = [], year, venue, doi, publicationType }): WirePaper => ({
      title,
      authors: authors.join(', '),
      year,
      journalName: venue,
      doi,
      publicationType,
    }),
  );
  return [...realPapers(), ...starter].map((paper) => ({ ...paper, isRetracted: false }));
}

/** Volume, issue and pages, which neither source of these papers tells; some lack the issue, some have one number. */
function numbersOf(index: number): WirePaper {
  const first = 90 + index * 3;
  return {
    volume: String(1 + (index % 90)),
    ...(index % 4 !== 0 && { issue: String(1 + (index % 12)) }),
    pages: index % 7 === 0 ? `e${1000 + index}` : `${first}-${first + (index % 40) + 1}`,
  };
}

/** The paper as one of another kind, with the facts that such have. */
function asKind(paper: WirePaper, index: number): WirePaper {
  const kind = KINDS[index % KINDS.length] ?? '';
  const isPart = kind === 'conference' || kind === 'chapter';
  const isWhole = kind === 'book' || kind === 'thesis' || kind === 'report';
  return {
    ...paper,
    publicationType: kind,
    isPrePrint: kind === 'preprint',
    v_publisher: index % 5 === 0 ? null : 'Shore Press',
    ...(isPart && { pages: numbersOf(index).pages }),
    ...((isPart || kind === 'book') && index % 3 === 0 && { series: 'Shore Series', seriesNumber: String(index % 9) }),
    ...(kind === 'book' && index % 2 === 0 && { edition: String(1 + (index % 24)) }),
    ...(isWhole && { journalName: null }),
    ...(kind === 'preprint' && { arxivId: '2101.00001', journalName: 'arXiv', v_publisher: null }),
  };
}

const PAPERS = allPapers();
const COLLECTIONS: [string, WirePaper[]][] = [
  ['as they came', PAPERS],
  [
    'as articles of journals with volume and pages',
    PAPERS.map((paper, index) => ({ ...paper, publicationType: 'journal', isPrePrint: false, ...numbersOf(index) })),
  ],
  ['as works of all kinds', PAPERS.map(asKind)],
];
/** Deeply every paper in every form, else every paper in one of the three. */
const tried = (papers: WirePaper[], form: number) =>
  IS_DEEP ? papers : papers.filter((_, index) => index % COLLECTIONS.length === form);

/** Titles end without a point of their own, addresses are as a browser shows them. */
function comparable(entry: string, style: BibliographyStyle): string {
  const plain = decodeURIComponent(entry.replace(/%(?![0-9A-F]{2})/g, '%25')).replace(/\s+/g, ' ');
  // It calls every article a preprint whose pages are not known, which would be untrue.
  if (style === 'harvard') return plain.replace(' [Preprint]', '');
  // With nothing behind the year, it leaves the semicolon for what is missing.
  return style === 'vancouver' ? plain.replace(/;$/, '.') : plain;
}

describe('a bibliography, beside that of citeproc-js with the styles of the CSL project', () => {
  const process = cslProcessor(Object.values(CSL_STYLES));

  const cases = COLLECTIONS.flatMap(([how, papers], form) =>
    BIBLIOGRAPHY_STYLES.map((style) => [style, how, tried(papers, form)] as const),
  );
  it('tries 376 real papers in each style', () => {
    for (const style of BIBLIOGRAPHY_STYLES) {
      const titles = cases.flatMap(([of, _how, papers]) => (of === style ? papers : [])).map(({ title }) => title);
      expect(new Set(titles).size).toBe(new Set(PAPERS.map(({ title }) => title)).size);
      expect(titles.length).toBe(IS_DEEP ? 3 * 376 : 376);
    }
  });

  it.each(cases)('%s has the same entries for real papers %s', (style, _how, papers) => {
    const items = (JSON.parse(writePapers('csl-json', exported(papers))) as { id: string; title?: string }[]).map(
      (item) => ({ ...item, title: item.title?.replace(/(?<!\.\.)\.$/, '') }),
    );
    const theirs = process(CSL_STYLES[style], style === 'harvard' ? 'en-GB' : 'en-US', items);
    const own = exported(papers).map((paper) =>
      writeBibliography([paper], style)
        .trim()
        .replace(/^(\[1\]|1\.)\s*/, ''),
    );
    const different = own
      .map((entry, index) => [comparable(entry, style), comparable(theirs[index] ?? '', style)] as const)
      .filter(([a, b]) => a !== b);
    expect(own).toHaveLength(papers.length);
    expect(different.length, JSON.stringify(different, undefined, 1)).toBeLessThanOrEqual(
      papers.length * MAX_DIFFERENT_SHARE,
    );
  });
});
