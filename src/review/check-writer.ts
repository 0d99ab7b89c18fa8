import type { ReviewAct, ReviewEvent } from './events.ts';
import type { Reader } from './protocol.ts';

/** Who may write to a review that several accounts share. Account names contain no slash. */

/** Names a member's assistant `ana/model`, so that the assistants of two members are two readers. */
export function asMember(member: string, who: Reader): Reader {
  if (who.kind === 'human') return { ...who, name: member };
  return isWrittenBy(member, who) ? who : { ...who, name: `${member}/${who.name}` };
}

/** Whether a reader is this member, or this member's assistant. */
export function isWrittenBy(member: string, { kind, name }: Reader): boolean {
  return kind === 'human' ? name === member : name.startsWith(`${member}/`) && name.length > member.length + 1;
}

/** The member that the reader is, or whose assistant it is. */
export function memberOf({ name }: Reader): string {
  return name.replace(/\/.*$/s, '');
}

/** Acts that set up a review; readers perform all others. */
const OWNERS: readonly ReviewAct['what'][] = ['open', 'criteria', 'protocol', 'import'];

/** Whether an act is reserved for the owner of a review. */
export function isOwners({ what }: Pick<ReviewEvent, 'what'>): boolean {
  return OWNERS.includes(what);
}
