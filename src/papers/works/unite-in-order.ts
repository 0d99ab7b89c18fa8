import { firstIndex } from '../../lib/binary-search.ts';
import type { Identity } from './identity.ts';
import type { Agreement } from './matching.ts';

/** The clusters so far. `unite` returns false if the two are already one, or contradict each other. */
type Uniting = {
  first(index: number): number;
  unite(a: number, b: number, kind: Agreement['kind']): boolean;
};

/** Indexes (ascending) of records with the same value in one cluster, which the condition cannot distinguish. */
type Block = { members: [number, ...number[]] };

/** A block whose record at `next` is to be united with the current record. */
type Pending = { block: Block; next: number };

/**
 * Unites each record with equal earlier ones, in list order: the first unions decide what later records contradict.
 * Many jobs contain the same papers, and pairs grow with the square of the jobs. So it skips pairs that cannot change
 * anything: those inside a cluster, and those between two clusters that contradicted each other and have not changed
 * since. Returns how many clusters were merged into another.
 */
export function uniteInOrder(
  identities: readonly Identity[],
  { kind, value, condition, compared }: Agreement,
  { first, unite }: Uniting,
): number {
  const blocksByValue = new Map<string, Block[]>();
  const identityAt = (index: number) => identities[index] as Identity;
  let united = 0;

  const uniteWithEarlier = (index: number, identity: Identity, blocks: readonly Block[]): void => {
    const pending: Pending[] = [];
    for (const block of blocks) {
      const [next] = block.members;
      if (first(next) !== first(index) && condition(identityAt(next), identity)) pending.push({ block, next });
    }
    let contradicting: Block[] = [];
    for (;;) {
      const nearest = takeNearest(pending);
      if (!nearest) return;
      const { block, next } = nearest;
      if (first(next) === first(index)) continue;
      if (!unite(next, index, kind)) {
        contradicting.push(block);
        continue;
      }
      united += 1;
      // The cluster has changed, so clusters that contradicted it are tried again from here on.
      for (const again of contradicting) {
        const { members } = again;
        const later = members[firstIndex(members.length, (at) => (members[at] as number) > next)];
        if (later !== undefined) pending.push({ block: again, next: later });
      }
      contradicting = [];
    }
  };

  identities.forEach((identity, index) => {
    const key = value(identity);
    if (key === undefined) return;
    const blocks = blocksByValue.get(key);
    if (!blocks) {
      blocksByValue.set(key, [{ members: [index] }]);
      return;
    }
    uniteWithEarlier(index, identity, blocks);
    const isOfBlock = ({ members: [sample] }: Block) =>
      first(sample) === first(index) && compared(identityAt(sample)) === compared(identity);
    const block = blocks.find(isOfBlock);
    if (block) block.members.push(index);
    else blocks.push({ members: [index] });
  });
  return united;
}

/** Removes and returns the pending entry whose record comes first in the list. */
function takeNearest(pending: Pending[]): Pending | undefined {
  let at = 0;
  for (let index = 1; index < pending.length; index += 1)
    if ((pending[index] as Pending).next < (pending[at] as Pending).next) at = index;
  const nearest = pending[at];
  const last = pending.pop();
  if (last && nearest !== last) pending[at] = last;
  return nearest;
}
