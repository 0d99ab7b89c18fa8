import { describe, expect, it } from 'vitest';
import type { ExportKind } from '../../../src/formats/export-kinds.ts';
import { noteIncomplete } from '../../../src/report/exporting/write-text.ts';
import { record } from '../../helpers/record.ts';
import { ANEW, newJob } from '../../jobs/store/stores.ts';
import { featuresOf, openBench } from '../../jobs/submitting.ts';

const WHOLE = {
  title: 'Threads of mussels',
  authors: ['Ada Weevil'],
  year: 2019,
  venue: 'J Shores',
  volume: '3',
  pages: '1-9',
  publicationType: 'journal',
};

function noted(...papers: object[]) {
  return noteIncomplete(
    papers.map((paper, index) => ({
      ref: `J1-${index + 1}`,
      key: 'k',
      paper: record({ ...WHOLE, ...paper }),
    })),
  );
}

describe('entries of a bibliography that lack facts', () => {
  it('are named by the fact, the first of them with their references', () => {
    const bare = { volume: undefined, pages: undefined };
    expect(noted({}, bare, bare, bare, bare, { venue: undefined })).toEqual([
      {
        kind: 'incomplete-entries',
        of: 6,
        lacking: [
          { fact: 'venue', papers: 1, refs: ['J1-6'] },
          { fact: 'volume', papers: 4, refs: ['J1-2', 'J1-3', 'J1-4'] },
          { fact: 'pages', papers: 4, refs: ['J1-2', 'J1-3', 'J1-4'] },
        ],
      },
    ]);
  });

  it('are named by their titles, too: without one nothing tells what is cited', () => {
    expect(noted({}, { title: '', abstract: 'Mussels hold.' })).toEqual([
      { kind: 'incomplete-entries', of: 2, lacking: [{ fact: 'title', papers: 1, refs: ['J1-2'] }] },
    ]);
  });

  it('are none where all have them, and where works of their kind have none', () => {
    const none = { venue: undefined, volume: undefined, pages: undefined };
    expect(noted({}, { ...none, isPrePrint: true }, { ...none, publicationType: 'book' })).toEqual([]);
  });
});

describe('an export', () => {
  const notesIn = async (format: ExportKind) => {
    const bench = openBench();
    const { job } = bench.store.beginCreation(newJob(), ANEW);
    bench.store.confirm(job.number, 'id');
    const papers = [
      { id: 'a', title: 'Threads of mussels', authors: 'Ada Weevil', year: 2019, journalName: 'J Shores' },
    ];
    bench.store.finish(job.number, { status: 'success', papers, notes: [] });
    const { notes = [] } = await featuresOf(bench).exports.exportPapers({ jobId: 'J1', format });
    return notes.filter(({ kind }) => kind === 'incomplete-entries');
  };

  it.each(['bibliography', 'bibtex', 'ris', 'csl-json', 'endnote-xml'] as const)(
    'of citations (%s) names what they lack, once',
    async (format) => {
      const lacking = ['volume', 'pages'].map((fact) => ({ fact, papers: 1, refs: ['J1-1'] }));
      expect(await notesIn(format)).toEqual([{ kind: 'incomplete-entries', of: 1, lacking }]);
    },
  );

  it('as CSV says how well each paper fits the query of its job', async () => {
    const bench = openBench();
    const request = newJob();
    const { job } = bench.store.beginCreation(request, ANEW);
    bench.store.confirm(job.number, 'id');
    const { keywords = [] } = (request.request?.body ?? {}) as { keywords?: string[] };
    const papers = [
      { id: 'a', title: `${keywords.join(' ')} together`, authors: 'Ada Weevil' },
      { id: 'b', title: 'Nothing of the kind', authors: 'Bo Owl' },
    ];
    bench.store.finish(job.number, { status: 'success', papers, notes: [] });
    const { text } = await featuresOf(bench).exports.renderExport({ jobId: 'J1', format: 'csv' });
    const [head, one, other] = text.split('\r\n');
    // From the end, because a name has a comma.
    const columns = head?.split(',') ?? [];
    const place = columns.indexOf('match') - columns.length;
    expect([one, other].map((row) => row?.split(',').at(place))).toEqual(['strong', 'weak']);
  });

  it('as CSV has the columns that were asked for, in their order, and refuses unknown ones', async () => {
    const bench = openBench();
    const { job } = bench.store.beginCreation(newJob(), ANEW);
    bench.store.confirm(job.number, 'id');
    const papers = [{ id: 'a', title: 'Threads, or ropes', year: 2019, abstract: 'They hold.', doi: '10.1/a' }];
    bench.store.finish(job.number, { status: 'success', papers, notes: [] });
    const exportAs = (format: 'csv' | 'ris', ...columns: string[]) =>
      featuresOf(bench).exports.exportPapers({ jobId: 'J1', format, columns });
    const written = async (...columns: string[]) => (await exportAs('csv', ...columns)).export.text;
    expect(await written('year', 'title', 'abstract')).toBe(
      'year,title,abstract\r\n2019,"Threads, or ropes",They hold.\r\n',
    );
    expect((await written())?.split('\r\n')[0]).toContain('ref,key,title,authors,year,');
    await expect(exportAs('csv', 'colour')).rejects.toThrow(/^columns: some of ref, key, title,/);
    await expect(exportAs('ris', 'title')).rejects.toThrow(/columns: only with format csv/);
  });

  it.each(['csv', 'jsonl', 'markdown'] as const)('of facts (%s) shows them as they are', async (format) => {
    expect(await notesIn(format)).toEqual([]);
  });
});
