import { createHash } from 'node:crypto';
import { gzipSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { PAGE_FORMATS } from '../../../src/formats/page-formats.ts';
import type { ViewTexts } from '../../../src/report/data/report-data.ts';
import { exportText } from '../../../src/report/view/export-text.ts';
import view from '../../../src/report/view.json' with { type: 'json' };
import type { Note } from '../../../src/wording/notes.ts';
import { runs, some } from '../../helpers/runs.ts';
import { dataOf, openReports, threeHundredPapers } from './reports.ts';

const MUSSEL: WirePaper = {
  title: 'How mussels hold on',
  abstract: 'They hold "on", with threads;\nand 5 % do not & <fall>.',
  authors: 'Ada Weevil, Ben Tide',
  year: 2019,
  doi: '10.5555/mussel.1',
  journalName: 'Shore Letters',
  impactFactor: { citationCount: 12 },
  engine: 'openalex, crossref',
  openAlexId: 'W1',
};
const TIDE: WirePaper = { title: 'Tides', year: 2021, isRetracted: true, referencedWorks: ['openalex:W1'] };
const HOSTILE: WirePaper = {
  title: '</script><img src=x onerror=alert(1)> title',
  abstract: '<!--<script>',
  year: 2020,
};
const SOURCES = [
  { source: 'openalex', title: 'OpenAlex', gave: 40 },
  { source: 'crossref', title: 'Crossref', gave: 0, failed: { failure: 'too slow' } as const },
];

function reportOf(...papers: WirePaper[]) {
  const reports = openReports([{ papers, sources: SOURCES }]);
  const html = reports.report();
  reports.close();
  return html;
}

describe('a report', () => {
  it('lists the papers in its HTML, for who runs no script', () => {
    const html = reportOf(MUSSEL, TIDE);
    const [plain = ''] = html.split('<script type="application/json"');
    expect(plain.match(/<tr><td>/g)).toHaveLength(2);
    expect(plain).toContain(
      '<cite dir="auto">How mussels hold on</cite><br>Ada Weevil, Ben Tide · Shore Letters · J1-1',
    );
    expect(plain).toContain('href="https://doi.org/10.5555/mussel.1"');
    expect(plain).toContain('<strong>Retracted (record).</strong> <cite dir="auto">Tides</cite>');
  });

  it('allows nothing but its own script and style', () => {
    const html = reportOf(MUSSEL);
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
    const hash = (text: string) => `&#39;sha256-${createHash('sha256').update(text).digest('base64')}&#39;`;
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    expect(scripts.at(-1)?.length).toBeGreaterThan(1000);
    expect(policy).toBe(
      `default-src &#39;none&#39;; script-src ${scripts.map(hash).join(' ')}; style-src ${hash(style)}; img-src data:; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
    );
  });

  it('keeps hostile texts in their places', () => {
    const html = reportOf(HOSTILE);
    expect(html.match(/<script/g)).toHaveLength(4);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<!--');
  });

  it('is the same every time, whatever day it is', () => {
    const reports = openReports([{ papers: threeHundredPapers().slice(0, 12) }]);
    expect(reports.report()).toBe(reports.report());
    reports.close();
  });

  it('says of each paper what is known, and no more', () => {
    const { papers, searches, flow } = dataOf(reportOf(MUSSEL, TIDE));
    expect(papers).toEqual([
      {
        ref: 'J1-1',
        title: 'How mussels hold on',
        authors: ['Ada Weevil', 'Ben Tide'],
        by: 'Weevil & Tide',
        fields: [],
        foundIn: ['OpenAlex', 'Crossref'],
        searches: [0],
        year: 2019,
        venue: 'Shore Letters',
        cited: 12,
        doi: '10.5555/mussel.1',
        abstract: 'They hold "on", with threads;\nand 5 % do not & <fall>.',
        match: expect.any(String),
        keywords: ['mussel'],
        evidence: ['They hold "on", with threads;'],
        citedWithin: 1,
        // Nobody says whether it is retracted.
        unchecked: true,
      },
      {
        ref: 'J1-2',
        title: 'Tides',
        authors: [],
        fields: [],
        foundIn: [],
        searches: [0],
        year: 2021,
        retracted: true,
        notice: 'Retracted (record)',
        match: expect.any(String),
        keywords: ['tide'],
        citedWithin: 0,
        cites: [0],
      },
    ]);
    expect(searches).toMatchObject([
      {
        ref: 'J1',
        about: 'tide, mussel, shore',
        keywords: ['tide', 'mussel', 'shore'],
        filters: ['limit=200', 'year=1999'],
        service: 'https://example.org/api',
        sources: [
          { title: 'OpenAlex', gave: 40 },
          { title: 'Crossref', gave: 0, failed: 'did not answer in time' },
        ],
      },
    ]);
    expect(flow?.toScreen).toBe(2);
  });

  it('names no setting, which is nothing for who got the file', () => {
    const told: Note[] = [
      { kind: 'not-searched', titles: ['CORE'], settings: ['PAPERQUEUE_CORE_KEY'] },
      { kind: 'unfit-left-out', papers: 3, isAtLeast: false, setting: 'PAPERQUEUE_SHOW_WEAK', value: 'on' },
    ];
    const reports = openReports([{ papers: [MUSSEL], told }]);
    const html = reports.report();
    reports.close();
    expect(dataOf(html).searches[0]?.gaps).toEqual(['Not searched: CORE.']);
    expect(html).toContain('3 papers of the local library that match too little of the query were left out.');
    expect(html).not.toMatch(/PAPERQUEUE_[A-Z]/);
  });

  it('names a keyword once, however often the search had to give it', () => {
    const reports = openReports([{ papers: [MUSSEL], keywords: ['tide', 'mussel', 'tide'] }]);
    const [search] = dataOf(reports.report()).searches;
    reports.close();
    expect(search).toMatchObject({ about: 'tide, mussel', keywords: ['tide', 'mussel'] });
  });

  it('is headed by the name of the search and by its strategy, which its record has', () => {
    const strategy = '1. mussel*.ti,ab.\n2. tide.mp.\n3. 1 and 2';
    const inLine = '1. mussel*.ti,ab. 2. tide.mp. 3. 1 and 2';
    const reports = openReports([
      { papers: [MUSSEL], strategy },
      { papers: [MUSSEL], strategy, name: 'Ovid' },
    ]);
    const [plain] = dataOf(reports.report()).searches;
    const [named] = dataOf(reports.report({ jobId: 'J2' })).searches;
    reports.close();
    expect(plain).toMatchObject({ about: inLine, strategy: inLine });
    expect(named?.about).toBe(`Ovid: ${inLine}`);
  });

  it('of several jobs says which found a paper', () => {
    const reports = openReports([{ papers: [MUSSEL] }, { papers: [TIDE, MUSSEL] }]);
    const { papers, searches } = dataOf(reports.report({ jobId: 'J1,J2' }));
    expect(searches.map(({ ref }) => ref)).toEqual(['J1', 'J2']);
    expect(papers.map((paper) => [paper.ref, paper.searches, paper.also])).toEqual([
      ['J1-1', [0, 1], ['J2-2']],
      ['J2-1', [1], undefined],
    ]);
    reports.close();
  });
});

describe('the exports in the page', () => {
  it.each(some(PAGE_FORMATS))('$name is what paperqueue itself writes', (format) => {
    const reports = openReports([{ papers: [...threeHundredPapers().slice(0, 20), MUSSEL, HOSTILE] }]);
    const html = reports.report();
    const packed = dataOf(html, 'texts') as unknown as string;
    const texts: ViewTexts = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString());
    for (const refs of [['J1-21', 'J1-22'], ['J1-3'], Array.from({ length: 20 }, (_, index) => `J1-${20 - index}`)])
      expect(exportText(dataOf(html), texts, format, refs)).toBe(reports.exported(format.name, { refs }));
    reports.close();
  });
});

describe('the size of a report', () => {
  it('is mostly the data that it shows: the exports do not hold the abstracts again', () => {
    const reports = openReports([{ papers: threeHundredPapers().slice(0, runs(300)) }]);
    const html = reports.report();
    reports.close();
    expect(JSON.stringify(dataOf(html, 'texts')).length).toBeLessThan(JSON.stringify(dataOf(html)).length / 3);
    expect(html.length).toBeLessThan(900_000);
  });
});

describe('a report of several searches', () => {
  it('says of each paper which keywords of any search it has', () => {
    const papers = [
      { title: 'Coral reefs and plastic', abstract: 'Plastic on coral reefs.', year: 2020 },
      { title: 'Tides', abstract: 'Tides alone.', year: 2021 },
    ];
    const reports = openReports([
      { papers, keywords: ['coral reefs', 'bleaching'] },
      { papers, keywords: ['plastic', 'tides'] },
    ]);
    const data = dataOf(reports.report({ jobId: 'J1,J2' }));
    reports.close();
    expect(Object.fromEntries(data.papers.map(({ title, keywords = [] }) => [title, [...keywords].sort()]))).toEqual({
      'Coral reefs and plastic': ['coral reefs', 'plastic'],
      Tides: ['tides'],
    });
  });
});

describe('the view', () => {
  it.each([
    ['a report', view.report, 80_000, 30_000],
    // A host has the whole report, too, when it gives the view its full screen.
    ['a host', view.app, 75_000, 28_000],
  ])('in %s is small', (_where, { script, style }, most, packed) => {
    expect(script.length + style.length).toBeLessThan(most);
    expect(gzipSync(script + style).length).toBeLessThan(packed);
  });
});
