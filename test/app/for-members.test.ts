import { expect, it } from 'vitest';
import { forMembers } from '../../src/app/for-members.ts';
import type { SourceReport } from '../../src/contract/answers.ts';
import type { JobRequest } from '../../src/contract/requests.ts';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { CLI_WORDING } from '../../src/faces/cli/wording.ts';
import { type PaperLookUp, type SearchEngine, SearchFailedError } from '../../src/jobs/ports/search-engine.ts';
import { MCP_WORDING } from '../../src/mcp/wording.ts';
import type { SearchNote } from '../../src/wording/notes/search-notes.ts';
import { renderReports } from '../../src/wording/sentences/sources.ts';
import { textNotes } from '../helpers/said.ts';

const PAPER: WirePaper = { id: '1', title: 'Owls', bibtex: { key: 'owls', fields: { file: '/home/ada/owls.pdf' } } };
const CONTEXT = { signal: new AbortController().signal, scraperKey: undefined };
const NO_PAPERS: PaperLookUp = { byTitle: () => [], byId: () => undefined };

it("accounts of `serve` get papers without the operator's notes, in searches and look-ups", async () => {
  const search: SearchEngine = () => ({ papers: [PAPER], notes: textNotes('n') });
  const papers: PaperLookUp = { byTitle: () => [PAPER], byId: (id) => (id === '1' ? PAPER : undefined) };
  const shared = forMembers({ search, papers });
  const bare = { id: '1', title: 'Owls' };
  expect(await shared.search({} as JobRequest, CONTEXT)).toEqual({ papers: [bare], notes: textNotes('n') });
  expect(shared.papers.byTitle('Owls')).toEqual([bare]);
  expect(shared.papers.byId('1')).toEqual(bare);
  expect(shared.papers.byId('2')).toBeUndefined();
});

/** What a search may say, with a way out for whoever runs the service. */
const NOTES: SearchNote[] = [
  { kind: 'not-searched', titles: ['CORE'], settings: ['PAPERQUEUE_CORE_KEY'] },
  { kind: 'unfit-left-out', papers: 3, isAtLeast: false, setting: 'PAPERQUEUE_LIBRARY_UNFIT', value: 'shown' },
  { kind: 'starter-only', papers: 176 },
  { kind: 'library-searched', papers: 12 },
  { kind: 'library-empty' },
  { kind: 'journals-unranked', journals: 2 },
  {
    kind: 'sources-failed',
    sources: [
      { title: 'CORE', gave: 0, failure: 'key wanted', detail: { setting: 'PAPERQUEUE_CORE_KEY' } },
      { title: 'Collection', gave: 0, failure: 'refused', detail: 'no-papers' },
      { title: 'arXiv', gave: 0, failure: 'skipped', detail: 'preprints-only' },
    ],
  },
];
const REPORTS: SourceReport[] = [
  { source: 'core', gave: 0, failed: { failure: 'key wanted', detail: { setting: 'PAPERQUEUE_CORE_KEY' } } },
  { source: 'library', title: 'the local library', gave: 3 },
];
const OPERATORS = /PAPERQUEUE_|`|\bimport\b|\bload\b|\bset\b|local library/;

it('members read no advice that only the administrator can follow, from a search that ended or failed', async () => {
  const said = (notes: readonly SearchNote[]) => [...CLI_WORDING.notes(notes), ...MCP_WORDING.notes(notes)];
  expect(said(NOTES).filter((text) => OPERATORS.test(text)).length).toBeGreaterThan(10);
  const outcome = { papers: [], notes: NOTES, sources: REPORTS };
  const succeeding: SearchEngine = () => outcome;
  const ended = await forMembers({ search: succeeding, papers: NO_PAPERS }).search({} as JobRequest, CONTEXT);
  const failing: SearchEngine = () => {
    throw new SearchFailedError(outcome);
  };
  const failed = await Promise.resolve()
    .then(() => forMembers({ search: failing, papers: NO_PAPERS }).search({} as JobRequest, CONTEXT))
    .catch((error: SearchFailedError) => error.outcome);
  for (const { notes, sources = [] } of [ended, failed]) {
    const texts = [
      ...said(notes),
      ...renderReports(sources).flatMap(({ title, failed }) => [title ?? '', failed ?? '']),
    ];
    expect(texts.filter((text) => OPERATORS.test(text))).toEqual([]);
    expect(texts.join('\n')).toMatch(/arXiv was not asked \(it has preprints only\)/);
    expect(sources).toMatchObject([{ failed: { failure: 'key wanted' } }, { title: "the service's library", gave: 3 }]);
  }
});
