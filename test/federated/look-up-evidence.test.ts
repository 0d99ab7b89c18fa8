import { describe, expect, it } from 'vitest';
import type { LiveSourceName } from '../../src/contract/source-names.ts';
import { collectEvidence, listAsked, listIds } from '../../src/federated/finding/evidence.ts';
import { readReference } from '../../src/papers/references/read-reference.ts';

const NOW = Date.UTC(2026, 10, 24);

/** What is said of a text that was not found, when these sources answered about its identifiers and about itself. */
function judge(text: string, aboutIds: readonly LiveSourceName[], aboutItself: readonly LiveSourceName[] = []) {
  const evidence = collectEvidence(() => NOW);
  const reference = readReference(text);
  for (const source of aboutIds) for (const { kind, id } of listIds(reference)) evidence.addIds(source, kind, [id]);
  for (const source of aboutItself) evidence.addSearch(source, 0, 'whole');
  return evidence.judge(reference, 0);
}

const TITLE = 'A very long title of a paper that nobody can find anywhere in the whole world';
const NONE = { found: 'none' };
const UNCHECKED = { found: 'unchecked' };
const INVENTED = { found: 'none', mayBeInvented: true };

describe('an identifier is unknown where its register answered, and there alone', () => {
  it.each<[string, LiveSourceName[], object]>([
    ['10.1038/nature99999', [], UNCHECKED],
    ['10.1038/nature99999', ['openalex', 'europepmc', 'semanticscholar'], UNCHECKED],
    ['10.1038/nature99999', ['crossref'], NONE],
    ['10.1038/nature99999', ['datacite'], NONE],
    ['arXiv:2101.99999', ['openalex', 'crossref'], UNCHECKED],
    ['arXiv:2101.99999', ['arxiv'], NONE],
    // arXiv's own DOIs are numbers of arXiv.
    ['10.48550/arXiv.2101.99999', ['arxiv'], NONE],
    ['PMID: 39999999', ['crossref', 'openalex'], UNCHECKED],
    ['PMID: 39999999', ['pubmed'], NONE],
    ['PMID: 39999999', ['europepmc'], NONE],
    ['PMC9999999', ['europepmc'], NONE],
    ['openalex:W4999999999', ['crossref'], UNCHECKED],
    ['openalex:W4999999999', ['openalex'], NONE],
  ])('%s, of which %j answered: %j', (text, sources, verdict) => {
    expect(judge(text, sources)).toEqual(verdict);
  });

  it('and where a title is given, that counts', () => {
    const text = `Weevil A. ${TITLE}. 2019. doi:10.1038/nature99999`;
    expect(judge(text, ['crossref'])).toEqual(UNCHECKED);
    expect(judge(text, [], ['openalex'])).toEqual(NONE);
    expect(judge(text, ['crossref'], ['crossref', 'openalex'])).toEqual(INVENTED);
  });
});

describe('a title may be invented where two sources that cover its field and year answered', () => {
  it.each<[string, LiveSourceName[], object]>([
    [`Weevil A. ${TITLE}. 2019.`, [], UNCHECKED],
    [`Weevil A. ${TITLE}. 2019.`, ['openalex'], NONE],
    [`Weevil A. ${TITLE}. 2019.`, ['openalex', 'crossref'], INVENTED],
    [TITLE, ['openalex', 'semanticscholar'], INVENTED],
    // Sources of one field say nothing of others.
    [`Weevil A. ${TITLE}. 2019.`, ['openalex', 'arxiv', 'europepmc', 'dblp'], NONE],
    [`Weevil A. ${TITLE}. 1911.`, ['openalex', 'crossref'], NONE],
    // What is not out yet is in no source.
    [`Weevil A. ${TITLE}. 2027.`, ['openalex', 'crossref'], NONE],
  ])('%s, of which %j answered: %j', (text, sources, verdict) => {
    expect(judge(text, [], sources)).toEqual(verdict);
  });

  it('and a source of one field covers what has an identifier of it', () => {
    const text = `Weevil A. ${TITLE}. 2021. arXiv:2101.99999`;
    expect(judge(text, ['arxiv'], ['arxiv', 'europepmc'])).toEqual(NONE);
    expect(judge(text, ['arxiv'], ['arxiv', 'openalex'])).toEqual(INVENTED);
  });
});

it('a title that was searched for as a phrase alone may be misspelt, and is not called invented', () => {
  const evidence = collectEvidence(() => NOW);
  for (const source of ['openalex', 'crossref'] as const) evidence.addSearch(source, 0, 'phrase');
  expect(evidence.judge(readReference(TITLE), 0)).toEqual(NONE);
});

it('a topic is no reference that could be wrong, and a person is unknown only where someone was asked', () => {
  expect(judge('coral bleaching', [], ['openalex', 'crossref'])).toEqual({});
  expect(judge('coral bleaching', [])).toEqual(UNCHECKED);
  expect(judge('author: Nobody Atall', [], ['openalex'])).toEqual(NONE);
  expect(judge('author: Nobody Atall', [])).toEqual(UNCHECKED);
});

it('names the sources that could settle a reference and were not asked', () => {
  const asked = [{ source: 'openalex', outcome: 'failed' } as const];
  const unasked = (text: string) => listAsked([readReference(text)], asked).slice(1);
  const not = (...sources: string[]) => sources.map((source) => ({ source, outcome: 'not-asked' }));
  expect(unasked('10.1038/nature99999')).toEqual(not('crossref', 'datacite'));
  expect(unasked('PMID: 39999999')).toEqual(not('europepmc', 'pubmed'));
  expect(unasked(TITLE)).toEqual(not('crossref', 'semanticscholar'));
  expect(unasked('author: Nobody Atall')).toEqual([]);
});
