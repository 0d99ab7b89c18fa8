/**
 * Parameters of the ranker, tuned on half of the dev topics of six collections and confirmed on the other half; each is
 * the middle of the range that did equally well. The parameters of feedback and neighbour smoothing were tuned again by
 * leaving out the collection that was measured (docs/benchmarks.md).
 */
export const RANKING = {
  /** BM25F (Robertson, Zaragoza 2004): saturation k1; weights of title and summary relative to the abstract. */
  k1: 1.4,
  titleWeight: 3,
  summaryWeight: 1.5,
  /** Frequency of a term that only the full text has, regardless of occurrences and of the text's length. */
  fullTextFrequency: 0.1,
  /** Length normalisation b per field: almost none for titles, the usual one for abstracts. */
  titleB: 0.1,
  abstractB: 0.75,
  summaryB: 0.5,

  /** Minimum collection for counting term frequencies. Smaller ones are completed by papers of all subjects. */
  minCountedPapers: 30_000,
  /** Academic boilerplate (study, results) has little weight; omitting it cost .03 of recall@300 on reviews. */
  academicWordWeight: 0.6,
  singleCharacterWeight: 0.5,
  /** The joined form of a compound (`betablocker` for beta-blocker), beside its parts. */
  joinedFormWeight: 0.5,
  /** Saturation k3 of BM25 for repeated words of a text: up to 3 times the weight. */
  k3: 2,
  /** Maximum number of terms by which a long text finds papers: 32 to 64 did equally well. */
  maxTextTerms: 48,
  /** Evens out keywords with many or rare words: 0 leaves weights unchanged, 1 makes all keywords equal. */
  keywordEvenness: 0.75,
  /** Target for the sum of a keyword's weights. Only the ratio to other keywords matters. */
  keywordWeight: 8,
  /** Keywords whose idf is at least this share of the rarest one's are rare (.8 to 1 did about equally well). */
  rareKeywordShare: 0.9,
  /** Divided by the number of keywords, this is the exponent that lowers the weight of common keywords. */
  keywordRarity: 3,
  /** Factor of keywords beside a text, whose weight grows with its length (2 to 3.3 did about equally well). */
  keywordsBesideText: 2.5,
} as const;

export const FEEDBACK = {
  /** Top papers of the first list used as relevant, each weighted by its score to this power. */
  papers: 20,
  scoreExponent: 5,
  /** Minimum length of the first list for feedback. */
  minPapers: 5,
  /** Terms of the second score (64 and 128 did about equally well). */
  terms: 64,
  /** Document frequency of a feedback term: minimum, and maximum as a share of all papers. */
  minDocumentFrequency: 3,
  maxShareOfPapers: 0.1,
  /** Share of the second score in the sum, both scaled to their maxima. */
  weight: 0.6,
  /**
   * With more query terms the share falls in proportion: a long query describes its topic itself, and its top papers
   * often match only part of it.
   */
  termsForFullWeight: 12,
} as const;

/** Papers gain by the share of a short query that they cover. */
export const QUERY_COVERAGE = {
  /** Gain of a paper that contains all query terms, as a share of the first score. */
  gain: 2,
  /** The gain falls in proportion to the number of query terms, to zero at this number. */
  termsForNone: 24,
} as const;

/** Papers that repeat a text query are excluded from feedback (`query-copies.ts`). */
export const QUERY_COPIES = {
  /** Number of top papers checked. */
  papers: 10,
  /** Minimum terms of the query: a claim in one sentence has about 10, an abstract 48. */
  minTerms: 24,
  /** Minimum share of the query's weight in the paper: .65 and .8 did equally well. */
  minShareOfWeight: 0.8,
  /**
   * Share of neighbour smoothing if there are copies: the query is one of the papers, so its score says more than
   * similarity.
   */
  likenessWeight: 0.5,
} as const;

/** Papers gain by their similarity to the top papers (`neighbour-smoothing.ts`). */
export const NEIGHBOUR_SMOOTHING = {
  /**
   * Papers that are smoothed (500 to 1,000 did about equally well), and the number of top papers they are compared with
   * (7 to 10).
   */
  papers: 600,
  bestPapers: 10,
  /** Upper limit of the top papers as a share of the list: the worse half of a short list is off topic. */
  maxBestShare: 0.2,
  /** Shorter lists are not smoothed. */
  minPapers: 20,
  /**
   * From this many query terms on, similarity counts as much as the score, each divided by its standard deviation.
   * Below, it counts in proportion, because papers similar to the answer of a short query need not answer it.
   */
  termsForFullWeight: 24,
} as const;

/** Fusion with the cosines of sentence embeddings, if an endpoint for them is configured. */
export const SEMANTIC = {
  /**
   * Maximum share of the cosines in the sum. The share used is the mean of this maximum and of the rank correlation
   * (Spearman's, clamped to 0 .. maximum) between the order by cosine and the order by words among the top papers. With
   * fewer papers than the minimum, the order is not evidence and the maximum is used.
   */
  maxWeight: 0.5,
  agreementPapers: 60,
  minAgreementPapers: 20,
  /** Number of top papers, at most this share of those compared, towards whose mean the query vector moves. */
  feedbackPapers: 20,
  maxFeedbackShare: 0.2,
  /** Length of that mean relative to the query vector. */
  feedbackWeight: 1,
} as const;
