import type { Difference } from '../screening/import-decisions.ts';

export type Differences = {
  /** Keeps decisions of a copy; a reader's later copy replaces what the earlier one said of the same record. */
  add(review: string, differ: readonly Difference[]): void;
  of(review: string): readonly Difference[];
  /** The difference is settled. Undefined if there was none. */
  settle(review: string, ref: string, reader: string): Difference | undefined;
};

/**
 * Decisions of copies that differ from those of the only reader of a review, until each is settled. The review does not
 * record them, so they last as long as this process: the copy can be taken in again.
 */
function createDifferences(): Differences {
  const kept = new Map<string, Difference[]>();
  const of = (review: string) => kept.get(review) ?? [];
  const isSame = (one: Pick<Difference, 'ref' | 'reader'>, other: Pick<Difference, 'ref' | 'reader'>) =>
    one.ref === other.ref && one.reader === other.reader;
  return {
    of,
    add(review, differ) {
      const others = of(review).filter((each) => !differ.some((now) => isSame(each, now)));
      kept.set(review, [...others, ...differ]);
    },
    settle(review, ref, reader) {
      const found = of(review).find((each) => isSame(each, { ref, reader }));
      kept.set(
        review,
        of(review).filter((each) => each !== found),
      );
      return found;
    },
  };
}

const ofFeatures = new WeakMap<object, Differences>();

/** Those of one server: of its features. */
export function differencesOf(features: object): Differences {
  const differences = ofFeatures.get(features) ?? createDifferences();
  ofFeatures.set(features, differences);
  return differences;
}
