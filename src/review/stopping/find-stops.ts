import { firstBiasedStop } from './biased-cmh.ts';
import { anytimeCmh, anytimeStep, CONFIDENCE, cmhP, TARGET } from './cmh.ts';
import { countRelevant } from './decisions.ts';
import { heuristicStatements } from './heuristics.ts';
import type { StopRule, StopStatement } from './stop-statements.ts';

/** Where a rule would have stopped first, and the recall there; one that never holds reads everything. */
export type FoundStop = {
  rule: StopRule;
  kind: StopStatement['kind'];
  target?: number;
  confidence?: number;
  screened: number;
  recall: number;
};

/** Where each rule would have stopped a screening whose decisions are all known, checking after each decision. */
export function findStops(labels: readonly (0 | 1)[], target = TARGET, confidence = CONFIDENCE): FoundStop[] {
  const all = Uint8Array.from(labels);
  const relevant = countRelevant(labels);
  const at = (screened: number) => ({ screened, recall: countRelevant(labels.slice(0, screened)) / relevant });
  const first = (holds: (decisions: ArrayLike<0 | 1>) => boolean, step = 1) => {
    let screened = step;
    while (screened < all.length && !holds(all.subarray(0, screened) as unknown as ArrayLike<0 | 1>)) screened += step;
    return at(Math.min(screened, all.length));
  };
  const promised = { target, confidence };
  const rules = heuristicStatements([], all.length).map(({ rule }) => rule);
  return [
    ...rules.map((rule): FoundStop => {
      const says = (decisions: ArrayLike<0 | 1>) =>
        heuristicStatements(decisions, all.length).find((each) => each.rule === rule);
      return { rule, kind: 'heuristic', ...first((decisions) => says(decisions)?.holds === true) };
    }),
    {
      rule: 'cmh',
      kind: 'test',
      ...promised,
      ...first((decisions) => cmhP(decisions, all.length, target) < 1 - confidence),
    },
    {
      rule: 'cmh-anytime',
      kind: 'test',
      ...promised,
      ...first((decisions) => anytimeCmh(decisions, all.length, target, confidence).holds, anytimeStep(all.length)),
    },
    {
      rule: 'cmh-biased',
      kind: 'test',
      ...promised,
      ...at(firstBiasedStop(labels, target, confidence) ?? all.length),
    },
  ];
}
