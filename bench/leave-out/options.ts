import type { Setting } from './settings.ts';

/** A constant, or several that belong together, with the values to choose from; the first is the simplest ranking. */
export type RankingOption = { name: string; values: { label: string; setting: Setting }[] };

function option(name: string, group: string, key: string, values: readonly number[]): RankingOption {
  return { name, values: values.map((value) => ({ label: String(value), setting: { [group]: { [key]: value } } })) };
}

/** Constants of the second stage, with `--embeddings`. */
export const SEMANTIC_OPTIONS: RankingOption[] = [
  option('most that meaning may weigh', 'SEMANTIC', 'maxWeight', [0, 0.3, 0.5, 0.7]),
  option('papers whose orders agree', 'SEMANTIC', 'agreementPapers', [30, 60, 120, 300]),
  option('best papers beside the question', 'SEMANTIC', 'feedbackWeight', [0, 1]),
];

/** More terms than any query has: switches it off. */
const OFF = 100_000;

export const OPTIONS: RankingOption[] = [
  option('gain of papers that cover a short question', 'QUERY_COVERAGE', 'gain', [0, 1, 2, 4]),
  option('share of the feedback', 'FEEDBACK', 'weight', [0, 0.4, 0.6, 0.8]),
  option('its share falls from so many terms', 'FEEDBACK', 'termsForFullWeight', [OFF, 24, 12, 6]),
  option('terms of the feedback', 'FEEDBACK', 'terms', [32, 64, 128]),
  option('best papers count more (exponent)', 'FEEDBACK', 'scoreExponent', [1, 2, 5]),
  option('likeness in full from so many terms', 'NEIGHBOUR_SMOOTHING', 'termsForFullWeight', [OFF, 48, 24, 12]),
  option('likeness where the question is a paper found', 'QUERY_COPIES', 'likenessWeight', [0, 0.25, 0.5, 0.75, 1]),
  option('likeness to so many papers', 'NEIGHBOUR_SMOOTHING', 'bestPapers', [5, 10, 20]),
  option('likeness of so many papers', 'NEIGHBOUR_SMOOTHING', 'papers', [300, 600, 1_000]),
  option('title weight', 'RANKING', 'titleWeight', [1, 2, 3, 5]),
  option('saturation k1', 'RANKING', 'k1', [1.2, 1.4, 2]),
  option('terms of a text', 'RANKING', 'maxTextTerms', [32, 48, 64, 96]),
  option('weight of academic words', 'RANKING', 'academicWordWeight', [1, 0.6, 0]),
  option('evenness of keywords', 'RANKING', 'keywordEvenness', [0, 0.75]),
  option('rarity of keywords', 'RANKING', 'keywordRarity', [0, 3]),
  option('keywords beside a text', 'RANKING', 'keywordsBesideText', [1, 2.5, 5]),
];
