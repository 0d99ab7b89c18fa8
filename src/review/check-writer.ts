import type { ReviewAct, ReviewEvent } from './events.ts';
import type { Reader } from './protocol.ts';

/** Who writes in a review that several accounts share. Names of accounts have no slash. */

/** The assistant of a member: `ana/model`, so that those of two members are two readers. */
export function asMember(member: string, who: Reader): Reader {
  if (who.kind === 'human') return { ...who, name: member };
  return isWrittenBy(member, who) ? who : { ...who, name: `${member}/${who.name}` };
}

/** Whether a reader is this member, or this member's assistant. */
export function isWrittenBy(member: string, { kind, name }: Reader): boolean {
  return kind === 'human' ? name === member : name.startsWith(`${member}/`) && name.length > member.length + 1;
}

/** The member that a reader is, or is the assistant of. */
export function memberOf({ name }: Reader): string {
  return name.replace(/\/.*$/s, '');
}

/** What sets a review up; everything else is reading. */
const OWNERS: readonly ReviewAct['what'][] = ['open', 'criteria', 'protocol', 'import'];

/** Whether only the owner of a review may do it. */
export function isOwners({ what }: Pick<ReviewEvent, 'what'>): boolean {
  return OWNERS.includes(what);
}
