import type { Concept, Name } from './concepts.ts';
import type { Deciding } from './deciding.ts';
import type { Found, PaperTerms } from './paper-terms.ts';

/** The word distances after a head at which its complement may start: `inhibitors of ACE`, `cancer of the lung`. */
const BEHIND = [1, 2];

/** A longer name is not said the other way round. */
const MAX_WORDS_REVERSED = 8;

/** Words with these endings cannot follow their head: media with a social aim are not social media. */
const ADJECTIVE = /(?:al|ic|iv|ous|ary|ful|less|ibl|abl)$/;

/** Positions where a concept is named: its words in order, at most one word between two of them. */
export function findPositions(concept: Concept, paper: PaperTerms): number[] {
  return find(concept, paper).starts;
}

/**
 * Positions where its words are named in reverse: `supplementation with vitamin D`, `cancer of the lung`;
 * `life quality`.
 */
export function findReversedPositions(concept: Concept, paper: PaperTerms): number[] {
  return find(concept, paper).reversed;
}

function find(concept: Concept, paper: PaperTerms): Found {
  const known = paper.found.get(concept);
  if (known) return known;
  const names = concept.names.filter((name) => name.every((_, index) => isSomewhere(name, index, paper.places)));
  const starts = names.flatMap((name) => startsOf(name, paper.places));
  const short = names.filter(({ length }) => length <= MAX_WORDS_REVERSED);
  const reversed = short.flatMap((name) =>
    name.flatMap((_, cut) => (cut > 0 ? reversedStarts(name.slice(0, cut), name.slice(cut), paper) : [])),
  );
  const found = { starts: [...new Set(starts)].sort((a, b) => a - b), reversed };
  paper.found.set(concept, found);
  return found;
}

function startsOf(name: Name, places: PaperTerms['places']): number[] {
  const [first] = name;
  if (!first) return [];
  const starts = [...(places.get(first.form) ?? []), ...((first.joined && places.get(first.joined)) || [])];
  const isFrom = matcherOf(name, places);
  return starts.filter((start) => isFrom(0, start));
}

/** A quick check before the search: the word occurs, alone or joined with its neighbour. */
function isSomewhere(name: Name, index: number, places: PaperTerms['places']): boolean {
  const { form, joined } = name[index] as Name[number];
  const before = name[index - 1]?.joined;
  return (
    places.has(form) || (joined !== undefined && places.has(joined)) || (before !== undefined && places.has(before))
  );
}

/** Tells whether the words from an index match at a position. Each pair that fails is tried once: words may recur. */
function matcherOf(name: Name, places: PaperTerms['places']): (index: number, at: number) => boolean {
  const failed = new Set<number>();
  const isNext = (next: number, at: number) => {
    const following = name[next];
    if (!following) return true;
    for (let start = at + 1; start <= at + 1 + following.between; start += 1) if (isFrom(next, start)) return true;
    return false;
  };
  const isFrom = (index: number, at: number): boolean => {
    const word = name[index];
    if (!word) return true;
    const pair = at * name.length + index;
    if (failed.has(pair)) return false;
    const matches =
      (stands(word.form, at, places) && isNext(index + 1, at)) ||
      (word.joined !== undefined && stands(word.joined, at, places) && isNext(index + 2, at));
    if (!matches) failed.add(pair);
    return matches;
  };
  return isFrom;
}

function stands(form: string, at: number, places: PaperTerms['places']): boolean {
  return places.get(form)?.includes(at) === true;
}

function reversedStarts(before: Name, head: Name, { places, links }: PaperTerms): number[] {
  const isLinked = head[0]?.isLinked;
  if (!isLinked && ADJECTIVE.test(before.at(-1)?.form ?? '')) return [];
  const isFrom = matcherOf(before, places);
  return startsOf(head, places).filter((start) => {
    const end = start + head.length;
    if (isLinked) return isFrom(0, end);
    return links.has(end) && BEHIND.some((more) => isFrom(0, end + more));
  });
}

/** Drops positions that the paper negates: `without depression`, `non-diabetic`, `no prior stroke`. */
export function affirmed(starts: readonly number[], { negations }: PaperTerms): number[] {
  if (negations.size === 0) return [...starts];
  return starts.filter((start) => !negations.has(start - 1));
}

/** Positions where a paper affirms what decides; empty if no alternative is complete. */
export function findDecidingPositions({ alternatives }: Deciding, paper: PaperTerms): number[] {
  const places = (concept: Concept) =>
    affirmed([...findPositions(concept, paper), ...findReversedPositions(concept, paper)], paper);
  return alternatives.flatMap((phrases) => {
    const each = phrases.map(({ named }) => places(named));
    return each.every((starts) => starts.length > 0) ? each.flat() : [];
  });
}
