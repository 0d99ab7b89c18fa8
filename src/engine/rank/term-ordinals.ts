import type { IndexPart } from '../index/index-reader.ts';
import type { CollectionStatistics, TermFacts } from './statistics.ts';

/** Numbers the terms of some papers as they are met, the same number for a term whatever part it is met in. */
export type TermMarks = {
  /** The terms that were met, by their places. */
  readonly facts: readonly TermFacts[];
  /** The place of a part's term, which it gets when it is met first. */
  placeOf(part: number, number: number): number;
  /** The place of a term by itself, which it gets when it is met first. */
  placeOfTerm(term: string): number;
  /** The place of a part's term; -1 when it was not met. */
  findPlace(part: number, number: number): number;
  /** Has to be called at the end: the lists behind it are used again. */
  clear(): void;
};

/** Per part one entry for each of its terms: the place from 1 on, 0 for those that were not met. */
const lists = new WeakMap<IndexPart, Int32Array>();

/** One at a time: whoever makes marks clears them before the next ones are made. */
export function createTermMarks(parts: readonly IndexPart[], statistics: CollectionStatistics): TermMarks {
  const marks = parts.map((part) => {
    const known = lists.get(part) ?? new Int32Array(part.terms);
    lists.set(part, known);
    return known;
  });
  const facts: TermFacts[] = [];
  const setAll = (term: TermFacts, mark: number) => {
    const { numbers } = term;
    for (let part = 0; part < numbers.length; part += 1) {
      const number = numbers[part] as number;
      if (number >= 0) (marks[part] as Int32Array)[number] = mark;
    }
  };
  const add = (term: TermFacts): number => {
    facts.push(term);
    setAll(term, facts.length);
    return facts.length - 1;
  };
  const nowhere = new Map<string, number>();
  return {
    facts,
    placeOf(part, number) {
      const known = (marks[part] as Int32Array)[number] as number;
      return known === 0 ? add(statistics.at(part, number)) : known - 1;
    },
    placeOfTerm(name) {
      const term = statistics.find(name);
      const part = term.numbers.findIndex((number) => number >= 0);
      if (part >= 0) {
        const known = (marks[part] as Int32Array)[term.numbers[part] as number] as number;
        return known === 0 ? add(term) : known - 1;
      }
      const known = nowhere.get(name) ?? add(term);
      nowhere.set(name, known);
      return known;
    },
    findPlace: (part, number) => ((marks[part] as Int32Array)[number] as number) - 1,
    clear() {
      for (const term of facts) setAll(term, 0);
    },
  };
}
