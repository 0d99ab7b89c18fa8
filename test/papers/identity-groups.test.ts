import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { groupStoredPapers } from '../../src/jobs/answers/same-works.ts';
import { fromWire } from '../../src/papers/wire.ts';
import { runs } from '../helpers/runs.ts';

const groupWires = (papers: readonly WirePaper[]) => groupStoredPapers(papers.map(fromWire));

/** More than two records: chains of evidence, and what holds of every grouping. */

const TITLE = 'Attention is all you need';
const made = (facts: WirePaper): WirePaper => ({ title: TITLE, authors: 'Ashish Vaswani', year: 2020, ...facts });
const ARXIV = { link: 'https://arxiv.org/abs/1706.03762', isPrePrint: true, title: 'An early version of it' };

describe('a thesis and an article of one list', () => {
  it('are two works, whatever else agrees', () => {
    const thesis = made({ publicationType: 'thesis' });
    expect(groupWires([thesis, made({ publicationType: 'journal' })])).toEqual([0, 1]);
    expect(groupWires([thesis, made({ publicationType: 'thesis' })])).toEqual([0, 0]);
    const others = ['phdthesis', 'mastersthesis', 'doctoral dissertation'].map((publicationType) =>
      made({ publicationType }),
    );
    expect(others.map((other) => groupWires([other, made({ publicationType: 'journal' })])[1])).toEqual([1, 1, 1]);
  });
});

describe('two published versions with different DOIs', () => {
  const conference = made({ doi: '10.1000/conference' });
  const journal = made({ doi: '10.1000/journal' });
  const preprint = made({ isPrePrint: true });

  it('are not one by way of a common preprint, wherever it stands', () => {
    expect(groupWires([conference, preprint, journal])).toEqual([0, 0, 2]);
    expect(groupWires([conference, journal, preprint])).toEqual([0, 1, 0]);
    expect(groupWires([preprint, conference, journal])).toEqual([0, 0, 2]);
  });

  it('are not one by a common arXiv number', () => {
    const [a, b] = [conference, journal].map((paper) => ({ ...paper, pdfLink: 'https://arxiv.org/pdf/1706.03762' }));
    expect(groupWires([a as WirePaper, b as WirePaper])).toEqual([0, 1]);
    expect(groupWires([a as WirePaper, ARXIV, b as WirePaper])).toEqual([0, 0, 2]);
  });

  it('are not one over a longer chain either', () => {
    const bare = { ...ARXIV, title: TITLE, authors: 'A. Vaswani', year: 2019 };
    const another = { doi: '10.48550/arXiv.1706.03762', title: 'A third title' };
    const groups = groupWires([conference, bare, another, journal]);
    expect(groups[3]).not.toBe(groups[0]);
    expect(groups.slice(0, 3)).toEqual([0, 0, 0]);
  });

  it('share out their preprint by the certain evidence, not by the title', () => {
    const preprintOfJournal = made({ ...ARXIV, title: TITLE });
    const naming = { ...journal, pdfLink: 'https://arxiv.org/pdf/1706.03762' };
    expect(groupWires([conference, preprintOfJournal, naming])).toEqual([0, 1, 1]);
  });
});

describe('two records that are copies of each other', () => {
  const abstract = 'We introduce a network that is made of attention alone, without recurrence or convolution at all.';
  const first = made({ abstract, doi: '10.1000/german', arxivId: '1706.03762' });
  const copy = made({ abstract, doi: '10.1000/english', arxivId: '1706.03763', title: `${TITLE}. [31 refs]` });

  it('are one, whatever their identifiers say', () => {
    expect(groupWires([first, copy])).toEqual([0, 0]);
    const ofCopy = made({ title: 'Attention is all you need, again', doi: '10.1000/english' });
    expect(groupWires([first, ofCopy, copy])).toEqual([0, 0, 0]);
  });

  it.each<[string, WirePaper]>([
    ['abstract', { abstract: `${abstract} More.` }],
    ['short abstract', { abstract: 'We introduce a network.' }],
    ['year', { year: 2021 }],
    ['authors', { authors: 'Ashish Vaswani, Noam Shazeer' }],
    ['title', { title: `${TITLE} II` }],
  ])('are two with another %s', (_, change) => {
    expect(
      groupWires([
        { ...first, ...(change.abstract === 'We introduce a network.' && change) },
        { ...copy, ...change },
      ]),
    ).toEqual([0, 1]);
  });
});

