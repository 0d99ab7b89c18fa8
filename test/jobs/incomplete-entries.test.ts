import { describe, expect, it } from 'vitest';
import { noteIncomplete } from '../../src/jobs/exporting/incomplete-entries.ts';
import { record } from '../helpers/record.ts';

const WHOLE = {
  ...{ title: 'Threads of mussels', authors: ['Ada Weevil'], year: 2019, venue: 'J Shores' },
  ...{ volume: '3', pages: '1-9', publicationType: 'journal' },
};

function noted(...papers: object[]) {
  return noteIncomplete(
    papers.map((paper, index) => ({
      ...{ ref: `J1-${index + 1}`, key: 'k' },
      paper: record({ ...WHOLE, ...paper }),
    })),
  );
}

describe('entries of a bibliography that lack facts', () => {
  it('are named by the fact, the first of them with their references', () => {
    const bare = { volume: undefined, pages: undefined };
    expect(noted({}, bare, bare, bare, bare, { venue: undefined })).toEqual([
      {
        ...{ kind: 'incomplete-entries', of: 6 },
        lacking: [
          { fact: 'venue', papers: 1, refs: ['J1-6'] },
          { fact: 'volume', papers: 4, refs: ['J1-2', 'J1-3', 'J1-4'] },
          { fact: 'pages', papers: 4, refs: ['J1-2', 'J1-3', 'J1-4'] },
        ],
      },
    ]);
  });

  it('are none where all have them, and where works of their kind have none', () => {
    const none = { venue: undefined, volume: undefined, pages: undefined };
    expect(noted({}, { ...none, isPrePrint: true }, { ...none, publicationType: 'book' })).toEqual([]);
  });
});
