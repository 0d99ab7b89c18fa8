import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { MAX_ANSWER_CHARACTERS } from '../../../src/jobs/answers/answer-size.ts';
import type { AskedSource, LookUpRecord } from '../../../src/jobs/ports/paper-finder.ts';
import { readReference } from '../../../src/papers/references/read-reference.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { viewLookUp } from '../../../src/search/look-up/look-up-view.ts';
import { readItem } from '../../../src/search/look-up/read-item.ts';
import { splitReferences } from '../../../src/search/look-up/split-references.ts';
import { storedCandidates } from '../../../src/search/look-up/stored-candidates.ts';
import { said } from '../../helpers/said.ts';
import { openStore } from '../../jobs/store/stores.ts';

const SIGNAL = new AbortController().signal;

function record(papers: WirePaper[], items = papers.length, perItem = 1) {
  const store = openStore();
  const found = Array.from({ length: items }, (_, index) => ({
    item: `item ${index}`,
    found: 'exact' as const,
    papers: Array.from({ length: perItem }, () => ({ paper: index + 1, differs: [] })),
  }));
  const common = { mode: 'embedded' as const, account: 'mine', notes: [], sources: [] };
  const job = store.recordLookUp({
    ...common,
    fingerprint: 'f',
    record: { count: perItem, items: found },
    papers: papers.map(fromWire),
  });
  return { store, job };
}

describe('the references of a file', () => {
  it.each([
    ['one\ntwo\r\n\n', ['one', 'two']],
    ['one\n  goes on\n\ntwo', ['one goes on', 'two']],
    [
      '% text\n@string{a = "b"}\n@article{x,\n title={One}}\n\n  @book{y, title={Two}}\n',
      ['@article{x,\n title={One}}', '@book{y, title={Two}}'],
    ],
    [
      'Exported\r\n\r\nTY  - JOUR\r\nTI  - One\r\nER  - \r\n\r\nTY  - BOOK\r\nTI  - Two\r\nER  - \r\n',
      ['TY  - JOUR\nTI  - One\nER  -', 'TY  - BOOK\nTI  - Two\nER  -'],
    ],
    ['\uFEFF\n', []],
  ])('of %j are %j', (text, references) => {
    expect(splitReferences(text)).toEqual(references);
  });
});

describe('a record of RIS as an item', () => {
  const lines = [
    'TY  - JOUR',
    'AU  - Weevil, Ada',
    'TI  - Tides - of small ponds',
    'PY  - 2019',
    'DO  - 10.5555/Tides',
  ];
  const expected = {
    kind: 'reference',
    ids: { doi: '10.5555/tides' },
    title: 'Tides - of small ponds',
    firstAuthor: 'Weevil',
    year: 2019,
    isCertain: true,
  };

  it.each([
    ['as it is in a file', lines.join('\n')],
    ['put on one line', lines.join(' ')],
  ])('is read %s', (_what, item) => {
    expect(readItem(item, openStore())).toMatchObject(expected);
  });

  it('is a text where it stands for no paper', () => {
    expect(readItem('TY  - MUSIC', openStore())).toMatchObject({ text: 'TY - MUSIC' });
  });
});

describe('papers of stored jobs', () => {
  const PAPERS: WirePaper[] = [
    { id: '1', title: 'The tides of small ponds' },
    { id: '2', title: 'Owls at night', doi: 'https://doi.org/10.5555/OWLS' },
    { id: '3', title: 'Something else altogether' },
  ];

  it.each([
    ['Weevil A. The tides of small ponds. 2019.', ['1']],
    ['10.5555/owls', ['2']],
    ['Weevil A. The history of the glass. 2019.', []],
  ])('that %s may mean are %j', async (text, ids) => {
    const { store } = record(PAPERS);
    const found = await storedCandidates(store, [readReference(text)], SIGNAL);
    expect(found.map(({ key }) => key)).toEqual(ids);
  });
});

describe('the next step', () => {
  const nextOf = (
    items: Partial<LookUpRecord['items'][number]>[],
    asked: AskedSource[] = [],
    papers: WirePaper[] = [],
  ) => {
    const store = openStore();
    const common = { mode: 'embedded' as const, account: 'mine', notes: [], sources: [] };
    const record = { count: 1, asked, items: items.map((match) => ({ item: 'x', papers: [], ...match })) };
    return said(
      viewLookUp(store, store.recordLookUp({ ...common, fingerprint: 'f', record, papers: papers.map(fromWire) })),
    ).next;
  };

  it('doubts a reference only where the sources that answered are enough to doubt it', () => {
    const doubted = nextOf([{ found: 'none', mayBeInvented: true }]);
    expect(doubted).toMatch(/^mayBeInvented: two or more .* have no such title\. Check the reference\.$/);
    expect(nextOf([{ found: 'none' }])).toMatch(/^found none: .* does not show that it is invented\.$/);
  });

  it('says of what could not be checked whether to try again or to name more sources', () => {
    const failed: AskedSource = { source: 'crossref', outcome: 'failed' };
    const unnamed: AskedSource = { source: 'datacite', outcome: 'not-asked' };
    const unchecked = [{ found: 'unchecked' as const }];
    const nothing = 'unchecked says nothing about whether it exists: ';
    expect(nextOf(unchecked, [failed])).toContain(`${nothing}look it up again later.`);
    expect(nextOf(unchecked, [unnamed])).toContain(`${nothing}PAPERQUEUE_SOURCES can name datacite.`);
    expect(nextOf(unchecked, [failed, unnamed])).toMatch(/again later; PAPERQUEUE_SOURCES can name datacite\./);
  });

  it('offers no abstracts and exports where nothing was found', () => {
    expect(nextOf([{ found: 'none' }])).not.toContain('abstracts');
  });

  it('says of each kind of result only where there is one', () => {
    const papers = [{ paper: 1, differs: [] }];
    const some = (found: 'exact' | 'likely') => nextOf([{ found, papers }], [], [{ title: 'Mussels' }]);
    expect(some('exact')).toMatch(/^get_job/);
    expect(some('likely')).toMatch(/^found likely: compare differs\. get_job/);
    expect(nextOf([{ found: 'none' }, { found: 'likely' }])).toMatch(/^found none: .* found likely: /);
    const person = [{ id: 'author: A Weevil', name: 'A Weevil', works: 1 }];
    expect(nextOf([{ found: 'likely', papers, authors: person }], [], [{ title: 'Mussels' }])).not.toContain('differs');
    expect(nextOf([{ papers }], [], [{ title: 'Mussels' }])).toMatch(/^An item without found was read as a topic/);
    expect(nextOf([{}])).toBeUndefined();
  });
});

