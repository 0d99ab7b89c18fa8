import { describe, expect, it } from 'vitest';
import type { SourceReport } from '../../../src/contract/answers.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { RelatedRecord } from '../../../src/jobs/ports/related.ts';
import type { Mode } from '../../../src/jobs/ports/service.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { makeReceipt } from '../../../src/report/exporting/receipt.ts';
import { textNotes } from '../../helpers/said.ts';
import { ANEW, newJob, openStore } from '../../jobs/store/stores.ts';

const SOURCES: SourceReport[] = [
  { source: 'library', gave: 3 },
  { source: 'openalex', gave: 2, total: 900 },
  { source: 'arxiv', gave: 0, failed: { failure: 'unreachable' } },
];

/** The same as a receipt tells them. */
const TOLD = SOURCES.map((each) =>
  each.failed ? { ...each, failed: 'could not be reached', failure: { failure: 'unreachable' } } : each,
);

function receiptOf(sources: SourceReport[] | undefined, papers: WirePaper[] = [], status = 'success') {
  const store = openStore();
  store.beginCreation(newJob(), ANEW);
  store.confirm(1, 'id');
  const job = store.finish(1, { status, papers, notes: [], ...(sources && { sources }) });
  return makeReceipt({ store, account: 'account', serviceAddress: undefined }, job);
}

describe('a receipt', () => {
  it('tells what each source gave and which failed, also of a search that failed', () => {
    expect(receiptOf(SOURCES).sources).toEqual(TOLD);
    expect(receiptOf(SOURCES, [], 'error')).toMatchObject({ status: 'error', sources: TOLD });
  });

  it.each([[undefined], [[]]])('has no such part where the service does not say: %j', (sources) => {
    expect(receiptOf(sources)).not.toHaveProperty('sources');
  });

  it('counts a paper for every source that had it, once', () => {
    const engines = ['openalex,arxiv', 'arxiv', 'openalex, openalex', 'library', ',', null];
    const { results } = receiptOf(
      SOURCES,
      engines.map((engine, place) => ({ title: `${place}`, engine })),
    );
    expect(results?.counts.perEngine).toEqual({ arxiv: 2, library: 1, openalex: 2 });
  });
});

describe('the receipt of related papers', () => {
  const record: RelatedRecord = {
    ref: 'J1-4',
    relation: 'references',
    limit: 30,
    title: 'Mussel beds',
    doi: '10.1000/a',
  };

  it.each<Mode>(['hosted', 'embedded'])('says what was asked of whom, and nothing of a service (%s)', (mode) => {
    const store = openStore();
    const sources = SOURCES.slice(1);
    const fingerprint = 'f';
    const job = store.recordRelated({
      mode,
      account: 'account',
      fingerprint,
      record,
      papers: [fromWire({})],
      notes: textNotes('n'),
      sources,
    });
    const receipt = makeReceipt({ store, account: 'account', serviceAddress: 'https://example.org/api' }, job);
    expect(receipt).toMatchObject({
      jobId: null,
      service: 'open scholarly sources, asked by paperqueue',
      status: 'success',
      request: null,
      related: record,
      credits: { cost: 0, charged: 'no' },
      sources: TOLD.slice(1),
      results: { counts: { requested: 30, returned: 1 }, applied: {}, ignored: [] },
    });
  });

  it('is the only one that has such a part', () => {
    expect(receiptOf(SOURCES)).not.toHaveProperty('related');
  });
});
