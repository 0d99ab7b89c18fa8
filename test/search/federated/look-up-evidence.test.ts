import { describe, expect, it } from 'vitest';
import type { LiveSourceName } from '../../../src/contract/source-names.ts';
import { readReference } from '../../../src/papers/references/read-reference.ts';
import { collectEvidence, listAsked, listIds } from '../../../src/search/federated/finding/evidence.ts';

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
const INVENTED = { found: 'none', mayBeInvented: true, class: 'hallucinated' };
const ALL = ['openalex', 'crossref', 'semanticscholar', 'datacite', 'arxiv', 'europepmc', 'pubmed', 'dblp'] as const;
type Name = (typeof ALL)[number];

/** Every choice of those sources that may have answered. The others failed or were not asked: that is all one. */
const CHOICES: Name[][] = Array.from({ length: 2 ** ALL.length }, (_, bits) =>
  ALL.filter((_name, place) => (bits >> place) & 1),
);
const among = (answered: readonly Name[], names: readonly Name[]) =>
  answered.filter((name) => names.includes(name)).length;

it('a question in plain words is no title: it is never called invented', () => {
  const question = 'do byssal threads help mussels in winter storms';
  expect(judge(question, [], ALL)).toEqual({});
  expect(judge(question, [], [])).toEqual({});
  expect(judge(`D${question.slice(1)}`, [], ALL)).toEqual(INVENTED);
  expect(judge('why most published research findings are true', [], ALL)).toEqual(INVENTED);
});

it.each([
  'Hughes et al., 2017',
  '(see Hughes et al. 2017a)',
  'Hughes TP et al. (2017)',
  'Hughes, 2017',
  'Hughes & Kerry (2017)',
  'LeCun, Bengio, and Hinton, 2015',
  'Breiman, L., & Cutler, A. (2001).',
  'Hughes et al., 2017; Smith 2018',
  '(Hughes et al., 2017a; van der Berg & Smith, 2018; Lee, 2019)',
  'Hughes et al. (2017) and Smith (2018)',
])('names and a year, as texts cite, are no title that could be invented: %s', (cited) => {
  expect(judge(cited, [], ALL)).toEqual({});
  expect(readReference(cited)).toMatchObject({
    kind: 'words',
    text: expect.stringMatching(/^(?:[\p{L} ]+ \d{4}(?: |$))+$/u),
  });
});

it.each([
  'Hughes TP et al. Nature 543, 373 (2017)',
  'Altschul SF, Gish W. J Mol Biol 1990;215:403-10',
  'Lander ES et al. Nature. 2001;409:860-921',
  'Hughes et al., Nature 2017',
  'Hughes et al. [12]',
  'World Health Organization (2020)',
  'World Health Organization. (2020).',
  'Centers for Disease Control and Prevention, 2021',
  'National Institute for Health and Care Excellence 2019',
  'American Psychological Association (2013)',
  'Organisation for Economic Co-operation and Development (2019)',
])('a journal, or an organisation, without a title is not called invented: %s', (text) => {
  expect(judge(text, [], ALL)).toEqual({});
});

it.each([
  'Random Orchards (1999)',
  'Smith, J. (2020). Title unknown.',
  'Lee S. Cod of the north 2019.',
  'Smith, J. (2020). The Imagined Institute.',
  'The World Health Organization and the Politics of Kelp (2019)',
  'Social networks in an imagined organization of the north (2004)',
  'Orchards of the North; Meadows of the South (2018)',
  'Cod and Kelp, 2017; a history of Northern Shores (2018)',
])('a title with names, or an organisation, and a year is still one: %s', (text) => {
  expect(judge(text, [], ALL)).toEqual(INVENTED);
});

