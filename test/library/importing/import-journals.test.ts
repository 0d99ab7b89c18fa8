import { describe, expect, it } from 'vitest';
import type { ImportFormat } from '../../../src/formats/import-names.ts';
import { detectFormat } from '../../../src/library/importing/detect-format.ts';
import { importPapers } from '../../../src/library/importing/import-papers.ts';
import { newerFile } from '../../helpers/scimago-files.ts';
import { memoryLibrary } from './memory-library.ts';

const NOTHING = { added: 0, merged: 0, completed: 0, journals: 0, passedOver: 0, skipped: 0, problems: [] };

async function* given(chunks: readonly string[]) {
  yield* chunks;
}

function formatOf(text: string, format: ImportFormat) {
  const detected = detectFormat(text, '', format);
  if (!detected) throw new Error('of no format');
  return detected;
}

async function importText(chunks: string[], format: ImportFormat) {
  const memory = memoryLibrary();
  const report = await importPapers(memory.library, { text: given(chunks), format: formatOf(chunks.join(''), format) });
  return { ...memory, report };
}

describe('importing journals', () => {
  const LINES = Array.from({ length: 4_500 }, (_, place) => ({ title: `Journal ${place}` }));
  const FILE_TEXT = newerFile(2024, [...LINES, { title: 'Odd', quartile: 'Q7' }]);

  it('gives them to the library in batches, counts them and no papers', async () => {
    const { report, journals, records } = await importText([FILE_TEXT.slice(0, 999), FILE_TEXT.slice(999)], 'scimago');
    expect(report).toEqual({
      ...NOTHING,
      format: 'scimago',
      journals: 4_500,
      skipped: 1,
      problems: [{ line: 4_502, entry: 4_501, reason: 'its quartile is not Q1 to Q4' }],
      quartiles: 0,
    });
    expect([journals.length, records.size, journals[7]?.year]).toEqual([4_500, 0, 2024]);
  });

  it('goes on after what an earlier run has read, with the header of the file', async () => {
    const { library, journals, checkpoints } = memoryLibrary();
    const file = { path: '/j.csv', size: 1, modifiedAt: 1, head: 'h' };
    const { problems: _, ...counts } = NOTHING;
    library.addJournals([], () => ({
      ...file,
      format: 'scimago',
      pieces: 4_001,
      counts: { ...counts, journals: 4_000 },
      isFinished: false,
    }));
    const source = { text: given([FILE_TEXT]), format: formatOf(FILE_TEXT, 'scimago'), identity: file };
    expect(await importPapers(library, source)).toMatchObject({ journals: 4_500, skipped: 1, resumedAfter: 4_001 });
    expect(journals.map(({ title }) => title)).toEqual(LINES.slice(4_000).map(({ title }) => title));
    expect(checkpoints.get('/j.csv')).toMatchObject({ isFinished: true, pieces: 4_502, counts: { journals: 4_500 } });
    expect(await importPapers(library, source)).toMatchObject({ unchanged: true, journals: 0 });
  });

  it('is interrupted where filling in quartiles is, and does that when it is run again', async () => {
    const stop = new AbortController();
    const calls: boolean[] = [];
    const { library } = memoryLibrary();
    const filling = {
      ...library,
      fillQuartiles: async (signal?: AbortSignal) => {
        calls.push(signal?.aborted ?? false);
        if (calls.length === 1) stop.abort();
        return 5;
      },
    };
    const file = { path: '/j.csv', size: 1, modifiedAt: 1, head: 'h' };
    const source = () => ({ text: given([FILE_TEXT]), format: formatOf(FILE_TEXT, 'scimago'), identity: file });
    expect(await importPapers(filling, source(), { signal: stop.signal })).toMatchObject({
      quartiles: 5,
      interrupted: true,
    });
    expect(await importPapers(filling, source())).toMatchObject({ quartiles: 5, unchanged: true });
    expect(calls).toEqual([false, false]);
  });
});
