import type { Difference } from '../screening/import-decisions.ts';

export type Differences = {
  /** Stores decisions of a copy; a reader's later copy replaces decisions of an earlier one on the same record. */
  add(review: string, differ: readonly Difference[]): void;
  of(review: string): readonly Difference[];
  /** Removes and returns a difference; undefined if there was none. */
  settle(review: string, ref: string, reader: string): Difference | undefined;
};

/**
 * Decisions of copies that differ from those of the only reader of a review, until each is settled. They are kept in
 * memory only, because the review cannot record them; the copy can be imported again.
 */
function createDifferences(): Differences {
  const byReview = new Map<string, Difference[]>();
  const of = (review: string) => byReview.get(review) ?? [];
  const isSame = (one: Pick<Difference, 'ref' | 'reader'>, other: Pick<Difference, 'ref' | 'reader'>) =>
    one.ref === other.ref && one.reader === other.reader;
  return {
    of,
    add(review, differ) {
      const others = of(review).filter((each) => !differ.some((now) => isSame(each, now)));
      byReview.set(review, [...others, ...differ]);
    },
    settle(review, ref, reader) {
      const found = of(review).find((each) => isSame(each, { ref, reader }));
      byReview.set(
        review,
        of(review).filter((each) => each !== found),
      );
      return found;
    },
  };
}

const ofFeatures = new WeakMap<object, Differences>();

/** The differences of one server, which its features identify. */
export function differencesOf(features: object): Differences {
  const differences = ofFeatures.get(features) ?? createDifferences();
  ofFeatures.set(features, differences);
  return differences;
}
