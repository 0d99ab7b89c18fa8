import { expect, it } from 'vitest';
import type { JobRequest } from '../../src/contract/requests.ts';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import type { PaperLookUp, SearchEngine } from '../../src/jobs/ports/search-engine.ts';
import { withoutEntries } from '../../src/wiring/serve-service.ts';
import { textNotes } from '../helpers/said.ts';

const PAPER: WirePaper = { id: '1', title: 'Owls', bibtex: { key: 'owls', fields: { file: '/home/ada/owls.pdf' } } };

it("accounts of `serve` get papers without the operator's notes, in searches and look-ups", async () => {
  const search: SearchEngine = () => ({ papers: [PAPER], notes: textNotes('n') });
  const papers: PaperLookUp = { byTitle: () => [PAPER], byId: (id) => (id === '1' ? PAPER : undefined) };
  const shared = withoutEntries({ search, papers });
  const bare = { id: '1', title: 'Owls' };
  const context = { signal: new AbortController().signal, scraperKey: undefined };
  const request = {} as JobRequest;
  expect(await shared.search(request, context)).toEqual({ papers: [bare], notes: textNotes('n') });
  expect(shared.papers.byTitle('Owls')).toEqual([bare]);
  expect(shared.papers.byId('1')).toEqual(bare);
  expect(shared.papers.byId('2')).toBeUndefined();
});
