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
