/** A client's configuration cannot be read or written; nothing was changed. The message is for the user. */
export class SetupProblem extends Error {
  override readonly name = 'SetupProblem';
}
