import type { Advice, Note } from '../../contract/notes.ts';
import { namesSubject } from '../../papers/relevance/deciding.ts';
import type { ComparedKeyword } from '../../papers/relevance/query-terms.ts';
import type { PaperRelevance } from './relevance.ts';

/** What to say first of an answer in which no paper, or hardly one, has what was asked, and how to ask again. */
export type RelevanceAdvice = { note: Note; next: Advice };

/** A few papers that have all keywords are worth a word only among many that have not. */
const HARDLY_ANY = 2;
const MANY = 10;
/** With so few keywords people expect papers that have all of them. */
const FEW_KEYWORDS = 4;

/**
 * Speaks of keywords only: which word of a sentence a paper lacks says nothing, as it has other words for it. Undefined
 * where enough papers fit.
 */
export function adviseOnRelevance(works: readonly PaperRelevance[]): RelevanceAdvice | undefined {
  const [first] = works;
  if (!first) return undefined;
  const keywords = first.question.keywords.filter(({ keyword }) => namesSubject(keyword));
  if (keywords.length <= 1 || keywords.length > FEW_KEYWORDS || first.question.isStrategy) return adviseOnWeak(works);
  const fitting = works.filter(({ match }) => match === 'strong' || match === 'good').length;
  const having = works.filter((work) => keywords.every(({ keyword }) => work.keywordsInAnyOrder.includes(keyword)));
  if (having.length > 0 && (Math.max(fitting, having.length) > HARDLY_ANY || works.length < MANY)) return undefined;
  const parts = partsOf(works, keywords);
  const apart = neverTogether(parts);
  const next = howToAskAgain(parts, apart);
  const all = keywords.map(({ keyword }) => keyword);
  if (having.length > 0)
    return { note: { kind: 'few-have-all', papers: having.length, of: works.length, keywords: all }, next };
  const note: Note = apart
    ? { kind: 'no-paper-has-both', a: apart[0].name, b: apart[1].name }
    : { kind: 'no-paper-has-all', keywords: all };
  return { note, next };
}

function adviseOnWeak(works: readonly PaperRelevance[]): RelevanceAdvice | undefined {
  if (works.some(({ match }) => match !== 'weak')) return undefined;
  return {
    note: { kind: 'no-paper-fits' },
    next: { do: 'rename-terms' },
  };
}

/** A keyword, and the works that have it. */
type Part = { name: string; works: ReadonlySet<PaperRelevance> };

/** The rarest first. */
function partsOf(works: readonly PaperRelevance[], keywords: readonly ComparedKeyword[]): Part[] {
  return [...keywords]
    .sort((a, b) => b.weight - a.weight)
    .map(({ keyword }) => ({
      name: keyword,
      works: new Set(works.filter((work) => work.keywordsInAnyOrder.includes(keyword))),
    }));
}

/** The two rarest parts that some works have, but none both. */
function neverTogether(parts: readonly Part[]): [Part, Part] | undefined {
  const partsWithWorks = parts.filter(({ works }) => works.size > 0);
  for (const [place, one] of partsWithWorks.entries()) {
    const other = partsWithWorks.slice(place + 1).find(({ works }) => ![...one.works].some((work) => works.has(work)));
    if (other) return [one, other];
  }
  return undefined;
}

function howToAskAgain(parts: readonly Part[], apart: [Part, Part] | undefined): Advice {
  const absent = parts.filter(({ works }) => works.size === 0).map(({ name }) => name);
  if (absent.length > 0) return { do: 'rename-absent', keywords: absent };
  if (apart) return { do: 'rename', keywords: apart.map(({ name }) => name) };
  return { do: 'rename-terms' };
}
