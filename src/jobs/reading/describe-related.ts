import type { RelatedRecord } from '../ports/related.ts';

const NAME = /^author:\s*/i;

/** Describes the request: `citations of J1-2`, `papers by Ada Lovelace`. `paper` names the paper. */
export function describeRelated({ relation, ref }: Pick<RelatedRecord, 'relation' | 'ref'>, paper: string): string {
  return relation === 'author' ? `papers by ${ref.replace(NAME, '')}` : `${relation} of ${paper}`;
}
