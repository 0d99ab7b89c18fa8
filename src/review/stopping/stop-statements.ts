/**
 * The current statements of stopping rules. A heuristic promises nothing; a test makes a promise under an assumption
 * that cannot be checked; a certificate depends only on records that were drawn at random.
 */
export type StopStatement =
  | HeuristicStatement
  | (Promised & {
      /** Callaghan and Müller-Hansen's test; the anytime variant corrects for repeated looks. */
      rule: 'cmh' | 'cmh-anytime';
      kind: 'test';
      p: number;
      /** For `cmh`: the highest recall that the same test confirms. */
      frontier?: number;
      /** For `cmh-anytime`: the number of checks, including this one. */
      checks?: number;
    })
  | (Promised & {
      /** The same test, assuming that the ranking finds relevant records `bias` times as readily as chance. */
      rule: 'cmh-biased';
      kind: 'test';
      p: number;
      /** At least 1, estimated from the last finds. */
      bias: number;
      /**
       * For how many decisions in a row p has been low enough (counted only up to the required number), and the
       * required number.
       */
      read: number;
      needed: number;
    })
  | (Promised & {
      /** Unread records in random order, of which the first `read` have been read. */
      rule: 'random-tail';
      kind: 'certificate';
      /** Relevant records found since the order was drawn, and how many of its records must be read for that number. */
      found: number;
      read: number;
      needed: number;
    })
  | (Promised & {
      /** QBCB: a random set read in advance; stop when the ranking has found `needed` of its relevant records. */
      rule: 'control-set';
      kind: 'certificate';
      relevant: number;
      reached: number;
      /** Absent if the set has too few relevant records for the target. */
      needed?: number;
    })
  | (Promised & {
      /** A random sample of the unread records, read after stopping. */
      rule: 'elusion-sample';
      kind: 'certificate';
      sample: number;
      relevant: number;
      /** The lowest recall that the sample leaves possible, at this confidence. */
      recall: number;
    });

export type HeuristicStatement =
  | { rule: 'irrelevant-50' | 'irrelevant-100'; kind: 'heuristic'; run: number; holds: boolean }
  | {
      /** SAFE without its second model: 10 % read, a run of 50 irrelevant records, and the key papers found. */
      rule: 'safe';
      kind: 'heuristic';
      share: number;
      run: number;
      keyPapers?: { found: number; of: number };
      holds: boolean;
    };

/** The minimum recall promised, and the share of reviews in which the promise is kept. */
type Promised = { target: number; confidence: number; holds: boolean };

export type StopRule = StopStatement['rule'];
