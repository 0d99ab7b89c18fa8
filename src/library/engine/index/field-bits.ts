import { FIELDS_OF_STUDY } from '../../../contract/rules.ts';

/** A field of study outside the contract: it is known, but no filter can request it. */
const OTHER_FIELD = 1 << 30;

/** Fields of study as a bit set; 0 if none is known. */
export function fieldBits(names: readonly string[]): number {
  return names.reduce((bits, name) => {
    const at = (FIELDS_OF_STUDY as readonly string[]).indexOf(name);
    return bits | (at < 0 ? OTHER_FIELD : 1 << at);
  }, 0);
}