it('three records of one work are one, each by other evidence', () => {
  const records = [
    made({ doi: '10.1000/x' }),
    {
      title: 'Attention is all that you need',
      doi: 'https://doi.org/10.1000/X',
      pdfLink: 'https://arxiv.org/pdf/1706.03762v2',
    },
    ARXIV,
  ];
  expect(groupWires(records)).toEqual([0, 0, 0]);
  expect(groupWires([...records].reverse())).toEqual([0, 0, 0]);
});

it('a place names the first record of its work', () => {
  const other = (id: number): WirePaper => ({ title: `A quite different title, number ${id}`, authors: 'B' });
  expect(groupWires([other(1), made({}), other(2), made({}), other(1)])).toEqual([0, 1, 2, 1, 0]);
  expect(groupWires([])).toEqual([]);
});

// Few values of each, so that records meet in every way.
const paper: fc.Arbitrary<WirePaper> = fc.record(
  {
    title: fc.constantFrom(TITLE, 'ATTENTION is all you need!', 'A survey of mussels on shores', 'Editorial', ''),
    authors: fc.constantFrom('Ashish Vaswani', 'A. Vaswani', 'Noam Shazeer', '', null),
    year: fc.constantFrom(2015, 2018, 2020, 2021, null),
    doi: fc.constantFrom('10.1000/a', 'https://doi.org/10.1000/A', '10.1000/b', '10.48550/arXiv.1706.03762', 'none'),
    link: fc.constantFrom('https://arxiv.org/abs/1706.03762v1', 'https://arxiv.org/abs/1801.00001', null),
    isPrePrint: fc.constantFrom(true, false, null),
    journalName: fc.constantFrom('arXiv', 'Nature'),
  },
  { requiredKeys: [] },
);
const papers = fc.array(paper, { maxLength: 12 });

/** A DOI in the one form that all of these have in common. */
const plainDoi = (doi: string | null | undefined) => /10\.1000\/[ab]/.exec(doi?.toLowerCase() ?? '')?.[0];
/** As the generator makes them: published is what says so and nowhere names arXiv. */
const isPublished = ({ isPrePrint, journalName, doi, link }: WirePaper) =>
  isPrePrint !== true && ![journalName, doi, link].some((text) => /arxiv/i.test(text ?? ''));

describe('of any records', () => {
  it('two are one or not whichever comes first', () => {
    fc.assert(
      fc.property(paper, paper, (a, b) => {
        expect(groupWires([a, b])[1] === 0).toBe(groupWires([b, a])[1] === 0);
      }),
      { numRuns: runs(150) },
    );
  });

  it('a group has the place of its first, holds one published DOI, and is one work alone', () => {
    fc.assert(
      fc.property(papers, (list) => {
        const groups = groupWires(list);
        expect(groups).toHaveLength(list.length);
        for (const place of new Set(groups)) {
          const members = list.filter((_, index) => groups[index] === place);
          expect(groups.indexOf(place)).toBe(place);
          const dois = members.filter(isPublished).flatMap(({ doi }) => plainDoi(doi) ?? []);
          expect(new Set(dois).size).toBeLessThanOrEqual(1);
          expect(new Set(groupWires(members))).toEqual(new Set([0]));
        }
      }),
      { numRuns: runs(120) },
    );
  });

  it('equal DOIs and equal titles are always in one group', () => {
    fc.assert(
      fc.property(papers, (list) => {
        const groups = groupWires(list);
        const places = new Map<string, Set<number | undefined>>();
        list.forEach(({ doi, title }, index) => {
          const said = plainDoi(doi);
          if (said === undefined) return;
          const key = `${said} ${title}`;
          places.set(key, (places.get(key) ?? new Set()).add(groups[index]));
        });
        expect([...places.values()].filter(({ size }) => size > 1)).toEqual([]);
      }),
      { numRuns: runs(90) },
    );
  });

  it('a further copy of every record adds no work', () => {
    fc.assert(
      fc.property(fc.array(paper.map((one) => ({ ...one, doi: '10.1000/a', title: TITLE }))), (list) => {
        expect(new Set(groupWires([...list, ...list])).size).toBe(Math.min(list.length, 1));
      }),
    );
  });
});
