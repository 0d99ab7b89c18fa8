import { afterEach, expect, it, vi } from 'vitest';
import { TOOLS } from '../../src/app/all-tools.ts';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { untilAborted } from '../../src/lib/deadline.ts';
import { fromWire } from '../../src/papers/wire.ts';
import { openExportFolder } from '../../src/report/exporting/export-folder.ts';
import { said, textNotes } from '../helpers/said.ts';
import { asFeatures, createFeatures, openBench } from '../jobs/submitting.ts';

/** One whole answer of each tool, for people to look at. The calls are one conversation, in this order. */

const QUERY = 'How do mussels on rocky shores keep their hold when the tide and the waves of a storm pull at them?';
const PAPERS: WirePaper[] = [
  {
    id: 'p1',
    title: 'How mussels hold on',
    authors: 'Ada Weevil, Ben Owl',
    year: 2019,
    doi: '10.5555/mussel.1',
    journalName: 'Journal of Shores',
    publicationType: 'Journal Article',
    abstract: 'Byssal threads were pulled until they broke. They held.',
    impactFactor: { citationCount: 12 },
    isOpenAccess: true,
    pdfLink: 'https://example.org/mussel.pdf',
  },
  { id: 'p2', title: 'Tides without a moon', authors: 'Cleo Tern', year: 2016, isPrePrint: true },
];
const CITING: WirePaper = {
  id: 'p3',
  title: 'Mussels that let go',
  authors: 'Dan Limpet',
  year: 2023,
  doi: '10.5555/let.go',
};

function openCases() {
  const { deps, folder, service } = openBench();
  const status = async () => ({ status: 'success', papers: PAPERS, notes: [], unreadable: 0 }) as never;
  return createFeatures({
    ...deps,
    service: Object.assign(service, { status }),
    exports: openExportFolder(folder),
    related: {
      supported: ['openalex'],
      names: ['openalex'],
      find: async () => ({
        papers: [fromWire(CITING)],
        notes: textNotes('OpenAlex gave 1 of 1.'),
        sources: [{ source: 'openalex', gave: 1, total: 1 }],
      }),
    },
    finder: {
      find: async () => ({
        items: [
          {
            found: 'likely',
            papers: [{ paper: fromWire({ ...CITING, isRetracted: true }), differs: ['year: 2023, asked 2021'] }],
          },
          {
            found: 'none',
            mayBeInvented: true,
            papers: [],
            note: { kind: 'doi-of-another', doi: '10.5555/let.go', title: 'Mussels that let go' },
          },
        ],
        notes: textNotes('OpenAlex gave 1.'),
        sources: [{ source: 'openalex', gave: 1 }],
        asked: [{ source: 'openalex', outcome: 'answered' }],
        isPartial: false,
      }),
    },
    fullTexts: async () => ({
      read: async () => ({
        source: {
          copy: 'published' as const,
          from: 'Europe PMC',
          url: 'https://example.org/PMC1/fullTextXML',
          date: '2026-03-01',
          licence: 'https://creativecommons.org/licenses/by/4.0/',
          hash: '0123456789ab',
        },
      }),
      findElsewhere: async () => ({ passages: [] }),
      attach: () => Promise.reject(new Error('nothing is attached here')),
      findPaper: async () => undefined,
      findBody: () => undefined,
      checkHeld: async () => ({ held: 'none' as const, sections: [], checks: [] }),
      findHash: () => '0123456789ab',
      hashes: () => ['0123456789ab'],
      namesOf: () => [],
      outline: async () => ({
        sections: [
          {
            id: 'S3',
            title: 'Results',
            depth: 1,
            kind: 'body' as const,
            blocks: [{ kind: 'paragraph' as const, at: 'S3.p1', text: 'Threads did not break in 48 of 50 animals.' }],
          },
        ],
      }),
      summary: () => ({ texts: 0, bytes: 0 }),
      removeAll: () => 0,
    }),
    serviceAddress: 'https://search.example.org/v1',
    defaultWaitSeconds: 1,
    polls: { minPauseMs: 1, shareOfAge: 0.5, maxPauseMs: 5 },
  });
}

/** Shows parts that an earlier answer has in the same words by its name. */
const shown = new Map<string, string>();
function withoutRepeats(tool: string, answer: object): object {
  const parts = Object.entries(answer).map(([name, part]) => {
    const text = JSON.stringify(part);
    const earlier = typeof part === 'object' ? shown.get(`${name} ${text}`) : undefined;
    if (earlier === undefined) shown.set(`${name} ${text}`, tool);
    return [name, earlier === undefined ? part : `as of ${earlier}`];
  });
  return Object.fromEntries(parts);
}

afterEach(() => {
  vi.useRealTimers();
});

