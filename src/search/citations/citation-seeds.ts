import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { KnownWork } from '../../jobs/ports/citations.ts';
import { findNamedPapers, type NamingDeps } from '../look-up/named-papers.ts';

const MAX_SEEDS = 500;

export type SeedDeps = NamingDeps;

export type Seeds = {
  seeds: KnownWork[];
  known: KnownWork[];
  /** A review was named: only its included papers are followed. */
  ofReview: boolean;
};

/**
 * The papers that the texts name, of a review the included ones. Throws if texts match nothing, and for more than 500
 * papers.
 */
export async function findSeeds(deps: SeedDeps, texts: readonly string[], signal: AbortSignal): Promise<Seeds> {
  const named = await findNamedPapers(deps, texts, signal);
  const reviews = named.flatMap((each) => ('review' in each ? [each.review] : []));
  const seeds = named.flatMap((each) => ('review' in each ? each.review.included : each.papers));
  const unique = [...new Map(seeds.map((seed) => [seed.label, seed])).values()];
  if (unique.length === 0) throw invalidInput([invalidField('seeds', { kind: 'no-seeds' })]);
  if (unique.length > MAX_SEEDS)
    throw invalidInput([invalidField('seeds', { kind: 'too-many-seeds', papers: unique.length, most: MAX_SEEDS })]);
  return { seeds: unique, known: reviews.flatMap(({ known }) => known), ofReview: reviews.length > 0 };
}
