import type { Advice, Note } from '../../contract/notes.ts';
import { namesSubject } from '../../papers/relevance/deciding.ts';
import type { ComparedKeyword } from '../../papers/relevance/query-terms.ts';
import type { PaperRelevance } from './relevance.ts';

/** The first note on an answer where hardly any paper has what was asked, with advice on asking again. */
export type RelevanceAdvice = { note: Note; next: Advice };

/** A few papers with all keywords are only remarkable among many without. */
const HARDLY_ANY = 2;
const MANY = 10;
/** With this few keywords, people expect papers that have all. */
const FEW_KEYWORDS = 4;

/**
 * About keywords only: a paper may lack a word of a sentence because it uses other words. Undefined if enough papers
 * fit.
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

/** A keyword, with the works that have it. */
type Part = { name: string; works: ReadonlySet<PaperRelevance> };

/** Rarest first. */
function partsOf(works: readonly PaperRelevance[], keywords: readonly ComparedKeyword[]): Part[] {
  return [...keywords]
    .sort((a, b) => b.weight - a.weight)
    .map(({ keyword }) => ({
      name: keyword,
      works: new Set(works.filter((work) => work.keywordsInAnyOrder.includes(keyword))),
    }));
}

/** The two rarest parts that occur, but never in the same work. */
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
