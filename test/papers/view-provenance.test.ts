import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { viewPaper } from '../../src/papers/paper-view.ts';
import { fromWire } from '../../src/papers/wire.ts';

const full = (paper: WirePaper) => viewPaper('J1-1', fromWire({ title: 'T', ...paper }), 'full');
const told = (from: string, on = '2026-11-20') => ({ from, on });

describe('where facts come from', () => {
  const provenance = {
    title: told('crossref'),
    year: told('crossref', '2026-11-19'),
    venue: told('crossref'),
    abstract: told('europepmc'),
  };

  it('is shown in full: for each source and day the facts that it told', () => {
    expect(full({ engine: 'crossref,europepmc,library', provenance })).toMatchObject({
      engine: 'crossref,europepmc,library',
      sources: ['crossref', 'europepmc', 'library'],
      provenance: {
        'crossref 2026-11-20': 'title, venue',
        'crossref 2026-11-19': 'year',
        'europepmc 2026-11-20': 'abstract',
      },
    });
  });

  it.each(['compact', 'abstract'] as const)('is not shown in the %s view', (view) => {
    const shown = viewPaper('J1-1', fromWire({ title: 'T', engine: 'crossref', provenance }), view);
    expect(shown).toEqual({ ref: 'J1-1', title: 'T' });
  });

  it.each<[string, WirePaper]>([
    ['there is none', { engine: 'library' }],
    ['it is null', { engine: 'library', provenance: null }],
  ])('is left out where %s, and with it the sources', (_why, paper) => {
    expect(full(paper)).not.toHaveProperty('provenance');
    expect(full(paper)).not.toHaveProperty('sources');
  });

  it('that says nothing leaves the sources', () => {
    const shown = full({ engine: 'openalex', provenance: {} });
    expect(shown).toMatchObject({ sources: ['openalex'] });
    expect(shown).not.toHaveProperty('provenance');
  });

  it('is cleaned and bounded, whatever a stranger sends', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, place) => [`fact ${place}`, told(`s${place}`)]));
    expect(Object.keys(full({ provenance: many }).provenance as object)).toHaveLength(40);
    const engine = Array.from({ length: 500 }, (_, place) => `s${place}`).join(',');
    expect(full({ engine, provenance: many }).sources).toHaveLength(30);
    const hostile = {
      'ti\u202etle\u0007': told('cross\u200bref\n', '2026-11-20'),
      ['x'.repeat(500)]: told('y'.repeat(500)),
    };
    const shown = full({ engine: 'cross\u202eref, ,', provenance: hostile });
    expect(shown.sources).toEqual(['crossref']);
    const [[first, facts], [second, long]] = Object.entries(shown.provenance as object) as [
      [string, string],
      [string, string],
    ];
    expect([first, facts]).toEqual(['crossref 2026-11-20', 'title']);
    for (const text of [second, long]) expect(text.length).toBeLessThanOrEqual(81);
  });

  it('may be told by sources of any name', () => {
    const shown = full({ provenance: { title: told('__proto__', ''), year: told('constructor', '') } });
    expect(Object.keys(shown.provenance as object).sort()).toEqual(['__proto__', 'constructor']);
  });
});

describe('the ranks that sources gave', () => {
  const ranksOf = (ranks: unknown) => (full({ explanation: { ranks } }).explanation as { ranks?: object })?.ranks;

  it('are part of the explanation', () => {
    const explanation = { ranks: { openalex: 1, arxiv: 300 } };
    expect(full({ explanation }).explanation).toEqual(explanation);
  });

  it('are as many as there may be sources, of numbers alone', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, place) => [`s${place}`, place + 1]));
    expect(Object.keys(ranksOf(many) ?? {})).toHaveLength(10);
    expect(ranksOf({ openalex: '1', arxiv: null, crossref: 2 })).toEqual({ crossref: 2 });
  });

  it.each([null, 'first', 7, [], {}, { openalex: 'first' }])('are left out when they are none: %j', (none) => {
    expect(full({ explanation: { ranks: none } })).not.toHaveProperty('explanation');
  });
});
