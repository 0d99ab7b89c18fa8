import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStrategy } from '../../../src/papers/strategy/read-strategy.ts';
import { positiveTerms, printStrategy, type StrategyNode } from '../../../src/papers/strategy/strategy-tree.ts';
import { SOURCES } from '../../../src/search/sources/all-sources.ts';
import type { PaperSource } from '../../../src/search/sources/source.ts';
import { runs } from '../../helpers/runs.ts';
import { questionOf } from '../../helpers/sources/asking.ts';
import { STRICT_SERVERS } from '../../helpers/sources/strict-servers.ts';
import { httpServers } from '../../service/scraping/http-servers.ts';

/** Boolean strategies as reviewers write them, asked of servers that read each query language strictly. */

const start = httpServers();

const STRATEGIES = [
  'mussel*',
  '(a1 OR b1) AND c1 NOT d1',
  'a1 NOT b1 NOT c1',
  '"Heart Attack"[ti] OR heart failure [Title/Abstract]',
  'Asthma[mh] OR "Asthma"[MeSH Terms:noexp]',
  '"shore raft"[tiab:~3]',
  'Smith J[au] AND 2010:2020[dp] AND asthma',
  'smith*[au] OR nature[ta]',
  'heart attack.ti,ab. or stroke*.tw.',
  '((heart or cardiac) adj3 fail*).ti.',
  '(heart adj attack).ab.',
  'exp Head and Neck Neoplasms/',
  'exp *Asthma/ or *Diabetes Mellitus, Type 2/',
  'wom#n.ti. and behavio?r.ab.',
  'TITLE-ABS-KEY(raft W/2 shore) AND PUBYEAR > 2010',
  'TITLE({raft}) AND NOT AUTH(smith)',
  'TS=(mussel raft) AND PY=2010-2020',
  '1 exp Asthma/\n2. asthma*.ti,ab.\n3 or/1-2\n4 3 and steroid*.tw.\n5 #4 NOT child.ti.',
  '("blue mussel" OR raft*) AND shore[tiab] NOT dune',
  'raft NOT (mussel AND shore[ti])',
  'raft NOT (mussel OR shore[ti])',
  'colo?red AND "heart attack*"',
  'raft* NEAR/2 shore',
  '(raft OR mussel) PRE/1 (shore OR dune)',
  'raft AND 心',
  'sensör AND "Ménière disease"',
  '"SARS-CoV-2" OR covid-19 OR "2019-nCoV"',
  '"TNF-α" AND "C++" NOT "x[y]"',
  '(english[la] OR german[la]) AND review[pt] AND rivers',
  '"randomized controlled trial"[pt] OR randomi?ed[tiab] OR placebo*[tiab]',
  '(("diabetes mellitus"[mh] OR diabet*[tiab]) AND ("foot ulcer"[mh] OR "foot ulcer*"[tiab])) NOT (animals[mh] NOT humans[mh])',
  '((telemedicine.ti,ab. or (remote adj2 monitor*).ti,ab.) and heart failure.ti,ab.) not letter.pt.',
  'TITLE-ABS-KEY("machine learning" OR "deep learning") AND TITLE-ABS-KEY(sepsis) AND PUBYEAR IS 2021',
  'TS=(("citizen science" OR "community science") AND (bird* OR avian)) NOT TS=(plumage)',
  '"a"[tiab] OR "the of"[ti]',
  'ab* OR abc* OR abcd*',
];

function node(text: string): StrategyNode {
  const result = readStrategy(text);
  if ('problem' in result) throw new Error(`${text}: ${result.problem}`);
  return result.node;
}

const question = (strategy: StrategyNode) => questionOf({ keywords: positiveTerms(strategy), strategy, count: 3 });

/** What a strict server of the source makes of a strategy. */
async function ask(source: PaperSource, strategy: StrategyNode, baseUrl: string) {
  const request = source.search(question(strategy), { baseUrl });
  const { url, method = 'GET', headers = {}, body } = request;
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const answer = { status: response.status, headers: response.headers, text: await response.text() };
  return source.readPage(answer, request, question(strategy));
}

const ASKED = SOURCES.filter((source) => source.translate !== undefined);

it('all sources but three take strategies', () => {
  const others = SOURCES.filter((source) => !ASKED.includes(source)).map(({ name }) => name);
  expect(others.sort()).toEqual(['crossref', 'dblp', 'unpaywall']);
});

describe.each(ASKED)('a strict $title', (source) => {
  it.each(STRATEGIES)('reads %j', async (text) => {
    const { url } = await start(STRICT_SERVERS[source.name](3));
    const strategy = node(text);
    expect(await ask(source, strategy, url), source.translate?.(strategy).query).toMatchObject({ total: 3 });
  });

  it.each([20, 60, 100, 250, 450])('reads one of %i terms', async (count) => {
    const { url } = await start(STRICT_SERVERS[source.name](3));
    const terms = Array.from({ length: count }, (_, at) => `(sensör${at} OR ("blue raft ${at}" NOT shore${at}))`);
    const strategy = node(terms.join(' AND '));
    expect(await ask(source, strategy, url)).toMatchObject({ total: 3 });
    if (source.name === 'pubmed') expect(source.translate?.(strategy).query).toContain(`"blue raft ${count - 1}"`);
  });

  it('reads whatever a strategy may be', async () => {
    const { url } = await start(STRICT_SERVERS[source.name](3));
    await fc.assert(
      fc.asyncProperty(anyStrategy, async (text) => {
        const result = readStrategy(text);
        fc.pre('node' in result && positiveTerms(result.node).length > 0);
        const strategy = node(text);
        fc.pre(source.cannotAnswer(question(strategy)) === undefined);
        const shown = `${printStrategy(strategy)} as ${source.translate?.(strategy).query}`;
        expect(await ask(source, strategy, url), shown).toMatchObject({ total: 3 });
      }),
      { numRuns: runs(60) },
    );
  });
});

const word = fc.constantFrom(
  ...[
    'raft',
    'shor*',
    'mus?el*',
    'ab*',
    'sensör',
    '水',
    'α-synuclein',
    'covid-19',
    "Crohn's",
    'U.S.',
    'a/b',
    'AND',
    'or',
  ],
);
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `"${words.join(' ')}"`);
const tag = fc.constantFrom(
  ...['', '', '[ti]', '[ab]', '[tiab]', '[tw]', '[mh]', '[majr:noexp]', '[au]', '[ta]', '[la]', '[pt]', '[tiab:~4]'],
);
const leaf = fc.oneof(
  fc.tuple(phrase, tag).map(([text, of]) => `${text}${of}`),
  fc.tuple(phrase, phrase, fc.constantFrom('NEAR/2', 'PRE/1')).map(([one, other, sign]) => `(${one} ${sign} ${other})`),
  fc.constantFrom('2010:2020[dp]', 'exp Asthma/', '*Diabetes Mellitus, Type 2/'),
);
const { strategy: anyStrategy } = fc.letrec<{ strategy: string }>((tie) => ({
  strategy: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc
      .tuple(fc.constantFrom(' AND ', ' OR '), fc.array(tie('strategy'), { minLength: 2, maxLength: 4 }))
      .map(([sign, parts]) => `(${parts.join(sign)})`),
    fc.tuple(tie('strategy'), tie('strategy')).map(([one, other]) => `(${one} NOT ${other})`),
  ),
}));
