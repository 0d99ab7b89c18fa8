import { FIELDS_OF_STUDY } from '../../contract/rules.ts';

/** Fields of study as a bit set. Names that are not in the contract have no bit. */
export function fieldBits(names: readonly string[]): number {
  return names.reduce((bits, name) => {
    const at = (FIELDS_OF_STUDY as readonly string[]).indexOf(name);
    return at < 0 ? bits : bits | (1 << at);
  }, 0);
}
