/**
 * Every number of the ranker, each with what it was chosen by. Measured on half of the dev topics of six collections
 * (systematic reviews by keywords and by text, SciFact, Cranfield, MED, NPL) and confirmed on the other half;
 * docs/benchmarks.md has the tables. Where a stretch of values was equally good, its middle was taken.
 */
export const RANKING = {
  /** BM25F (Robertson, Zaragoza 2004): saturation; weight of a title's and a summary's word against an abstract's. */
  k1: 1.4,
  titleWeight: 3,
  summaryWeight: 1.5,
  /** How far a long field is held against a paper: titles hardly, abstracts as BM25 does. */
  titleB: 0.1,
  abstractB: 0.75,
  summaryB: 0.5,

  /**
   * Words of academic prose (study, results, method) say little, but not nothing: leaving them out cost .03 of
   * recall@300 on reviews.
   */
  academicWordWeight: 0.6,
  singleCharacterWeight: 0.5,
  /** A compound's joined form (`betablocker` of beta-blocker), beside its parts. */
  joinedFormWeight: 0.5,
  /** A word that a text repeats weighs more, up to 3 times (the k3 of BM25, here 2). */
  k3: 2,
  /** Words that are kept of a long text: 32 to 64 are equally good. */
  maxTextTerms: 48,
  /**
   * Keywords of many or rare words must not drown the others: 0 leaves them as they are, 1 makes all weigh the same.
   */
  keywordEvenness: 0.75,
  /** Sum of the weights that a keyword is scaled towards; only its proportion to the others matters. */
  keywordWeight: 8,
} as const;

export const FEEDBACK = {
  /**
   * The best papers of the first list whose words are fed back, the better ones counting more (to this power of their
   * scores).
   */
  papers: 20,
  scoreExponent: 5,
  /** Fewer papers than this say nothing about a topic. */
  minPapers: 5,
  terms: 64,
  /** A word to feed back is in so many papers at least, and in at most this share of them. */
  minDocumentFrequency: 3,
  maxShareOfPapers: 0.1,
  /**
   * Papers of the first list from this place up to that one are what the topic is not; their middle is taken away, so
   * much of it.
   */
  negativesFrom: 200,
  negativesTo: 400,
  minNegatives: 20,
  negativeWeight: 0.4,
  /** Share of the second score in the sum, both scaled to their best. */
  weight: 0.6,
} as const;

/**
 * For texts only, where recall@300 gains .01 (MED, Cranfield, reviews); requests with keywords gain nothing and would
 * pay 3 ms.
 */
export const NEIGHBOUR_SMOOTHING = {
  /**
   * Papers of the mixed list among which scores spread, the heaviest terms that they are compared by, and how many
   * neighbours count.
   */
  papers: 400,
  terms: 12,
  neighbours: 5,
  /** Terms of the first list's papers that more of them hold than this are left out; in small lists all are. */
  maxShareOfList: 0.25,
  minPapers: 20,
  /** A paper's score is its own and so much of its neighbours' mean (.3 to .7 of the whole). */
  weight: 0.3 / 0.7,
} as const;