describe('over every choice of sources that answered', () => {
  it.each<[what: string, text: string, registers: Name[]]>([
    ['a DOI', '10.1038/nature99999', ['crossref', 'datacite']],
    ['an arXiv number', 'arXiv:2101.99999', ['arxiv']],
    ["arXiv's own DOI, which is a number of arXiv", '10.48550/arXiv.2101.99999', ['crossref', 'datacite', 'arxiv']],
    ['a PubMed number', 'PMID: 39999999', ['pubmed', 'europepmc']],
    ['a PubMed Central number', 'PMC9999999', ['europepmc']],
    ['a number of OpenAlex', 'openalex:W4999999999', ['openalex']],
  ])('%s is none where a register of it answered about it, and else unchecked', (_what, text, registers) => {
    for (const answered of CHOICES)
      expect([answered, judge(text, answered)]).toEqual([answered, among(answered, registers) > 0 ? NONE : UNCHECKED]);
    // Who searched for its words has not answered about it.
    expect(judge(text, [], ALL)).toEqual(UNCHECKED);
  });

  it.each<[what: string, text: string, covering: Name[]]>([
    ['without a year', TITLE, ['openalex', 'crossref', 'semanticscholar']],
    ['of a covered year', `Weevil A. ${TITLE}. 2019.`, ['openalex', 'crossref', 'semanticscholar']],
    [
      'with a number of arXiv',
      `Weevil A. ${TITLE}. 2021. arXiv:2101.99999`,
      ['openalex', 'crossref', 'semanticscholar', 'arxiv'],
    ],
    [
      'with a number of PubMed',
      `Weevil A. ${TITLE}. 2021. PMID: 39999999`,
      ['openalex', 'crossref', 'semanticscholar', 'europepmc', 'pubmed'],
    ],
  ])('a title %s may be invented where two that cover it answered, and is else unchecked', (_what, text, covering) => {
    for (const answered of CHOICES) {
      const verdict = among(answered, covering) >= 2 ? INVENTED : UNCHECKED;
      expect([answered, judge(text, [], answered)]).toEqual([answered, verdict]);
    }
  });

  it.each([
    ['1911', 1911],
    ['2027', 2027],
  ])('a title of %s is unchecked, and where only its year is in the way, that is said', (_what, year) => {
    const text = `Weevil A. ${TITLE}. ${year}.`;
    for (const answered of CHOICES) {
      const isByYear = among(answered, ['openalex', 'crossref', 'semanticscholar']) >= 2;
      const note = isByYear ? { note: { kind: 'year-not-covered', year, from: 1950 } } : {};
      expect([answered, judge(text, [], answered)]).toEqual([answered, { ...UNCHECKED, ...note }]);
    }
  });

  it('a topic gets no verdict, and a person is none, where anyone who was asked answered', () => {
    for (const answered of CHOICES) {
      expect(judge('coral bleaching', [], answered)).toEqual(answered.length > 0 ? {} : UNCHECKED);
      expect(judge('author: Nobody Atall', [], answered)).toEqual(answered.length > 0 ? NONE : UNCHECKED);
    }
  });
});

describe('a title with an identifier', () => {
  const text = `Weevil A. ${TITLE}. 2019. doi:10.1038/nature99999`;
  const unknownTo = (...titles: string[]) => ({
    note: { kind: 'identifiers-unknown', identifiers: [{ id: '10.1038/nature99999', titles }] },
  });

  it('is judged by the title, and that registers do not know the identifier is told beside it', () => {
    expect(judge(text, ['openalex'])).toEqual(UNCHECKED);
    expect(judge(text, ['crossref'])).toEqual({ ...UNCHECKED, ...unknownTo('Crossref') });
    expect(judge(text, ['crossref', 'datacite'], ['openalex'])).toEqual({
      ...UNCHECKED,
      ...unknownTo('Crossref', 'DataCite'),
    });
    expect(judge(text, ['crossref'], ['crossref', 'openalex'])).toEqual({ ...INVENTED, ...unknownTo('Crossref') });
  });
});

it('two identifiers are both to be unknown', () => {
  const text = '10.1038/nature99999 PMID: 39999999';
  expect(judge(text, ['crossref'])).toEqual(UNCHECKED);
  expect(judge(text, ['crossref', 'pubmed'])).toEqual(NONE);
});

it('a title that was searched for as a phrase alone may be misspelt, and is unchecked', () => {
  const evidence = collectEvidence(() => NOW);
  for (const source of ALL) evidence.addSearch(source, 0, 'phrase');
  expect(evidence.judge(readReference(TITLE), 0)).toEqual(UNCHECKED);
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
