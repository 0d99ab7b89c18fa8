import type { Where } from '../../papers/filters/where-filter.ts';
import type { RelevanceView } from './relevance.ts';

/**
 * Why a keyword is counted in another number of papers than a condition on the same words finds; none where the numbers
 * are equal, or where the condition is not about one keyword alone.
 */
export function keywordCountNote(where: Where, relevance: RelevanceView | undefined, found: number): string[] {
  const { text, ...others } = where;
  if (text === undefined || Object.values(others).some((condition) => condition !== undefined)) return [];
  const asked = plain(text);
  const [keyword, counted] = Object.entries(relevance?.keywords ?? {}).find(([name]) => plain(name) === asked) ?? [];
  if (keyword === undefined || counted === undefined || counted === found) return [];
  return [
    `"${keyword}" as a keyword is in ${counted} papers, which name it in title, summary or abstract, inflected, by another of its names, or with a word between; as a text it is in ${found}: in these spellings, at the beginning of any word, also in authors, venue and kept full texts.`,
  ];
}

function plain(text: string): string {
  return text.replaceAll('"', '').trim().replace(/\s+/g, ' ').toLowerCase();
}
