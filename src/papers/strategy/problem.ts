/** A position in a strategy that is unclear, with a suggestion. */
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
