import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';
import { journalsRequest, MAX_JOURNALS, readJournals } from '../../src/sources/openalex/journals.ts';
import { answerOf, parametersOf } from '../helpers/sources/asking.ts';

const SOURCE = {
  id: 'https://openalex.org/S100000001',
  display_name: 'Journal of Invented Hydrology',
  issn_l: '2345-6787',
  issn: ['1234-5679', '2345-6787', '1111-1111'],
  type: 'journal',
  country_code: 'NL',
  host_organization_name: 'Example Press',
  is_core: true,
  summary_stats: { '2yr_mean_citedness': 3.25, h_index: 88, i10_index: 300 },
  topics: [
    {
      id: 'https://openalex.org/T1',
      count: 120,
      subfield: { id: 'https://openalex.org/subfields/2312' },
      field: { id: 'https://openalex.org/fields/23' },
    },
    { id: 'https://openalex.org/T2', count: 7, subfield: { id: 1105 } },
    { id: 'https://openalex.org/T3', count: 7, subfield: null },
    null,
  ],
  works_count: 1_900,
};

/** With its check digit (ISO 3297): weights from 8 down to 2, modulo 11. */
function issnOf(number: number): string {
  const digits = String(number);
  const sum = [...digits].reduce((all, digit, place) => all + Number(digit) * (8 - place), 0);
  const check = (11 - (sum % 11)) % 11;
  return `${digits.slice(0, 4)}-${digits.slice(4)}${check === 10 ? 'X' : check}`;
}

describe('statistics of journals', () => {
  it('are asked for many at once, in one list', () => {
    const request = journalsRequest(['1234-5679', '23456787', '1234-5679', '1111-1111', ''], { key: new Secret('k') });
    expect(request.headers).toMatchObject({ Authorization: 'Bearer k' });
    expect(new URL(request.url).pathname).toBe('/sources');
    expect(parametersOf(request)).toEqual({
      filter: 'issn:1234-5679|2345-6787',
      per_page: '100',
      select:
        'id,display_name,issn_l,issn,type,country_code,host_organization_name,is_core,summary_stats,topics,works_count',
    });
    const many = Array.from({ length: 150 }, (_, number) => issnOf(1_000_000 + number));
    const { url } = journalsRequest(many, {});
    expect(parametersOf({ url }).filter?.split('|')).toHaveLength(MAX_JOURNALS);
    expect(url.length).toBeLessThan(4_000);
  });

  it('are read whole, with valid ISSNs alone', () => {
    expect(readJournals(answerOf({ meta: { count: 1 }, results: [SOURCE] }))).toEqual({
      journals: [
        {
          sourceId: 'S100000001',
          title: 'Journal of Invented Hydrology',
          issns: ['2345-6787', '1234-5679'],
          country: 'NL',
          publisher: 'Example Press',
          type: 'journal',
          meanCitedness: 3.25,
          hIndex: 88,
          topics: [
            { subfield: '2312', field: '23', count: 120 },
            { subfield: '1105', field: '11', count: 7 },
          ],
          worksCount: 1_900,
        },
      ],
    });
  });

  it('may be missing', () => {
    const bare = {
      id: 'https://openalex.org/S2',
      summary_stats: null,
      topics: null,
      issn: null,
      country_code: 'Holland',
    };
    expect(readJournals(answerOf({ results: [bare, { id: 'https://openalex.org/W2' }, null] }))).toEqual({
      journals: [{ sourceId: 'S2', issns: [], topics: [] }],
    });
  });

  it.each([
    ['a refusal', answerOf({ error: 'Invalid query parameters error.' }, 400), { failure: 'refused' }],
    ['a page', answerOf('<html></html>'), { failure: 'unreadable' }],
    [
      'a pace',
      answerOf({ error: 'Rate limit exceeded', retryAfter: 1 }, 429),
      { failure: 'rate limited', retryAfterSeconds: 1 },
    ],
  ])('are not what %s is', (_what, answer, expected) => {
    expect(readJournals(answer)).toEqual(expected);
  });
});
