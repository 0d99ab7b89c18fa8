import { describe, expect, it } from 'vitest';
import { authorsRequest, authorWorksRequest, readAuthors } from '../../../src/search/sources/openalex/index.ts';
import { answerOf, readParameters } from '../../helpers/sources/asking.ts';

/** The answers have the shape that OpenAlex documents; people and institutions are invented. */

const ADA = {
  id: 'https://openalex.org/A5000000001',
  orcid: 'https://orcid.org/0000-0002-1825-0097',
  display_name: 'Ada  Example',
  works_count: 38,
  cited_by_count: 412,
  last_known_institutions: [
    { id: 'https://openalex.org/I1', display_name: 'University of Invention', country_code: 'NL', type: 'education' },
    { id: 'https://openalex.org/I2', display_name: 'Second Institute' },
  ],
};

const answer = (results: unknown) => answerOf({ meta: { count: 2 }, results });

describe('people at OpenAlex', () => {
  it('are asked for by name, without operators, or by identifier', () => {
    const parameters = (asked: Parameters<typeof authorsRequest>[0]) => readParameters(authorsRequest(asked, 5, {}));
    const select = 'id,orcid,display_name,works_count,cited_by_count,last_known_institutions';
    expect(authorsRequest({ name: 'x' }, 5, {}).url).toMatch(/^https:\/\/api\.openalex\.org\/authors\?/);
    expect(parameters({ name: 'Jörg "Müller" | O’Hara-Li (x) & !y' })).toEqual({
      search: 'Jörg Müller O’Hara-Li x y',
      per_page: '5',
      select,
    });
    expect(parameters({ orcid: '0000-0002-1825-0097' })).toMatchObject({ filter: 'orcid:0000-0002-1825-0097' });
    expect(parameters({ openAlexId: 'A5000000001' })).toMatchObject({ filter: 'openalex:A5000000001' });
  });

  it('are read with affiliation, numbers and ORCID, as far as these are known', () => {
    const bare = {
      id: 'https://openalex.org/A5000000002',
      display_name: 'Bo',
      last_known_institutions: null,
      orcid: null,
    };
    expect(readAuthors(answer([ADA, bare]))).toEqual({
      authors: [
        {
          id: 'A5000000001',
          name: 'Ada Example',
          affiliation: 'University of Invention',
          works: 38,
          citations: 412,
          orcid: '0000-0002-1825-0097',
        },
        { id: 'A5000000002', name: 'Bo' },
      ],
    });
  });

  it('are left out without number or name, and cleaned of what hides', () => {
    const odd = [null, 7, { id: 'https://openalex.org/W1', display_name: 'Work' }, { id: 'A1', display_name: ' ' }];
    const hidden = {
      id: 'A5000000003',
      display_name: 'Ev\u202eil\u0007',
      orcid: 'https://orcid.org/0000-0002-1825-0098',
    };
    expect(readAuthors(answer([...odd, hidden]))).toEqual({ authors: [{ id: 'A5000000003', name: 'Evil' }] });
    expect(readAuthors(answerOf({ error: 'x' }))).toHaveProperty('failure');
  });

  it('give their works, newest or most cited first', () => {
    const parameters = (...asked: [Parameters<typeof authorWorksRequest>[0], 'newest' | 'cited']) =>
      readParameters(authorWorksRequest(...asked, 200, {}));
    expect(parameters({ openAlexId: 'A5000000001' }, 'newest')).toMatchObject({
      filter: 'authorships.author.id:A5000000001',
      sort: 'publication_date:desc',
      per_page: '100',
    });
    expect(parameters({ orcid: '0000-0002-1825-0097' }, 'cited')).toMatchObject({
      filter: 'authorships.author.orcid:0000-0002-1825-0097',
      sort: 'cited_by_count:desc',
    });
  });
});
