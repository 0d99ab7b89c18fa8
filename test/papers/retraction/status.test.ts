import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { FoundPaper } from '../../../src/papers/found-paper.ts';
import { describeNoMark } from '../../../src/papers/retraction/sentences.ts';
import {
  readRetraction,
  retractionMark,
  retractionStatus,
  type TableEntry,
  verdictOnRetraction,
  withTableEntry,
} from '../../../src/papers/retraction/status.ts';
import { fromWire } from '../../../src/papers/wire.ts';

const AS_OF = '2026-11-24';
const OPENALEX = { provenance: { isRetracted: { from: 'openalex', on: '2026-11-20' } } };

function listed(paper: WirePaper, entry: Partial<TableEntry>): FoundPaper {
  return withTableEntry(fromWire(paper), { asOf: AS_OF, ...entry });
}

describe('the table of Retraction Watch', () => {
  it.each([
    ['of the year of the table', 2026, 'no'],
    ['without a year', undefined, 'no'],
    ['of a later year, which it cannot know', 2027, 'unknown'],
  ] as const)('does not list a paper %s', (_which, year, verdict) => {
    const paper = listed({ title: 'Ice', ...(year && { year }) }, {});
    expect(verdictOnRetraction(paper)).toBe(verdict);
  });

  it('says of a reinstated paper that it was retracted once, not that it is not listed', () => {
    const paper = listed({ title: 'Ice' }, { kind: 'reinstated', date: '2021-07-08' });
    expect(verdictOnRetraction(paper)).toBe('no');
    expect(describeNoMark(retractionStatus(paper))).toMatch(/retracted once.*reinstated on 2021-07-08/);
  });
});

describe('the status of a paper', () => {
  it.each([
    ['unknown to everybody', { title: 'Ice' }, undefined, 'unknown'],
    [
      'told by a source',
      { isRetracted: true, ...OPENALEX },
      { kind: 'retracted', from: 'openalex', asOf: '2026-11-20' },
      'yes',
    ],
    [
      'denied by a source',
      { isRetracted: false, ...OPENALEX },
      { kind: 'none', from: 'openalex', asOf: '2026-11-20' },
      'no',
    ],
    ['told by a file', { isRetracted: true }, { kind: 'retracted', from: 'record' }, 'yes'],
    [
      'told with its day',
      { isRetracted: true, retraction: { kind: 'retracted', from: 'crossref', date: '2010-02-02' } },
      { kind: 'retracted', from: 'crossref', date: '2010-02-02' },
      'yes',
    ],
    [
      'a concern alone',
      { retraction: { kind: 'expression-of-concern', from: 'pubmed' } },
      { kind: 'expression-of-concern', from: 'pubmed' },
      'unknown',
    ],
    [
      'a concern, and not retracted',
      { isRetracted: false, retraction: { kind: 'expression-of-concern', from: 'pubmed' } },
      { kind: 'expression-of-concern', from: 'pubmed' },
      'no',
    ],
    [
      'a concern, and retracted since',
      { isRetracted: true, ...OPENALEX, retraction: { kind: 'expression-of-concern', from: 'pubmed' } },
      { kind: 'retracted', from: 'openalex', asOf: '2026-11-20' },
      'yes',
    ],
    [
      'a notice that a source takes for the paper',
      { title: 'Retraction: Ice', isRetracted: true },
      { kind: 'notice', from: 'title' },
      'no',
    ],
    ['of no known kind', { retraction: { kind: 'burnt', from: 'crossref' } }, undefined, 'unknown'],
  ] as const)('%s', (_, paper, status, verdict) => {
    expect(retractionStatus(fromWire(paper as WirePaper))).toEqual(status);
    expect(verdictOnRetraction(fromWire(paper as WirePaper))).toBe(verdict);
  });
});

describe('a withdrawn preprint', () => {
  const abstract = 'This paper has been withdrawn by the author due to a gap in the proof.';
  const reasons = ['by the author due to a gap in the proof'];

  it('is what it says itself, whatever an index flags it as', () => {
    const paper = fromWire({ title: 'On ice', abstract, isRetracted: true, ...OPENALEX } as WirePaper);
    expect(retractionStatus(paper)).toEqual({ kind: 'withdrawn', from: 'abstract', reasons });
    expect(verdictOnRetraction(paper)).not.toBe('yes');
  });

  it('is retracted where a register of retractions says so', () => {
    expect(verdictOnRetraction(listed({ title: 'On ice', abstract }, { kind: 'retracted' }))).toBe('yes');
  });
});

describe('what Retraction Watch says', () => {
  it('is that a paper is retracted, when and why', () => {
    const paper = listed(
      { title: 'Ice', isRetracted: false },
      { kind: 'retracted', date: '2010-02-02', reasons: ['Error in Data'] },
    );
    const mark = {
      kind: 'retracted',
      from: 'retraction-watch',
      asOf: AS_OF,
      date: '2010-02-02',
      reasons: ['Error in Data'],
    };
    expect(retractionMark(paper)).toEqual(mark);
    expect(verdictOnRetraction(paper)).toBe('yes');
  });

  it('is that a paper is not in the table, as of a day: known to be no', () => {
    const paper = listed({ title: 'Ice' }, {});
    expect(verdictOnRetraction(paper)).toBe('no');
    expect(describeNoMark(retractionStatus(paper))).toBe('not in Retraction Watch as of 2026-11-24');
    expect(retractionMark(paper)).toBeUndefined();
  });

  it('does not take back what others tell', () => {
    expect(verdictOnRetraction(listed({ isRetracted: true }, {}))).toBe('yes');
    expect(verdictOnRetraction(listed({ title: 'RETRACTED: Ice' }, {}))).toBe('yes');
    expect(verdictOnRetraction(listed({ isRetracted: true }, { kind: 'expression-of-concern' }))).toBe('yes');
  });

  it('knows the original, whatever its publisher calls it now, and who was reinstated', () => {
    expect(retractionStatus(listed({ title: 'Retraction: Ice' }, { kind: 'retracted' }))?.kind).toBe('retracted');
    expect(verdictOnRetraction(listed({ isRetracted: true }, { kind: 'reinstated' }))).toBe('no');
    expect(verdictOnRetraction(listed({ isRetracted: true }, { kind: 'notice' }))).toBe('no');
  });

  it('of a concern or a correction is a mark, and that there is no retraction', () => {
    for (const kind of ['expression-of-concern', 'corrected'] as const) {
      const paper = listed({ title: 'Ice' }, { kind });
      expect([retractionMark(paper)?.kind, verdictOnRetraction(paper)]).toEqual([kind, 'no']);
    }
  });
});

describe('a status of a stranger', () => {
  it.each([null, 7, 'retracted', [], {}, { kind: 7 }, { kind: 'Retracted' }])('%j is none', (value) => {
    expect(readRetraction(value)).toBeUndefined();
  });

  it('is bounded and cleaned', () => {
    const status = readRetraction({
      kind: 'retracted',
      from: `a\u202e${'b'.repeat(500)}`,
      date: 'yesterday',
      reasons: [...Array.from({ length: 100 }, () => 'x'.repeat(10_000)), 7],
    });
    expect(JSON.stringify(status).length).toBeLessThan(3_000);
    expect(status).not.toHaveProperty('date');
    expect(status?.from).not.toContain('\u202e');
  });
});
