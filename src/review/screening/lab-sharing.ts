import { freeFailure, invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { Call, LabMember, LabReview, LabReviews } from '../../jobs/ports/reviews.ts';
import { shown } from '../../lib/shown.ts';
import { asMember } from '../check-writer.ts';
import type { Reader } from '../protocol.ts';
import { placeOf } from './review-log.ts';
import type { Reviews } from './reviewing.ts';

declare module '../../jobs/features.ts' {
  interface Features {
    /** Screening of local and lab reviews, for one call, whose end aborts all of it. */
    reviews(call: Call): Promise<SharedReviews>;
  }
}

type Invitation = { ref: string } & Pick<LabReview, 'owner' | 'question'>;

/** Reviews of the lab and their members. Methods throw PaperqueueError; everything is free. */
type Sharing = {
  /** Whether the configured service stores reviews. */
  hasLab(): Promise<boolean>;
  /** Invitations not accepted yet; empty without a lab. */
  invitations(): Promise<Invitation[]>;
  members(ref: string): Promise<LabMember[]>;
  /** Invites an account of the lab, by name. */
  share(ref: string, name: string): Promise<LabMember>;
  /** Ends a reader's membership, or an invitation. */
  unshare(ref: string, name: string): Promise<void>;
  join(ref: string): Promise<void>;
  leave(ref: string): Promise<void>;
};

export type SharedReviews = Reviews & Sharing;

const SETTINGS = { address: 'PAPERQUEUE_BASE_URL', token: 'PAPERQUEUE_TOKEN' } as const;

/**
 * Reviews of this machine and of a lab. In lab reviews every reader is the account, or an assistant of it, whatever
 * name was given, because the service accepts no others. `known` caches the account's name at the service.
 */
export function shareReviews(
  reviews: Reviews,
  lab: LabReviews | undefined,
  known: { account?: string } = {},
): SharedReviews {
  const hasLab = async () => (await lab?.isKept()) ?? false;
  const listLab = async () => {
    if (!lab || !(await hasLab())) throw noLab();
    const listed = await lab.list();
    known.account = listed.account;
    return listed;
  };
  const nameInLab = async () => known.account ?? (await listLab()).account;

  const inLab = async (who: Reader): Promise<Reader> => {
    const member = await nameInLab();
    const name = who.name.trim();
    const isOwn = who.kind === 'assistant' || name === 'me' || name.toLowerCase() === member.toLowerCase();
    if (!isOwn) throw invalidInput([invalidField('as', { kind: 'another-member', given: shown(name), member })]);
    return asMember(member, { ...who, name });
  };
  const readerIn = (ref: string, who: Reader) => (placeOf(ref) === 'lab' ? inLab(who) : who);

  /** Parses `L12`. Works also for reviews the account is not a member of. */
  const numberOf = async (ref: string) => {
    const [, digits] = /^\s*l([1-9]\d{0,8})\s*$/i.exec(ref) ?? [];
    if (digits === undefined)
      throw invalidInput([invalidField('review', { kind: 'no-lab-review', given: shown(ref) })]);
    if (!lab || !(await hasLab())) throw noLab();
    return { lab, number: Number(digits) };
  };

  return {
    ...reviews,
    async open(review, who) {
      const place = review.place === 'lab' && (await hasLab()) ? 'lab' : 'here';
      return reviews.open({ ...review, place }, place === 'lab' ? await inLab(who) : who);
    },
    async list(place) {
      if (place) return reviews.list(place);
      return reviews.list((await hasLab()) ? undefined : 'here');
    },
    async screen(request, who) {
      const reader = await readerIn(request.review, who);
      const view = await reviews.screen(request, reader);
      if (reader === who || request.decisions?.length) return view;
      const note = { kind: 'kept-by-lab', review: view.review.ref, member: await nameInLab() } as const;
      return { ...view, notes: [note, ...view.notes] };
    },
    addJobs: async (ref, jobs, who) => reviews.addJobs(ref, jobs, await readerIn(ref, who)),
    undo: async (ref, who) => reviews.undo(ref, await readerIn(ref, who)),
    resolve: async (ref, request, who, stage) => reviews.resolve(ref, request, await readerIn(ref, who), stage),
    checkStop: async (ref, who) => reviews.checkStop(ref, await readerIn(ref, who)),
    importFile: async (ref, file, who) => reviews.importFile(ref, file, await readerIn(ref, who)),
    changeCriteria: async (ref, change, who) => reviews.changeCriteria(ref, change, await readerIn(ref, who)),
    changeProtocol: async (ref, change, who) => reviews.changeProtocol(ref, change, await readerIn(ref, who)),
    retrieve: async (ref, record, found, who) => reviews.retrieve(ref, record, found, await readerIn(ref, who)),

    hasLab,
    async invitations() {
      if (!(await hasLab())) return [];
      const { reviews: all } = await listLab();
      return all
        .filter(({ isInvited }) => isInvited)
        .map(({ review, owner, question }) => ({ ref: `L${review}`, owner, question }));
    },
    async members(ref) {
      const { lab, number } = await numberOf(ref);
      return lab.members(number);
    },
    async share(ref, name) {
      const { lab, number } = await numberOf(ref);
      return lab.invite(number, name.trim());
    },
    async unshare(ref, name) {
      const { lab, number } = await numberOf(ref);
      return lab.remove(number, name.trim());
    },
    async join(ref) {
      const { lab, number } = await numberOf(ref);
      return lab.join(number);
    },
    async leave(ref) {
      const { lab, number } = await numberOf(ref);
      return lab.remove(number, await nameInLab());
    },
  };
}

function noLab() {
  return freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'no-lab' }],
    advice: [{ kind: 'join-lab', ...SETTINGS }],
  });
}
