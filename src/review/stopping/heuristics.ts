import type { Decisions } from './decisions.ts';
import type { HeuristicStatement } from './stop-statements.ts';

/** Runs of irrelevant records after which reviewers often stop. */
const RUNS = { 'irrelevant-50': 50, 'irrelevant-100': 100 } as const;

/** SAFE (Boetje and Van de Schoot 2024): the minimum share to read, and the run of irrelevant records. */
const SAFE_SHARE = 0.1;
const SAFE_RUN = 50;

/** The statements of the heuristics, which guarantee nothing. */
export function heuristicStatements(
  decisions: Decisions,
  records: number,
  { keyPapers, unread = 0 }: { keyPapers?: { found: number; of: number }; unread?: number } = {},
): HeuristicStatement[] {
  const run = lastRun(decisions);
  const share = records === 0 ? 1 : (decisions.length - unread) / records;
  const hasKeyPapers = keyPapers === undefined || keyPapers.found >= keyPapers.of;
  return [
    ...(['irrelevant-50', 'irrelevant-100'] as const).map((rule): HeuristicStatement => {
      return { rule, kind: 'heuristic', run, holds: run >= RUNS[rule] };
    }),
    {
      rule: 'safe',
      kind: 'heuristic',
      share,
      run,
      ...(keyPapers && { keyPapers }),
      holds: share >= SAFE_SHARE && run >= SAFE_RUN && hasKeyPapers,
    },
  ];
}

/** How many irrelevant records were read since the last relevant one. */
function lastRun(decisions: Decisions): number {
  let run = 0;
  while (run < decisions.length && decisions[decisions.length - 1 - run] === 0) run++;
  return run;
}
