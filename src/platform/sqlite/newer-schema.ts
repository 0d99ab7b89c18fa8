/** A store that a newer version has changed: only that version can use it. */
export class NewerSchema extends Error {}

export function refuseNewerSchema(version: number, known: number): void {
  if (version > known) throw new NewerSchema(`its schema is ${version}, this version of paperqueue knows ${known}`);
}
