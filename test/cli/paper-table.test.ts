import { describe, expect, it } from 'vitest';
import { formatTable } from '../../src/cli/output.ts';
import type { JobAnswerView } from '../../src/jobs/reading/answer.ts';
import { VIEWS, type View, viewPaper } from '../../src/papers/view.ts';
import { toWire } from '../../src/papers/wire.ts';
import { fullPaper } from '../helpers/full-paper.ts';

function tableOf(isRetracted: boolean, view: View): string {
  const answer: JobAnswerView = {
    mode: 'embedded',
    job: { ref: 'J1', jobId: 'a', operation: 'keywordSearch', status: 'success', createdAt: '', reused: false },
    credits: { cost: 1, pool: 'basic', charged: 'yes' },
    page: { offset: 0, count: 1, total: 1, nextOffset: null },
    papers: [viewPaper('J1-1', toWire(fullPaper({ isRetracted }), 0.5), view)],
  };
  return formatTable(answer, 120);
}

const PARTS = {
  mode: 'embedded' as const,
  job: { ref: 'J1', jobId: 'a', operation: 'keywordSearch', status: 'success', createdAt: '', reused: false },
  credits: { cost: 1, pool: 'basic' as const, charged: 'yes' as const },
};

it('a table says how well each paper fits, and how many fit how well', () => {
  const papers = [
    { ref: 'J1-1', match: 'strong', title: 'Frozen lakes', year: 2021 },
    { ref: 'J1-2', match: 'partial', title: 'Winds' },
  ];
  const text = formatTable({ ...PARTS, papers, relevance: { strong: 1, good: 0, partial: 1, weak: 0 } }, 100);
  expect(text).toMatch(/^REF +MATCH +YEAR +CITED +TITLE/);
  expect(text).toMatch(/^J1-1 +strong +2021 +Frozen lakes$/m);
  expect(text).toMatch(/^J1-2 +partial +Winds$/m);
  expect(text).toContain('\nmatch: 1 strong, 0 good, 1 partial, 0 weak\n');
  expect(formatTable({ ...PARTS, papers: [{ ref: 'J1-1', title: 'T' }] }, 100)).not.toContain('MATCH');
});

describe('a retracted paper', () => {
  it.each(VIEWS)('is marked before its title in the table, made of the %s view', (view) => {
    expect(tableOf(true, view)).toMatch(/^J1-1 +2021 +17 +RETRACTED: Frozen lakes remember winds/m);
    expect(tableOf(false, view)).toMatch(/^J1-1 +2021 +17 +Frozen lakes remember winds/m);
  });

  it.each(VIEWS)('is marked in the %s view', (view) => {
    expect(viewPaper('J1-1', toWire(fullPaper(), 0.5), view)).toMatchObject({ ref: 'J1-1', retracted: true });
    expect(viewPaper('J1-1', toWire(fullPaper({ isRetracted: false }), 0.5), view)).not.toHaveProperty('retracted');
  });
});

describe('the full view', () => {
  it('has every identifier', () => {
    expect(viewPaper('J1-1', toWire(fullPaper(), 0.5), 'full')).toMatchObject({
      doi: '10.1234/ice.5',
      arxivId: '2101.00001',
      pmid: '31452104',
      pmcid: 'PMC6712345',
      openAlexId: 'W2741809807',
      corpusId: '215416146',
      issns: ['1234-5679', '2434-561X'],
    });
  });
});
