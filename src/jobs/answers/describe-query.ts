import type { JobRequest } from '../../contract/requests.ts';
import { counted } from '../../lib/counted.ts';
import type { RelatedRecord } from '../ports/related.ts';

const NAME = /^author:\s*/i;

/** Describes the request: `citations of J1-2`, `papers by Ada Lovelace`. `paper` names the paper. */
export function describeRelated(
  { relation, ref, search }: Pick<RelatedRecord, 'relation' | 'ref' | 'search'>,
  paper: string,
): string {
  if (search) {
    const others = search.papers > 1 ? ` and ${counted(search.papers - 1, 'other paper')}` : '';
    const what = relation === 'both' ? 'references and citations' : relation;
    return `${what} of ${paper}${others}, in ${counted(search.rounds, 'round')}`;
  }
  return relation === 'author' ? `papers by ${ref.replace(NAME, '')}` : `${relation} of ${paper}`;
}

/** The keywords and the query or strategy of a search. */
export function describeTopic({ keywords = [], query, strategy }: JobRequest['body']): string {
  return [[...new Set(keywords)].join(', '), query, strategy].filter(Boolean).join(' | ');
}
