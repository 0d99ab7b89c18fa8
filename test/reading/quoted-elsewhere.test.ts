import { expect, it } from 'vitest';
import type { FullTexts, TextView } from '../../src/reading/full-text.ts';
import { readPaper } from '../../src/reading/read-paper.ts';
import { ANEW, newJob, openStore } from '../jobs/store/stores.ts';

/** A quotation credited to the wrong one of a search's papers. */

const QUOTED = 'Mussels held on longer in the second winter than in the first.';
const PAPERS = [
  { title: 'Mussels in winter', abstract: 'Mussels were moored.' },
  { title: 'Two winters', abstract: `Aim: rafts. Mussels held on longer, in the second winter than in the first!` },
  { title: 'Three winters', abstract: 'Mussels held on longer in the second winter than in the third.' },
];

async function read(ref: string, quote: string, verdict: 'absent' | 'near') {
  const store = openStore();
  store.beginCreation(newJob(), ANEW);
  store.confirm(1, 'id');
  store.finish(1, { status: 'success', papers: PAPERS, notes: [] });
  const view: TextView = { notes: [{ kind: 'no-text-source' }], quote: { verdict } };
  const fullTexts = async () => ({ read: async () => view }) as unknown as FullTexts;
  const passages = () => Promise.reject(new Error('no passages are looked for'));
  const deps = {
    store,
    mode: 'embedded',
    account: 'mine',
    fullTexts,
    lookUp: async () => undefined,
    passages,
  } as const;
  const { notes } = (await readPaper(deps, { ref, quote }, { signal: new AbortController().signal })) as TextView;
  return notes?.slice(1);
}

it('is said to be in the paper that has its words', async () => {
  expect(await read('J1-1', QUOTED, 'absent')).toEqual([{ kind: 'quoted-elsewhere', refs: ['J1-2'] }]);
});

it.each([
  ['it is not absent', 'J1-1', QUOTED, 'near'],
  ['no other paper has all of its words in a row', 'J1-1', `${QUOTED} Rafts`, 'absent'],
  ['it is a few words that many papers have', 'J1-1', 'in the second winter', 'absent'],
  ['the paper itself is the only one', 'J1-2', QUOTED, 'absent'],
] as const)('is looked for nowhere else where %s', async (_what, ref, quote, verdict) => {
  expect(await read(ref, quote, verdict)).toEqual([]);
});
