import { type Criterion, STAGES } from './protocol.ts';

/** A criterion before it has a number. */
export type NewCriterion = Omit<Criterion, 'id'>;

/** What is wrong with a line: it begins with neither kind, or names no stage. */
export type WrongLine = { wrong: 'kind' } | { wrong: 'stage' };

const LINE = /^\s*(?:[-*]\s*)?(include|exclude)(?:\s*\(([^)]*)\))?\s*:\s*([^|\s](?:[^|]*[^|\s])?)\s*(?:\|(.*))?$/i;

/**
 * A criterion in a line: `include: adults`, `exclude (full-text): no comparison`, and after a bar the words that
 * readers look for: `include: adults | adult, aged 18`. With a `kind`, the beginning may be left out. Undefined for an
 * empty line, and for one that begins with `#`.
 */
export function readCriterionLine(line: string, kind?: Criterion['kind']): NewCriterion | WrongLine | undefined {
  // Browsers end the lines of a form with a carriage return, too.
  const written = line.trim();
  if (/^(#|$)/.test(written)) return undefined;
  const match = LINE.exec(written) ?? (kind && LINE.exec(`${kind}: ${written.replace(/^[-*]\s*/, '')}`));
  if (!match) return { wrong: 'kind' };
  const [, named = '', stage, text = '', listed = ''] = match;
  const known = STAGES.find((each) => each === stage?.trim().toLowerCase());
  if (stage !== undefined && !known) return { wrong: 'stage' };
  const words = listed.split(',').flatMap((word) => word.trim() || []);
  return {
    kind: named.toLowerCase() === 'include' ? 'include' : 'exclude',
    text,
    ...(known && { stage: known }),
    ...(words.length > 0 && { words }),
  };
}
