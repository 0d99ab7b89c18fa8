/** An unclear position in a strategy, with a suggestion. */
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
