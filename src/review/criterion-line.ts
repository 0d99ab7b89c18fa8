import { type Criterion, STAGES } from './protocol.ts';

/** A criterion before it gets an id. */
export type NewCriterion = Omit<Criterion, 'id'>;

/** Why a line is not a criterion: it starts with neither `include` nor `exclude`, or names an unknown stage. */
export type WrongLine = { wrong: 'kind' } | { wrong: 'stage' };

const LINE = /^\s*(?:[-*]\s*)?(include|exclude)(?:\s*\(([^)]*)\))?\s*:\s*([^|｜\s].*)$/i;

/** Splits a criterion into its name and, after a bar, the words to highlight in texts. */
export function readCriterionText(written: string): { text: string; words?: string[] } {
  const [text = '', ...listed] = written.split(/[|｜]/);
  const words = listed.flatMap((part) => part.split(/[,;]/)).flatMap((word) => word.trim() || []);
  return { text: text.trim(), ...(words.length > 0 && { words }) };
}

/**
 * Parses a criterion in a line: `include: adults`, `exclude (full-text): no comparison`, and after a bar the words to
 * highlight: `include: adults | adult, aged 18`. With `kind`, the prefix is optional. Undefined for an empty line and
 * for a comment (`#`).
 */
export function readCriterionLine(line: string, kind?: Criterion['kind']): NewCriterion | WrongLine | undefined {
  // Browsers also end the lines of a form with a carriage return.
  const written = line.trim();
  if (/^(#|$)/.test(written)) return undefined;
  const match = LINE.exec(written) ?? (kind && LINE.exec(`${kind}: ${written.replace(/^[-*]\s*/, '')}`));
  if (!match) return { wrong: 'kind' };
  const [, named = '', stage, name = ''] = match;
  const known = STAGES.find((each) => each === stage?.trim().toLowerCase());
  if (stage !== undefined && !known) return { wrong: 'stage' };
  return {
    kind: named.toLowerCase() === 'include' ? 'include' : 'exclude',
    ...readCriterionText(name),
    ...(known && { stage: known }),
  };
}
