import type { Command } from 'commander';
import { UsageError } from '../../faces/cli/io.ts';
import { parseJson } from '../../lib/json.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { type NewCriterion, readCriterionLine, readCriterionText } from '../criterion-line.ts';
import { ASSISTANT_ROLES, READER_SETS, STAGES, STOP_RULES } from '../protocol.ts';
import type { ProtocolChange } from '../screening/amendments.ts';

/** Flags for the protocol of a review. */
export type ProtocolFlags = {
  readers?: string;
  blind?: boolean;
  assistant?: string;
  stages?: string;
  stop?: string;
  target?: string;
  confidence?: string;
  prior?: string[];
};

export function addProtocolOptions(command: Command): Command {
  return command
    .option('--readers <number>', `who decides on each record: ${READER_SETS.join(', ')}; in a new review: 1`)
    .option('--blind', 'readers do not see the decisions of other readers')
    .option('--assistant <role>', `what its decisions are: ${ASSISTANT_ROLES.join(', ')}; in a new review: suggest`)
    .option('--stages <stages>', 'title-abstract, full-text, or both; in a new review: both')
    .option('--stop <rule>', `the rule that decides when to stop: ${STOP_RULES.join(', ')}`)
    .option('--target <share>', 'the share of the relevant records to find; in a new review: 0.95')
    .option('--confidence <share>', 'confidence of that share; in a new review: 0.95')
    .option('--prior <ref...>', 'records known to be relevant (J1-3)');
}

/** Parses the flags. Throws UsageError for an invalid word or number. */
export function readProtocol({ prior, ...flags }: ProtocolFlags): ProtocolChange {
  const stages = flags.stages?.split(',').map((stage) => oneOf('--stages', stage.trim(), STAGES));
  const stop = omitUndefined({
    rule: flags.stop === undefined ? undefined : oneOf('--stop', flags.stop, STOP_RULES),
    target: share('--target', flags.target),
    confidence: share('--confidence', flags.confidence),
  });
  return omitUndefined({
    stages: stages && STAGES.filter((stage) => stages.includes(stage)),
    readers: flags.readers === undefined ? undefined : oneOf('--readers', flags.readers, READER_SETS),
    blind: flags.blind,
    assistant: flags.assistant === undefined ? undefined : oneOf('--assistant', flags.assistant, ASSISTANT_ROLES),
    priors: prior,
    stop: Object.keys(stop).length > 0 ? stop : undefined,
  });
}

function oneOf<Name extends string>(flag: string, text: string, names: readonly Name[]): Name {
  const known = names.find((name) => name === text.toLowerCase());
  if (!known) throw new UsageError(`${flag}: one of ${names.join(', ')}, got ${text}`);
  return known;
}

function share(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0 && value < 1)) throw new UsageError(`${flag}: a share between 0 and 1, got ${text}`);
  return value;
}

/**
 * Parses a file of criteria: lines such as `include: adults` or `exclude (full-text): no comparison`, ignoring blank
 * lines and text after `#`; or JSON, a list of `{ kind, text, stage?, words? }`. Throws UsageError naming the wrong
 * line.
 */
export function readCriteria(text: string, file: string): NewCriterion[] {
  const json = text.trimStart().startsWith('[') ? parseJson(text) : undefined;
  if (Array.isArray(json))
    return json.map((value, index) => readCriterion(Object(value), `${file}: entry ${index + 1}`));
  return text.split(/\r?\n/).flatMap((line, index) => {
    const read = readCriterionLine(line);
    if (!read) return [];
    if (!('wrong' in read)) return [read];
    const location = `${file}: line ${index + 1}`;
    if (read.wrong === 'stage') throw new UsageError(`${location}: stage is one of ${STAGES.join(', ')}`);
    throw new UsageError(`${location}: "include: ..." or "exclude: ...", got ${JSON.stringify(line.slice(0, 60))}`);
  });
}

function readCriterion({ kind, text, stage, words }: Record<string, unknown>, location: string): NewCriterion {
  if (kind !== 'include' && kind !== 'exclude') throw new UsageError(`${location}: kind is include or exclude`);
  const named = readCriterionText(typeof text === 'string' ? text : '');
  if (named.text === '') throw new UsageError(`${location}: it has no text`);
  const known = stage === undefined ? undefined : STAGES.find((each) => each === stage);
  if (stage !== undefined && !known) throw new UsageError(`${location}: stage is one of ${STAGES.join(', ')}`);
  const listed = Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
  return { kind, ...named, ...(known && { stage: known }), ...(listed.length > 0 && { words: listed }) };
}
