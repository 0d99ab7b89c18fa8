import { cleanLine, shorten } from '../papers/text.ts';

const MAX_NAME_CHARACTERS = 120;

/** A name of a source, field or reason, cleaned and short. */
export function cleanName(text: string): string {
  return shorten(cleanLine(text), MAX_NAME_CHARACTERS);
}
