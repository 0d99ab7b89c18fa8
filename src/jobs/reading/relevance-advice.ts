import { counted } from '../../lib/counted.ts';
import { NAMED_TERMS } from '../../papers/relevance/match.ts';
import type { PaperRelevance } from './relevance.ts';

/** What to say first of an answer in which no paper, or hardly one, fits, and how to ask again. */
export type RelevanceAdvice = { note: string; next: string };

/** A few papers that fit are worth a word only among many that do not. */
const HARDLY_ANY = 2;
const MANY = 10;
/** With so few keywords people expect papers that have all of them. */
const FEW_KEYWORDS = 3;

/** Undefined where enough papers fit. */
export function adviseOnRelevance(works: readonly PaperRelevance[]): RelevanceAdvice | undefined {
  const [first] = works;
  if (!first) return undefined;
  const { keywords } = first.question;
  const fitting = works.filter(({ match }) => match === 'strong' || match === 'good').length;
  const hasAll = works.some((work) => keywords.every(({ keyword }) => work.keywords.includes(keyword)));
  const lacksSome = keywords.length > 1 && keywords.length <= FEW_KEYWORDS && !hasAll;
  if (fitting > 0 && !lacksSome && (fitting > HARDLY_ANY || works.length < MANY)) return undefined;
  const parts = partsOf(works);
  const apart = neverTogether(parts);
  const note =
    fitting > 0 && !lacksSome
      ? `Only ${counted(fitting, 'paper')} of ${works.length} ${fitting === 1 ? 'fits' : 'fit'} what was asked well.`
      : `${whatIsMissing(apart, keywords)}: the sources may not hold the topic.`;
  return { note, next: howToAskAgain(parts, apart) };
}

/** A part of the question, and the works that have it. */
type Part = { name: string; weight: number; works: ReadonlySet<PaperRelevance> };

/** The keywords, else the heaviest words of the text, the rarest first. */
function partsOf(works: readonly PaperRelevance[]): Part[] {
  const { keywords = [], text = [] } = works[0]?.question ?? {};
  const part = (name: string, weight: number, has: (work: PaperRelevance) => boolean): Part => ({
    name,
    weight,
    works: new Set(works.filter(has)),
  });
  if (keywords.length === 0) {
    const words = text.slice(0, NAMED_TERMS);
    return words.map(({ word, term, weight }) => part(word, weight, ({ terms }) => terms.includes(term)));
  }
  return keywords
    .map(({ keyword, weight }) => part(keyword, weight, (work) => work.keywords.includes(keyword)))
    .sort((a, b) => b.weight - a.weight);
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

function whatIsMissing(apart: [Part, Part] | undefined, keywords: readonly { keyword: string }[]): string {
  if (apart) return `No paper has both ${quoted(apart[0].name)} and ${quoted(apart[1].name)}`;
  if (keywords.length > 1 && keywords.length <= FEW_KEYWORDS)
    return `No paper has all of ${keywords.map(({ keyword }) => quoted(keyword)).join(', ')}`;
  return 'No paper fits what was asked well; each has only some of its words';
}

function howToAskAgain(parts: readonly Part[], apart: [Part, Part] | undefined): string {
  const absent = parts.filter(({ works }) => works.size === 0).map(({ name }) => quoted(name));
  if (absent.length > 0)
    return `No paper has ${absent.join(' or ')}: search again with another name for it, or without it.`;
  if (apart) return `Search again with other names for ${apart.map(({ name }) => quoted(name)).join(' and ')}.`;
  return 'Search again with other names for the main terms, or describe the topic in a few sentences.';
}

function quoted(text: string): string {
  return `"${text}"`;
}
