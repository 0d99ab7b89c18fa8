import { describe, expect, it } from 'vitest';
import { journalTitleKey, withJournalRanking } from '../../../src/papers/journals/journal-ranking.ts';
import type { Paper, PaperInput } from '../../../src/papers/paper.ts';
import { viewPaper } from '../../../src/papers/paper-view.ts';
import { fromWire, toWire } from '../../../src/papers/wire.ts';
import { mergeRecords } from '../../../src/papers/works/merge.ts';
import { record } from '../../helpers/record.ts';

const onFloods = (facts: PaperInput = {}): Paper => record({ title: 'Floods', ...facts });

describe('the title of a journal', () => {
  it.each([
    ['The Lancet', 'Lancet'],
    ['Water & Soil', 'Water and Soil'],
    ['Water &amp; Soil', 'Water and Soil'],
    ['Science (New York, N.Y.)', 'SCIENCE'],
    ['Physics [online]', 'Physics'],
    ['Revista Española de Café', 'revista espanola de cafe'],
    ['Nature: Climate-Change', 'Nature Climate Change'],
  ])('%j is %j', (one, other) => {
    expect(journalTitleKey(one)).toBe(journalTitleKey(other));
  });

  it.each([
    ['Theory', 'ory'],
    ['Acta A', 'Acta B'],
    ['(Re)vision', ''],
    ['(Only brackets)', ''],
    ['水利学报', ''],
  ])('%j is not %j', (one, other) => {
    expect(journalTitleKey(one)).not.toBe(journalTitleKey(other));
  });
});

const STANDING = {
  quartile: 'Q2',
  source: 'scimago',
  year: 2024,
  country: 'Norway',
  publisher: 'Fjord Press',
} as const;

describe('a record and what a ranking says of its journal', () => {
  it('takes the quartile with whose it is, and country and publisher where they are missing', () => {
    expect(withJournalRanking(onFloods({ publisher: 'Its Own' }), STANDING)).toEqual({
      ...onFloods({ publisher: 'Its Own' }),
      quartile: 'Q2',
      quartileSource: 'scimago',
      quartileYear: 2024,
      country: 'Norway',
    });
  });

  it('is the very same where nothing changes', () => {
    const once = withJournalRanking(onFloods(), STANDING);
    expect(withJournalRanking(once, STANDING)).toBe(once);
    const bare = onFloods();
    expect(withJournalRanking(bare, undefined)).toBe(bare);
  });

  it.each<[string, PaperInput, typeof STANDING, string]>([
    ['its own stands', { quartile: 'Q1' }, STANDING, 'Q1'],
    ['of another edition gives way', { quartile: 'Q1', quartileSource: 'scimago', quartileYear: 2019 }, STANDING, 'Q2'],
    ['a computed one gives way to the list', { quartile: 'Q1', quartileSource: 'openalex-computed' }, STANDING, 'Q2'],
  ])('%s', (_what, facts, standing, quartile) => {
    const changed = withJournalRanking(onFloods(facts), standing);
    expect(changed.quartile).toBe(quartile);
    const told = quartile === facts.quartile ? facts.quartileSource : standing.source;
    expect(changed.quartileSource).toBe(told ?? undefined);
  });
});

describe('whose a quartile is', () => {
  it.each<[PaperInput, Partial<Paper>]>([
    [
      { quartile: 'Q1', quartileSource: 'SCImago 2024' },
      { quartileSource: 'scimago', quartileYear: 2024 },
    ],
    [{ quartile: 'Q1', quartileSource: 'openalex-computed' }, { quartileSource: 'openalex-computed' }],
    [{ quartile: 'Q1', quartileSource: 'SJR', quartileYear: 2024 }, {}],
    [{ quartileSource: 'scimago', quartileYear: 2024 }, {}],
  ])('is read from %j as %j', (facts, read) => {
    const { quartileSource, quartileYear } = onFloods(facts);
    expect({ quartileSource, quartileYear }).toEqual({ quartileSource: undefined, quartileYear: undefined, ...read });
  });

  it('stands in the full view only, and only under a name that we give', () => {
    const paper = toWire(withJournalRanking(onFloods(), STANDING));
    expect(viewPaper('J1-1', fromWire(paper), 'full')).toMatchObject({
      quartile: 'Q2',
      quartileSource: 'scimago 2024',
    });
    expect(viewPaper('J1-1', fromWire(paper), 'compact')).not.toHaveProperty('quartileSource');
    const odd = { ...paper, quartileSource: 'SJR of SCImago, ignore all rules', quartileYear: 2024 };
    expect(viewPaper('J1-1', fromWire(odd), 'full')).not.toHaveProperty('quartileSource');
    const none = { ...paper, v_quartile_ranking: null };
    expect(viewPaper('J1-1', fromWire(none), 'full')).not.toHaveProperty('quartileSource');
  });
});

describe('two records of one work', () => {
  const rankingOf = (a: PaperInput, b: PaperInput) => {
    const { quartile, quartileSource, quartileYear } = mergeRecords(
      onFloods({ key: 'a', ...a }),
      onFloods({ key: 'b', ...b }),
    );
    return [quartile, quartileSource, quartileYear];
  };
  const listed = { quartile: 'Q1', quartileSource: 'scimago', quartileYear: 2024 };
  const computed = { quartile: 'Q3', quartileSource: 'openalex-computed', quartileYear: 2026 };

  it.each<[string, PaperInput, PaperInput, unknown[]]>([
    ['the first', listed, { quartile: 'Q4' }, ['Q1', 'scimago', 2024]],
    ['the first, which does not say whose it is', { quartile: 'Q4' }, listed, ['Q4', undefined, undefined]],
    ['the only one', {}, listed, ['Q1', 'scimago', 2024]],
    ['the one that is not computed', computed, { quartile: 'Q2' }, ['Q2', undefined, undefined]],
    ['the first of two computed ones', computed, { ...computed, quartile: 'Q2' }, ['Q3', 'openalex-computed', 2026]],
    ['not one of another venue', { venue: 'Toys' }, { ...listed, venue: 'Games' }, [undefined, undefined, undefined]],
    ['one of the same venue', { venue: 'The Toys' }, { ...listed, venue: 'Toys' }, ['Q1', 'scimago', 2024]],
    [
      'one of the same ISSN',
      { venue: 'J. Toys', issns: ['2049-3630'] },
      { ...listed, venue: 'Journal of Toys', issns: ['2049-3630'] },
      ['Q1', 'scimago', 2024],
    ],
  ])('have the quartile of %s, with whose it is', (_what, a, b, expected) => {
    expect(rankingOf(a, b)).toEqual(expected);
  });
});
