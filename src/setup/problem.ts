/**
 * Why a client's configuration cannot be read or written, in words for the person who has to act. Nothing was changed.
 */
export class SetupProblem extends Error {
  override readonly name = 'SetupProblem';
}
