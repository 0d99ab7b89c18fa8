import { clopperPearsonUpper } from './stopping/distributions.ts';

/** The share of the records included by people that an assistant kept, among those that both judged. */
export type Sensitivity = { value: number; interval: [low: number, high: number] };

/** Both tails of a 95 % interval have this confidence each. */
const ONE_SIDED = 0.975;

/**
 * The share of `relevant` records that were `found`, with its exact 95 % interval (Clopper and Pearson 1934). Undefined
 * without relevant records.
 */
export function sensitivityOf(found: number, relevant: number): Sensitivity | undefined {
  if (relevant === 0) return undefined;
  const low = 1 - clopperPearsonUpper(relevant - found, relevant, ONE_SIDED);
  return { value: found / relevant, interval: [low, clopperPearsonUpper(found, relevant, ONE_SIDED)] };
}
