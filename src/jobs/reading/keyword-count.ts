import type { Note } from '../../contract/notes.ts';
import type { Where } from '../../papers/filters/where-filter.ts';
import type { RelevanceView } from './relevance.ts';

/**
 * Why a keyword is counted in another number of papers than a condition on the same words finds; none where the numbers
 * are equal, or where the condition is not about one keyword alone.
 */
export function keywordCountNote(where: Where, relevance: RelevanceView | undefined, found: number): Note[] {
  const { text, ...others } = where;
  if (text === undefined || Object.values(others).some((condition) => condition !== undefined)) return [];
  const asked = plain(text);
  const [keyword, counted] = Object.entries(relevance?.keywords ?? {}).find(([name]) => plain(name) === asked) ?? [];
  if (keyword === undefined || counted === undefined || counted === found) return [];
  return [{ kind: 'keyword-counts', keyword, asKeyword: counted, asText: found }];
}

function plain(text: string): string {
  return text.replaceAll('"', '').trim().replace(/\s+/g, ' ').toLowerCase();
}
