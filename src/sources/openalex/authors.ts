import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../lib/json.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import {
  type AuthorCandidate,
  type AuthorId,
  type AuthorOrder,
  type AuthorQuery,
  readOrcid,
} from '../../papers/references/author-query.ts';
import { cleanLine, shorten } from '../../papers/text.ts';
import type { Failed, SourceAnswer, SourceRequest, SourceSettings } from '../source.ts';
import { readList } from './answers.ts';
import { listRequest, worksByFilter } from './requests.ts';

const SELECT = 'id,orcid,display_name,works_count,cited_by_count,last_known_institutions';
const MAX_NAME_CHARACTERS = 200;
const MAX_SHOWN_CHARACTERS = 120;

/** Asks for people, those that fit the name best first. */
export function authorsRequest(query: AuthorQuery, count: number, settings: SourceSettings): SourceRequest {
  const which: Record<string, string> =
    'name' in query
      ? { search: plainName(query.name) }
      : { filter: 'orcid' in query ? `orcid:${query.orcid}` : `openalex:${query.openAlexId}` };
  return listRequest('authors', { ...which, per_page: String(count), select: SELECT }, settings);
}

/** Without characters that are operators of its search. */
function plainName(name: string): string {
  return name
    .replace(/[^\p{L}\p{M}\p{N}'’.-]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_CHARACTERS);
}

/** The people in an answer; entries without a number or name are left out. */
export function readAuthors(answer: SourceAnswer): { authors: AuthorCandidate[] } | Failed {
  const list = readList(answer);
  return 'failure' in list ? list : { authors: list.results.map(fieldsOf).flatMap(readAuthor) };
}

function readAuthor(author: Fields): AuthorCandidate[] {
  const id = /(?:^|\/)(A\d{1,12})$/i.exec(textOf(author.id) ?? '')?.[1]?.toUpperCase();
  const name = cleanLine(textOf(author.display_name) ?? '');
  if (id === undefined || name === '') return [];
  const affiliation = listOf(author.last_known_institutions)
    .map((institution) => textOf(fieldsOf(institution).display_name))
    .find((text) => text !== undefined);
  const fields = {
    affiliation: affiliation && shorten(cleanLine(affiliation), MAX_SHOWN_CHARACTERS),
    works: numberOf(author.works_count),
    citations: numberOf(author.cited_by_count),
    orcid: readOrcid(textOf(author.orcid)),
  };
  return [{ id, name: shorten(name, MAX_SHOWN_CHARACTERS), ...omitUndefined(fields) }];
}

const SORT: Record<AuthorOrder, string> = { newest: 'publication_date:desc', cited: 'cited_by_count:desc' };

/** The works of a person. */
export function authorWorksRequest(
  author: AuthorId,
  order: AuthorOrder,
  count: number,
  settings: SourceSettings,
): SourceRequest {
  const filter =
    'orcid' in author ? `authorships.author.orcid:${author.orcid}` : `authorships.author.id:${author.openAlexId}`;
  return worksByFilter(filter, SORT[order], count, settings);
}
