/**
 * What each rule for stopping a screening says now, as values. A heuristic promises nothing; a test promises under an
 * assumption that nobody can check; a certificate rests on records that were drawn at random, and on nothing else.
 */
export type StopStatement =
  | HeuristicStatement
  | (Promised & {
      /** Callaghan and Müller-Hansen's test; the anytime variant corrects for looking at it again and again. */
      rule: 'cmh' | 'cmh-anytime';
      kind: 'test';
      p: number;
      /** Of `cmh`: the highest recall that the same test leaves no doubt about. */
      frontier?: number;
      /** Of `cmh-anytime`: how many checks there were, this one among them. */
      checks?: number;
    })
  | (Promised & {
      /** The same test, which takes the ranking to find relevant records `bias` times as readily as chance. */
      rule: 'cmh-biased';
      kind: 'test';
      p: number;
      /** At least 1, from the last finds. */
      bias: number;
      /** Over how many decisions in a row p has been low enough (no more than needed are counted), and must be. */
      read: number;
      needed: number;
    })
  | (Promised & {
      /** Unread records in a random order, of which the first `read` are read. */
      rule: 'random-tail';
      kind: 'certificate';
      /** Relevant records found since the order was drawn, and how many of its records must be read for that many. */
      found: number;
      read: number;
      needed: number;
    })
  | (Promised & {
      /**
       * QBCB: a random set that was read beforehand; stop when the ranking has found `needed` of its relevant ones.
       */
      rule: 'control-set';
      kind: 'certificate';
      relevant: number;
      reached: number;
      /** Absent where the set has too few relevant records for the target. */
      needed?: number;
    })
  | (Promised & {
      /** A random sample of what was left unread, read after stopping. */
      rule: 'elusion-sample';
      kind: 'certificate';
      sample: number;
      relevant: number;
      /** The least recall that the sample leaves possible, at this confidence. */
      recall: number;
    });

export type HeuristicStatement =
  | { rule: 'irrelevant-50' | 'irrelevant-100'; kind: 'heuristic'; run: number; holds: boolean }
  | {
      /** SAFE without its second model: 10 % read, a run of 50 irrelevant ones, the key papers found. */
      rule: 'safe';
      kind: 'heuristic';
      share: number;
      run: number;
      keyPapers?: { found: number; of: number };
      holds: boolean;
    };

/** The least recall that is promised, and in what share of reviews at least the promise is kept. */
type Promised = { target: number; confidence: number; holds: boolean };

export type StopRule = StopStatement['rule'];
