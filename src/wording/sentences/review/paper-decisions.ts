import { groupBy } from '../../../lib/groups.ts';

type Reviewed = readonly { job: string; review: string }[];

export const WHICH_STANDS = 'final, or on title and abstract until a full text is decided';

/** Whose decisions papers carry: `decision: of R2 (J1, J5), ...`. */
export function describeReviewed(reviewed: Reviewed): string {
  return `decision: ${nameReviews(reviewed)}, ${WHICH_STANDS}`;
}

/** `of R2 (J1, J5) and R1 (J3)`. */
export function nameReviews(reviewed: Reviewed): string {
  const groups = [...groupBy(reviewed, ({ review }) => review)];
  return `of ${groups.map(([review, all]) => `${review} (${all.map(({ job }) => job).join(', ')})`).join(' and ')}`;
}
