/** A client's configuration could not be read or written; nothing was changed. The message is for the user. */
export class SetupProblem extends Error {
  override readonly name = 'SetupProblem';
}
