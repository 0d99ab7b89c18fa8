import { RANKING } from './constants.ts';
import type { CollectionStatistics } from './statistics.ts';

/**
 * One factor per keyword, from the idf of its terms together: 1 for the rarest keyword and those nearly as rare, less
 * for common ones, so that `survival` does not outvote `prophylactic cranial irradiation`. The more keywords there
 * are, the closer the factors are to 1: common keywords cannot outvote many others, and describe the topic with them.
 */
export function rarityFactors(keywords: readonly (readonly string[])[], statistics: CollectionStatistics): number[] {
  const idfs = keywords.map((terms) => statistics.idfOfAll(terms));
  const rare = RANKING.rareKeywordShare * Math.max(0, ...idfs);
  const power = RANKING.keywordRarity / keywords.length;
  // A keyword whose terms no paper contains together says nothing about itself or the others.
  return idfs.map((idf) => (idf === 0 || idf >= rare ? 1 : (idf / rare) ** power));
}