describe('items that are in no answer', () => {
  const MOSS: LookUpRecord['items'] = [{ item: 'Moss', found: 'unchecked', papers: [] }];
  const viewOf = (asked: AskedSource[], items = MOSS, papers: WirePaper[] = []) => {
    const store = openStore();
    const job = store.recordLookUp({
      mode: 'embedded',
      account: 'mine',
      notes: [],
      sources: [],
      fingerprint: 'f',
      record: { count: 1, asked, items },
      papers: papers.map(fromWire),
    });
    return viewLookUp(store, job);
  };
  const notesOf = (asked: AskedSource[], items = MOSS) => viewOf(asked, items).notes;
  const library: AskedSource = { source: 'library', outcome: 'answered', works: 122_861 };

  it('are not held where the library alone was asked, and else not checked', () => {
    expect(notesOf([library, { source: 'crossref', outcome: 'not-asked' }])).toEqual([
      { kind: 'items-not-held', missing: 1, items: 1, works: 122_861 },
    ]);
    for (const outcome of ['answered', 'failed'] as const)
      expect(notesOf([library, { source: 'crossref', outcome }])).toEqual([
        { kind: 'items-unchecked', unchecked: 1, items: 1 },
      ]);
    expect(notesOf([{ source: 'crossref', outcome: 'not-asked' }])).toMatchObject([{ kind: 'items-unchecked' }]);
  });

  it('are not called absent if the library has their title by others', () => {
    const note = { kind: 'title-of-others', title: 'Moss', authors: 'Ada Weevil' } as const;
    const items: LookUpRecord['items'] = [
      { item: 'Owl B. Moss. 2001', found: 'unchecked', papers: [], note },
      { item: 'Tern', found: 'unchecked', papers: [] },
    ];
    expect(notesOf([library], items)).toEqual([{ kind: 'items-not-held', missing: 1, items: 2, works: 122_861 }]);
    expect(notesOf([library], items.slice(0, 1))).toEqual([]);
  });

  it('are told once of what no source has confirmed', () => {
    const item = (paper: number): LookUpRecord['items'][number] => ({
      item: 'Moss',
      found: 'exact',
      papers: [{ paper, differs: [] }],
      note: { kind: 'unconfirmed' },
    });
    const papers = [{ title: 'Moss' }, { title: 'More moss' }];
    const both = viewOf([library], [item(1), item(2)], papers);
    expect(both.notes).toContainEqual({ kind: 'papers-unconfirmed', papers: ['J1-1', 'J1-2'] });
    expect(both.items.map(({ note }) => note)).toEqual([undefined, undefined]);
    const one = viewOf([library], [item(1)], papers);
    expect(one.items.map(({ note }) => note)).toEqual([{ kind: 'unconfirmed' }]);
  });
});

describe('an answer about many items', () => {
  const title = 'A title of many words that says at length what the paper is about, as titles do';
  const long = Array.from(
    { length: 50 },
    (_, index): WirePaper => ({
      id: String(index),
      title: `${title} ${index}`,
      abstract: `${'Nobody reads so long an abstract'.repeat(40)}.`,
      authors: 'Ada Weevil, Ben Owl, Cleo Tern, Dan Limpet',
      journalName: 'Journal of Shores and Other Places at the Sea',
      doi: `10.5555/${'long'.repeat(10)}${index}`,
      year: 2020,
    }),
  );

  it('stays within the size that hosts allow, with every item', () => {
    const { store, job } = record(long, 50, 5);
    const answer = viewLookUp(store, job);
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(MAX_ANSWER_CHARACTERS);
    expect(answer.items).toHaveLength(50);
    expect(answer.items.every(({ papers }) => papers[0]?.title !== undefined && papers[0].doi !== undefined)).toBe(
      true,
    );
    expect(answer.notes.at(-1)).toEqual({ kind: 'shortened' });
  });

  it('is whole for a reader without a limit', () => {
    const { store, job } = record(long, 50, 5);
    const { items, notes } = viewLookUp(store, job, { limitSize: false });
    expect(items.every(({ papers }) => papers.length === 5 && papers[0]?.venue !== undefined)).toBe(true);
    // Nobody told it of any of them, which is no no.
    expect(notes).toEqual([{ kind: 'retraction-known', papers: 0, of: 50 }]);
  });
});
