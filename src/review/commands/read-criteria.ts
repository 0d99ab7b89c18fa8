import { UsageError } from '../../faces/cli/io.ts';
import { parseJson } from '../../lib/json.ts';
import { type NewCriterion, readCriterionLine } from '../criterion-line.ts';
import { STAGES } from '../protocol.ts';

/**
 * Parses a file of criteria: lines such as `include: adults` or `exclude (full-text): no comparison`, ignoring blank
 * lines and text after `#`; or JSON, a list of `{ kind, text, stage?, words? }`. Throws UsageError naming the wrong
 * line.
 */
export function readCriteria(text: string, file: string): NewCriterion[] {
  const json = text.trimStart().startsWith('[') ? parseJson(text) : undefined;
  if (Array.isArray(json)) return json.map((value, index) => checked(Object(value), `${file}: entry ${index + 1}`));
  return text.split(/\r?\n/).flatMap((line, index) => {
    const read = readCriterionLine(line);
    if (!read) return [];
    if (!('wrong' in read)) return [read];
    const location = `${file}: line ${index + 1}`;
    if (read.wrong === 'stage') throw new UsageError(`${location}: stage is one of ${STAGES.join(', ')}`);
    throw new UsageError(`${location}: "include: ..." or "exclude: ...", got ${JSON.stringify(line.slice(0, 60))}`);
  });
}

function checked({ kind, text, stage, words }: Record<string, unknown>, location: string): NewCriterion {
  if (kind !== 'include' && kind !== 'exclude') throw new UsageError(`${location}: kind is include or exclude`);
  if (typeof text !== 'string' || text.trim() === '') throw new UsageError(`${location}: it has no text`);
  const known = stage === undefined ? undefined : STAGES.find((each) => each === stage);
  if (stage !== undefined && !known) throw new UsageError(`${location}: stage is one of ${STAGES.join(', ')}`);
  const given = Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
  return { kind, text: text.trim(), ...(known && { stage: known }), ...(given.length > 0 && { words: given }) };
}
