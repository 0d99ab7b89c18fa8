/** A place in a strategy that cannot be read with certainty, and what would do. */
export class StrategyProblem extends Error {
  override readonly name = 'StrategyProblem';

  /** `at` counts characters from 0. */
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}
