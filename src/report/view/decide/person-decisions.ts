import type { Decision } from '../../../review/protocol.ts';
import type { Decided, ViewPaper } from '../../data/report-data.ts';

/** Keyed by the paper's reference. */
export type DecidedPapers = Record<string, Decided>;

/** The decisions of one person on the papers of a view. */
export type Decisions = {
  /** The name of the person; empty if unknown. */
  by: string;
  /** The decision on a paper, by its index. */
  of(index: number): Decided | undefined;
  /** All decisions, including those on papers that this view does not show. */
  all(): DecidedPapers;
  count(): Record<Decision, number> & { undecided: number };
  change(index: number, change: Omit<Decided, 'at'>): void;
  /** Undoes the last change by a new change. Returns the paper's index; undefined if there is nothing to undo. */
  undo(): number | undefined;
  canUndo(): boolean;
  /** Merges decisions from another storage that are newer. Returns the indices of the papers that changed. */
  take(others: DecidedPapers): number[];
  /** Replaces all decisions by those of another storage, as a change made now. */
  replace(others: DecidedPapers): void;
};

/** Starts without decisions. `now` gives the time of a change. */
export function createDecisions(papers: readonly ViewPaper[], now = () => new Date()): Decisions {
  // Records of one work are one paper here; a stored decision may refer to any of them.
  const indices = new Map(papers.flatMap(({ ref, also = [] }, index) => [...also, ref].map((each) => [each, index])));
  const refOf = (index: number) => papers[index]?.ref ?? '';
  const decided = new Map<string, Decided>();
  const changes: [index: number, former: Decided | undefined][] = [];
  const set = (index: number, { decision, note, tags }: Omit<Decided, 'at'>) => {
    const value = { ...(decision && { decision }), ...(note && { note }), ...(tags?.length && { tags }) };
    decided.set(refOf(index), { ...value, at: now().toISOString() });
  };
  return {
    by: '',
    of: (index) => decided.get(refOf(index)),
    all: () => Object.fromEntries(decided),
    count() {
      const counts = { include: 0, maybe: 0, exclude: 0, undecided: 0 };
      for (const { ref } of papers) counts[decided.get(ref)?.decision ?? 'undecided'] += 1;
      return counts;
    },
    change(index, change) {
      const former = decided.get(refOf(index));
      changes.push([index, former]);
      set(index, { ...former, ...change });
    },
    undo() {
      const [index, former] = changes.pop() ?? [];
      if (index !== undefined) set(index, former ?? {});
      return index;
    },
    canUndo: () => changes.length > 0,
    take(others) {
      const changed: number[] = [];
      for (const [storedRef, other] of Object.entries(others)) {
        const index = indices.get(storedRef);
        const ref = index === undefined ? storedRef : refOf(index);
        if (other.at <= (decided.get(ref)?.at ?? '')) continue;
        decided.set(ref, other);
        if (index !== undefined) changed.push(index);
      }
      return changed;
    },
    replace(others) {
      const at = now().toISOString();
      for (const ref of new Set([...decided.keys(), ...Object.keys(others)]))
        if (decided.get(ref)?.at !== others[ref]?.at) decided.set(ref, { ...others[ref], at });
    },
  };
}

/** Each decision's name on the page, the name of its button, its sign and its key. */
export const DECISION_NAMES: readonly (readonly [
  decision: Decision,
  name: string,
  does: string,
  sign: string,
  key: string,
])[] = [
  ['include', 'kept', 'Keep', '✓', '1'],
  ['maybe', 'maybe', 'Maybe', '?', '2'],
  ['exclude', 'out', 'Out', '✕', '3'],
];

export const UNDECIDED = 'undecided';

/** The name of a decision, or of its absence. */
export function nameDecision(decided: Decided | undefined): string {
  return DECISION_NAMES.find(([decision]) => decision === decided?.decision)?.[1] ?? UNDECIDED;
}

/** The name with a sign that distinguishes it without colours: `✓ kept`. */
export function signDecision(decided: Decided): string {
  const sign = DECISION_NAMES.find(([decision]) => decision === decided.decision)?.[3] ?? '';
  return `${sign} ${nameDecision(decided)}`;
}
