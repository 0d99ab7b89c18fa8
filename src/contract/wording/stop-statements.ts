import type { StopRule } from '../notes/stop-statements.ts';

type Promised = { target: number; confidence: number };

/** What a rule for stopping promises, in one sentence; the same whether it holds yet or not. */
export function describePromise({ rule, target, confidence }: { rule: StopRule } & Partial<Promised>): string {
  const promise = PROMISES[rule];
  return typeof promise === 'string' ? promise : promise(recallOf(target ?? 0, confidence ?? 0));
}

const PROMISES: Record<StopRule, string | ((recall: string) => string)> = {
  'irrelevant-50': 'None: 50 irrelevant records in a row say nothing certain about those unread.',
  'irrelevant-100': 'None: 100 irrelevant records in a row say nothing certain about those unread.',
  safe: 'None: 10 % read and 50 irrelevant records in a row are a rule of thumb.',
  cmh: (recall) => `${recall}, if the ranking finds relevant records at least as well as chance, and one looks once.`,
  'cmh-anytime': (recall) =>
    `${recall}, if the ranking finds relevant records at least as well as chance, however often one looks.`,
  'random-tail': (recall) => `${recall}, whatever the ranking does: the last records are read in random order.`,
  'control-set': (recall) => `${recall}, by a random set of records that was read beforehand.`,
  'elusion-sample': (recall) => `${recall}, by a random sample of the unread records.`,
};

function recallOf(target: number, confidence: number): string {
  return `At least ${percent(target)} of the relevant records found, at ${percent(confidence)} confidence`;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}
