import { biasedCmh } from './biased-cmh.ts';
import { anytimeCmh, CONFIDENCE, cmhFrontier, cmhP, TARGET } from './cmh.ts';
import { countRelevant, type Decisions } from './decisions.ts';
import { binomialCdf, clopperPearsonUpper } from './distributions.ts';
import { heuristicStatements } from './heuristics.ts';
import { neededOfRandomTail } from './random-tail.ts';
import type { StopStatement } from './stop-statements.ts';

export type StopQuestion = {
  /** N: all records of the stage, read or not. */
  records: number;
  /** Current decisions, in the order in which records were read; the caller decides how "maybe" counts. */
  decisions: Decisions;
  /** How many of these are not decisions: papers known to be relevant beforehand. */
  unread?: number;
  target?: number;
  confidence?: number;
  /** Papers that the review must find, such as its priors. */
  keyPapers?: { found: number; of: number };
  /** Whether further records may arrive from an earlier stage, about which nothing is known here. */
  isIncomplete?: boolean;
  /** A random order of the unread records, drawn after `after` decisions; its first `read` records have been read. */
  randomTail?: { after: number; read: number };
  /**
   * A random set that was read before the ranking: its relevant records, and how many of them the ranking has reached.
   */
  controlSet?: { relevant: number; reached: number };
  /** A random sample of the unread records, read after stopping; not among the decisions. */
  elusionSample?: { size: number; relevant: number };
};

/** The current statement of each stopping rule. Rules whose random records are missing are omitted. */
export function stopStatements(question: StopQuestion): StopStatement[] {
  const { records, decisions, target = TARGET, confidence = CONFIDENCE } = question;
  const promised = { target, confidence };
  const p = cmhP(decisions, records, target);
  const anytime = anytimeCmh(decisions, records, target, confidence);
  const statements: StopStatement[] = [
    ...heuristicStatements(decisions, records, question),
    {
      rule: 'cmh',
      kind: 'test',
      ...promised,
      holds: p < 1 - confidence,
      p,
      frontier: cmhFrontier(decisions, records, confidence),
    },
    { rule: 'cmh-anytime', kind: 'test', ...promised, ...anytime },
    { rule: 'cmh-biased', kind: 'test', ...promised, ...biasedCmh(decisions, records, target, confidence) },
    ...randomTailStatement(question, promised),
    ...controlSetStatement(question, promised),
    ...elusionStatement(question, promised),
  ];
  // Without records, or without all of them, nothing is shown to hold, although none of those present can be missed.
  return records > 0 && !question.isIncomplete ? statements : statements.map(unshown);
}

function unshown(statement: StopStatement): StopStatement {
  if (statement.rule !== 'cmh' && statement.rule !== 'cmh-anytime') return { ...statement, holds: false };
  const { frontier: _, ...others } = statement;
  return { ...others, holds: false };
}

function randomTailStatement(
  { randomTail, decisions, records }: StopQuestion,
  promised: { target: number; confidence: number },
): StopStatement[] {
  if (!randomTail) return [];
  const { after, read } = randomTail;
  const found = countRelevant(decisions, after);
  const tail = { records: records - after, relevantBefore: countRelevant(decisions) - found };
  const needed = neededOfRandomTail(tail, promised.target, promised.confidence, found)[found] as number;
  return [{ rule: 'random-tail', kind: 'certificate', ...promised, holds: read >= needed, found, read, needed }];
}

/** QBCB: the smallest count of relevant controls that, once reached, confirms the target. */
function controlSetStatement(
  { controlSet }: StopQuestion,
  promised: { target: number; confidence: number },
): StopStatement[] {
  if (!controlSet) return [];
  const { relevant, reached } = controlSet;
  let needed: number | undefined;
  for (let count = 1; count <= relevant && needed === undefined; count++)
    if (binomialCdf(count - 1, relevant, promised.target) >= promised.confidence) needed = count;
  const holds = needed !== undefined && reached >= needed;
  return [
    {
      rule: 'control-set',
      kind: 'certificate',
      ...promised,
      holds,
      relevant,
      reached,
      ...(needed !== undefined && { needed }),
    },
  ];
}

function elusionStatement(
  { elusionSample, decisions, records }: StopQuestion,
  promised: { target: number; confidence: number },
): StopStatement[] {
  if (!elusionSample) return [];
  const { size, relevant } = elusionSample;
  const found = countRelevant(decisions);
  const share = size === 0 ? 1 : clopperPearsonUpper(relevant, size, promised.confidence);
  const recall = found === 0 ? 0 : found / (found + share * (records - decisions.length));
  return [
    {
      rule: 'elusion-sample',
      kind: 'certificate',
      ...promised,
      holds: recall >= promised.target,
      sample: size,
      relevant,
      recall,
    },
  ];
}
