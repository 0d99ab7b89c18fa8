import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore, reuse } from './stores.ts';

describe('names and groups of jobs', () => {
  it('are recorded with the intent, so that no kill comes between', () => {
    const folder = temporaryFolder();
    openStore(folder).beginCreation(newJob(), { ...ANEW, label: { name: 'first try', group: 'thesis' } });
    expect(openStore(folder, process.ppid).byNumber(1)).toMatchObject({
      status: 'submitting',
      name: 'first try',
      group: 'thesis',
    });
  });

  it('are given to a job that is reused, as far as they are said', () => {
    const store = openStore();
    store.beginCreation(newJob(), { ...ANEW, label: { name: 'first try', group: 'thesis' } });
    store.confirm(1, 'abc');
    store.beginCreation(newJob(), reuse());
    expect(store.byNumber(1)).toMatchObject({ name: 'first try', group: 'thesis' });
    store.beginCreation(newJob(), { ...reuse(), label: { group: 'teaching' } });
    expect(store.byNumber(1)).toMatchObject({ name: 'first try', group: 'teaching' });
  });

  it('change and go away', () => {
    const store = openStore();
    for (const fingerprint of ['a', 'b']) store.beginCreation(newJob({ fingerprint }), ANEW);
    store.label([1, 2], { group: 'thesis' });
    store.label([2], { name: 'second', group: null });
    const { jobs } = store.list({ offset: 0, count: 9, status: undefined });
    expect(jobs.map(({ number, name, group }) => [number, name, group])).toEqual([
      [2, 'second', undefined],
      [1, undefined, 'thesis'],
    ]);
  });
});