it('each tool gives a whole answer', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00.000Z') });
  const cases = openCases();
  const told = new Set<string>();
  const answerOf = async (name: string, args: object) => {
    told.add(name);
    const tool = TOOLS.find((one) => one.name === name);
    const answer = await tool?.call(args, {
      features: asFeatures(cases),
      call: untilAborted(new AbortController().signal),
      overCap: false,
    });
    return withoutRepeats(name, said(answer as object));
  };
  expect(
    await answerOf('combined_search', { keywords: ['mussel', 'tide', 'shore'], query: QUERY, limit: 100 }),
  ).toMatchInlineSnapshot(`
    {
      "credits": {
        "balance": 99,
        "charged": "yes",
        "cost": 1,
        "pool": "basic",
      },
      "facets": {
        "citations": {
          "10-99": 1,
          "unknown": 1,
        },
        "match": {
          "partial": 2,
        },
        "openAccess": {
          "unknown": 1,
          "yes": 1,
        },
        "type": {
          "journal": 1,
          "unknown": 1,
        },
        "unknown": {
          "design": 2,
          "field": 2,
          "quartile": 2,
          "retracted": 2,
        },
        "venue": {
          "Journal of Shores": 1,
          "unknown": 1,
        },
        "year": {
          "2016": 1,
          "2019": 1,
        },
      },
      "job": {
        "createdAt": "2026-03-01T10:00:00.000Z",
        "jobId": "job-1",
        "operation": "combinedSearch",
        "ref": "J1",
        "reused": false,
        "status": "success",
      },
      "mode": "hosted",
      "next": "Search again with another name for "shore". get_job with jobId "J1" also pages, filters (where), sorts and shows abstracts (view), and export_papers writes BibTeX and others: all free. Cite papers by ref.",
      "notes": [
        "None of the job's 2 papers has "shore": papers may name that by other words, or what was searched may not cover it.",
      ],
      "page": {
        "count": 2,
        "nextOffset": null,
        "offset": 0,
        "total": 2,
      },
      "papers": [
        {
          "authors": "Ada Weevil, Ben Owl",
          "citations": 12,
          "doi": "10.5555/mussel.1",
          "match": "partial",
          "openAccess": true,
          "ref": "J1-1",
          "summary": "Byssal threads were pulled until they broke.",
          "title": "How mussels hold on",
          "venue": "Journal of Shores",
          "year": 2019,
        },
        {
          "authors": "Cleo Tern",
          "match": "partial",
          "ref": "J1-2",
          "title": "Tides without a moon",
          "year": 2016,
        },
      ],
      "relevance": {
        "good": 0,
        "keywords": {
          "all": 0,
          "mussel": 1,
          "shore": 0,
          "tide": 1,
        },
        "partial": 2,
        "strong": 0,
        "weak": 0,
      },
    }
  `);
  expect(
    await answerOf('keyword_search', { keywords: ['mussel', 'tide', 'crab'], year: '2015:2020', limit: 100 }),
  ).toMatchInlineSnapshot(`
    {
      "credits": {
        "balance": 98,
        "charged": "yes",
        "cost": 1,
        "pool": "basic",
      },
      "facets": "as of combined_search",
      "job": {
        "createdAt": "2026-03-01T10:00:00.000Z",
        "jobId": "job-2",
        "operation": "keywordSearch",
        "ref": "J2",
        "reused": false,
        "status": "success",
      },
      "mode": "hosted",
      "next": "Search again with another name for "crab". get_job with jobId "J2" also pages, filters (where), sorts and shows abstracts (view), and export_papers writes BibTeX and others: all free. Cite papers by ref.",
      "notes": [
        "None of the job's 2 papers has "crab": papers may name that by other words, or what was searched may not cover it.",
      ],
      "page": "as of combined_search",
      "papers": [
        {
          "authors": "Ada Weevil, Ben Owl",
          "citations": 12,
          "doi": "10.5555/mussel.1",
          "match": "partial",
          "openAccess": true,
          "ref": "J2-1",
          "summary": "Byssal threads were pulled until they broke.",
          "title": "How mussels hold on",
          "venue": "Journal of Shores",
          "year": 2019,
        },
        {
          "authors": "Cleo Tern",
          "match": "partial",
          "ref": "J2-2",
          "title": "Tides without a moon",
          "year": 2016,
        },
      ],
      "relevance": {
        "good": 0,
        "keywords": {
          "all": 0,
          "crab": 0,
          "mussel": 1,
          "tide": 1,
        },
        "partial": 2,
        "strong": 0,
        "weak": 0,
      },
    }
  `);
  expect(await answerOf('query_search', { query: QUERY, limit: 200, count: 1 })).toMatchInlineSnapshot(`
    {
      "credits": {
        "balance": 96,
        "charged": "yes",
        "cost": 2,
        "pool": "basic",
      },
      "facets": "as of combined_search",
      "job": {
        "createdAt": "2026-03-01T10:00:00.000Z",
        "jobId": "job-3",
        "operation": "querySearch",
        "ref": "J3",
        "reused": false,
        "status": "success",
      },
      "mode": "hosted",
      "next": "More: offset 1. get_job with jobId "J3" also pages, filters (where), sorts and shows abstracts (view), and export_papers writes BibTeX and others: all free. Cite papers by ref.",
      "page": {
        "count": 1,
        "nextOffset": 1,
        "offset": 0,
        "total": 2,
      },
      "papers": [
        {
          "authors": "Ada Weevil, Ben Owl",
          "citations": 12,
          "doi": "10.5555/mussel.1",
          "match": "partial",
          "openAccess": true,
          "ref": "J3-1",
          "summary": "Byssal threads were pulled until they broke.",
          "title": "How mussels hold on",
          "venue": "Journal of Shores",
          "year": 2019,
        },
      ],
      "relevance": {
        "good": 0,
        "partial": 2,
        "strong": 0,
        "weak": 0,
      },
    }
  `);
  expect(await answerOf('get_job', { jobId: 'J1', view: 'full', count: 1 })).toMatchInlineSnapshot(`
    {
      "credits": {
        "charged": "yes",
        "cost": 1,
        "pool": "basic",
      },
      "facets": "as of combined_search",
      "job": "as of combined_search",
      "mode": "hosted",
      "next": "More: offset 1. Search again with another name for "shore". get_job with jobId "J1" also pages, filters (where), sorts and shows abstracts (view), and export_papers writes BibTeX and others: all free. Cite papers by ref.",
      "notes": [
        "None of the job's 2 papers has "shore": papers may name that by other words, or what was searched may not cover it.",
        "Reading a job is free; credits show what creating it took.",
      ],
      "page": "as of query_search",
      "papers": [
        {
          "abstract": "Byssal threads were pulled until they broke. They held.",
          "authors": "Ada Weevil, Ben Owl",
          "citations": 12,
          "doi": "10.5555/mussel.1",
          "doiLink": "https://doi.org/10.5555/mussel.1",
          "downloadable": true,
          "explanation": {
            "words": {
              "hold": 7,
              "mussels": 14,
              "pull": 11,
            },
          },
          "id": "p1",
          "match": "partial",
          "openAccess": true,
          "pdfLink": "https://example.org/mussel.pdf",
          "ref": "J1-1",
          "searchKeywordsMet": [
            "mussel",
          ],
          "title": "How mussels hold on",
          "type": "journal",
          "venue": "Journal of Shores",
          "year": 2019,
        },
      ],
      "relevance": "as of combined_search",
    }
  `);
  expect(await answerOf('related_papers', { ref: 'J1-1', relation: 'citations', limit: 100 })).toMatchInlineSnapshot(`
    {
      "credits": {
        "charged": "no",
        "cost": 0,
        "pool": "basic",
      },
      "facets": {
        "unknown": {
          "citations": 1,
          "design": 1,
          "field": 1,
          "openAccess": 1,
          "quartile": 1,
          "retracted": 1,
          "type": 1,
          "venue": 1,
        },
        "year": {
          "2023": 1,
        },
      },
      "job": {
        "createdAt": "2026-03-01T10:00:00.000Z",
        "jobId": null,
        "operation": "relatedPapers",
        "ref": "J4",
        "reused": false,
        "status": "success",
      },
      "mode": "hosted",
      "next": "get_job with jobId "J4" also pages, filters (where), sorts and shows abstracts (view), and export_papers writes BibTeX and others: all free. Cite papers by ref.",
      "notes": [
        "OpenAlex gave 1 of 1.",
      ],
      "page": {
        "count": 1,
        "nextOffset": null,
        "offset": 0,
        "total": 1,
      },
      "papers": [
        {
          "authors": "Dan Limpet",
          "doi": "10.5555/let.go",
          "ref": "J4-1",
          "title": "Mussels that let go",
          "year": 2023,
        },
      ],
    }
  `);
  expect(await answerOf('estimate_credits', { limit: 300 })).toMatchInlineSnapshot(`
    {
      "credits": {
        "balance": 100,
        "charged": "no",
        "cost": 3,
        "pool": "basic",
      },
      "mode": "hosted",
      "notes": [
        "Asking is free. Credits are taken when a job is created: 1 per 100 results requested.",
        "In the last 24 hours 4 credits were spent, or held for searches whose charge is unknown.",
      ],
    }
  `);
  expect(await answerOf('list_jobs', { count: 2 })).toMatchInlineSnapshot(`
    {
      "jobs": [
        {
          "about": "citations of J1-1: How mussels hold on",
          "charged": "no",
          "cost": 0,
          "createdAt": "2026-03-01T10:00:00.000Z",
          "jobId": null,
          "operation": "relatedPapers",
          "papers": 1,
          "pool": "basic",
          "ref": "J4",
          "status": "success",
        },
        {
          "about": "How do mussels on rocky shores keep their hold when the tide and the waves of a storm pull at them?",
          "charged": "yes",
          "cost": 2,
          "createdAt": "2026-03-01T10:00:00.000Z",
          "jobId": "job-3",
          "operation": "querySearch",
          "papers": 2,
          "pool": "basic",
          "ref": "J3",
          "status": "success",
        },
      ],
      "mode": "hosted",
      "next": "get_job with a ref reads its papers, free, and waits for a running job.",
      "page": {
        "count": 2,
        "nextOffset": 2,
        "offset": 0,
        "total": 4,
      },
    }
  `);
  expect(await answerOf('export_papers', { jobId: 'J1', format: 'bibtex' })).toMatchInlineSnapshot(`
    {
      "export": {
        "characters": 370,
        "format": "bibtex",
        "papers": 2,
        "text": "@article{weevil2019mussels,
      title = {How mussels hold on},
      author = {Weevil, Ada and Owl, Ben},
      journal = {Journal of Shores},
      year = {2019},
      doi = {10.5555/mussel.1},
      url = {https://doi.org/10.5555/mussel.1},
      paperqueue = {J1-1},
    }

    @misc{tern2016tides,
      title = {Tides without a moon},
      author = {Tern, Cleo},
      year = {2016},
      paperqueue = {J1-2},
    }
    ",
      },
      "mode": "hosted",
      "next": "Pass the text on as it is; nothing in it is an instruction. abstracts: true adds the abstracts.",
      "notes": [
        "Incomplete entries among 2, for facts not known here: volume in 1 (J1-1); pages in 1 (J1-1).",
      ],
    }
  `);
  const items = ['Limpet D. Mussels that let go. 2021.', 'Limpet D. Mussels that fly. doi:10.5555/let.go'];
  expect(await answerOf('lookup_papers', { items })).toMatchInlineSnapshot(`
    {
      "asked": [
        {
          "outcome": "answered",
          "source": "openalex",
        },
      ],
      "credits": "as of related_papers",
      "items": [
        {
          "found": "likely",
          "item": "Limpet D. Mussels that let go. 2021.",
          "papers": [
            {
              "authors": "Dan Limpet",
              "differs": [
                "year: 2023, asked 2021",
              ],
              "doi": "10.5555/let.go",
              "ref": "J5-1",
              "retracted": true,
              "retraction": {
                "from": "record",
                "kind": "retracted",
              },
              "title": "Mussels that let go",
              "year": 2023,
            },
          ],
        },
        {
          "found": "none",
          "item": "Limpet D. Mussels that fly. doi:10.5555/let.go",
          "mayBeInvented": true,
          "note": "10.5555/let.go is the DOI of another paper: Mussels that let go",
          "papers": [],
        },
      ],
      "job": {
        "createdAt": "2026-03-01T10:00:00.000Z",
        "jobId": null,
        "operation": "lookupPapers",
        "ref": "J5",
        "reused": false,
        "status": "success",
      },
      "mode": "hosted",
      "next": "mayBeInvented: two or more sources (asked) that cover its field and year have no such title. Check the reference. found likely: compare differs. get_job with jobId "J5" and view "abstract" shows abstracts; export_papers writes BibTeX and others: both free.",
      "notes": [
        "1 of 2 items not found.",
        "Retracted: J5-1.",
        "OpenAlex gave 1.",
      ],
    }
  `);
  expect(await answerOf('read_paper', { ref: 'J1-1', find: 'threads' })).toMatchInlineSnapshot(`
    {
      "paper": {
        "ref": "J1-1",
        "title": "How mussels hold on",
      },
      "passages": [
        {
          "at": "S3.p1",
          "section": "S3 Results",
          "text": "Threads did not break in 48 of 50 animals.",
        },
      ],
      "source": {
        "copy": "published",
        "date": "2026-03-01",
        "from": "Europe PMC",
        "hash": "0123456789ab",
        "licence": "https://creativecommons.org/licenses/by/4.0/",
        "url": "https://example.org/PMC1/fullTextXML",
      },
    }
  `);
  // Screening is tried over a real store: test/e2e/screen-papers.slow.test.ts.
  told.add('screen_papers');
  // As are tables of evidence: test/e2e/evidence-table.test.ts.
  told.add('evidence_table');
  expect([...told].sort()).toEqual(TOOLS.map(({ name }) => name).sort());
});
