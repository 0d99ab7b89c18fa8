import { counted } from '../../lib/counted.ts';
import type { StopRule, StopStatement } from './stop-statements.ts';

type Promised = { target: number; confidence: number };

/** The promise of a stopping rule in one sentence, whether or not the rule holds yet. */
export function describePromise(
  { rule, target, confidence }: { rule: StopRule } & Partial<Promised>,
  unranked = 0,
): string {
  const promise = PROMISES[rule];
  if (typeof promise === 'string') return promise;
  const about = unranked > 0 ? ` ${describeUnranked(unranked)}` : '';
  return `${promise(recallOf(target ?? 0, confidence ?? 0))}${about}`;
}

/** A note on records without title and abstract: they cannot be ranked, are read first, and no rule covers them. */
function describeUnranked(records: number): string {
  return `It is about the other records: ${counted(records, 'record')} with neither title nor abstract ${records === 1 ? 'has' : 'have'} no rank and ${records === 1 ? 'comes' : 'come'} first.`;
}

const PROMISES: Record<StopRule, string | ((recall: string) => string)> = {
  'irrelevant-50': 'None: 50 irrelevant records in a row say nothing certain about those unread.',
  'irrelevant-100': 'None: 100 irrelevant records in a row say nothing certain about those unread.',
  safe: 'None: 10 % read and 50 irrelevant records in a row are a rule of thumb.',
  cmh: (recall) => `${recall}, if the ranking finds relevant records at least as well as chance, and one looks once.`,
  'cmh-anytime': (recall) =>
    `${recall}, if the ranking finds relevant records at least as well as chance, however often one looks.`,
  'cmh-biased': (recall) =>
    `${recall}, if the ranking goes on finding relevant records more readily than chance, by the factor assumed from ` +
    'its last ten finds. Nothing can confirm that factor; the test has to hold over a fiftieth of the records.',
  'random-tail': (recall) =>
    `${recall}, whatever the ranking does: the last records are read in random order, ` +
    'which began when it was first asked for.',
  'control-set': (recall) => `${recall}, by a random set of records that was read beforehand.`,
  'elusion-sample': (recall) => `${recall}, by a random sample of the unread records.`,
};

const NAMES: Record<StopRule, string> = {
  'irrelevant-50': '50 irrelevant records in a row',
  'irrelevant-100': '100 irrelevant records in a row',
  safe: 'SAFE: a tenth read, 50 irrelevant in a row, key papers found',
  cmh: 'Test of what is left (CMH), looked at once',
  'cmh-anytime': 'Test of what is left (CMH), looked at as often as one likes',
  'cmh-biased': 'Test of what is left (CMH), by how readily the ranking finds, over a fiftieth of the records',
  'random-tail': 'The last records in random order',
  'control-set': 'A random control set, read beforehand',
  'elusion-sample': 'A random sample of the unread records',
};

/** The name of a stopping rule, for texts that do not name settings. */
export function nameRule(rule: StopRule): string {
  return NAMES[rule];
}

/** A note on records that an assistant excluded and nobody read, which no rule covers. */
export function describeTriaged(records: number): string {
  return `${counted(records, 'record')} that an assistant excluded as a triage ${records === 1 ? 'is' : 'are'} not among them: no rule says anything of what is missed there.`;
}

/** The figures that a statement rests on, in a few words; empty if it has none. */
export function describeFigure(statement: StopStatement): string {
  if ('p' in statement) {
    const frontier =
      'frontier' in statement && statement.frontier !== undefined
        ? `, at least ${Math.floor(100 * statement.frontier)} % found`
        : '';
    const held = 'bias' in statement ? describeHeld(statement) : '';
    return `p ${statement.p.toPrecision(2)}${frontier}${held}`;
  }
  if (statement.rule === 'safe') {
    const { share, run, keyPapers } = statement;
    const found = keyPapers ? `, ${keyPapers.found} of ${counted(keyPapers.of, 'key paper')} found by reading` : '';
    return `${percent(share)} read, ${run} in a row${found}`;
  }
  if ('run' in statement) return `${statement.run} in a row`;
  if ('read' in statement) return `${statement.read} of ${statement.needed} read by chance`;
  return '';
}

function describeHeld({ bias, read, needed }: { bias: number; read: number; needed: number }): string {
  const assumed = `, assumed: ${bias.toFixed(1)} times as readily as chance`;
  return `${assumed}, held for ${read} of ${counted(needed, 'decision')}`;
}

function recallOf(target: number, confidence: number): string {
  return `At least ${percent(target)} of the relevant records found, at ${percent(confidence)} confidence`;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}
