import { type Paper, type PaperInput, toPaper } from '../../src/papers/paper.ts';

/** A record of these facts. Throws with the reason if they do not make one. */
export function record(facts: PaperInput): Paper {
  const made = toPaper(facts);
  if (typeof made === 'string') throw new Error(made);
  return made;
}
