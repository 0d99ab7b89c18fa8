import { expect, it } from 'vitest';
import { said, textNotes } from '../../helpers/said.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore } from './stores.ts';

/** Notes as earlier versions stored them, as this one does, and as a later one may. */
const STORED = ['A sentence of 0.0.9.', { kind: 'not-kept', isSome: true }, { kind: 'of-later', text: 7 }] as never[];
const READ = [...textNotes('A sentence of 0.0.9.'), { kind: 'not-kept', isSome: true }];

it('jobs of earlier versions still show what was said of them', () => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  store.beginCreation(newJob(), ANEW);
  store.confirm(1, 'abc');
  store.finish(1, { status: 'success', papers: [], notes: STORED });
  const notes = openStore(folder).byNumber(1)?.notes ?? [];
  expect(notes).toEqual(READ);
  expect(said({ notes }).notes[0]).toBe('A sentence of 0.0.9.');
});

it('so do look-ups, item by item', () => {
  const folder = temporaryFolder();
  const items = [
    { item: 'a', found: 'none' as const, papers: [], note: '10.1/a is the DOI of another paper: Owls' as never },
    { item: 'b', found: 'none' as const, papers: [], note: { kind: 'unconfirmed' as const } },
    { item: 'c', found: 'none' as const, papers: [] },
  ];
  openStore(folder).recordLookUp({
    mode: 'embedded',
    account: 'mine',
    fingerprint: 'f',
    papers: [],
    notes: [],
    sources: [],
    record: { count: 1, items },
  });
  expect(
    openStore(folder)
      .byNumber(1)
      ?.lookUp?.items.map(({ note }) => note),
  ).toEqual([{ kind: 'text', text: '10.1/a is the DOI of another paper: Owls' }, { kind: 'unconfirmed' }, undefined]);
});

it('a look-up of an earlier version still shows which details were not compared', () => {
  const folder = temporaryFolder();
  const papers = [{ paper: 1, differs: [], unchecked: ['volume'] } as never];
  openStore(folder).recordLookUp({
    mode: 'embedded',
    account: 'mine',
    fingerprint: 'f',
    papers: [],
    notes: [],
    sources: [],
    record: { count: 1, items: [{ item: 'a', found: 'exact', papers }] },
  });
  expect(openStore(folder).byNumber(1)?.lookUp?.items[0]?.papers).toEqual([
    { paper: 1, differs: [], notCompared: ['volume'] },
  ]);
});
