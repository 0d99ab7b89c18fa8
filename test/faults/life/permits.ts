import { Command } from './command.ts';
import type { Charge } from './service.ts';

/** The facts of a life that the rules about charges need. */
type Facts = {
  charges(): readonly Charge[];
  hasFailed(charge: Charge): boolean;
  /** Whether nobody knows of any of these charges. */
  isUnknown(charges: readonly Charge[]): boolean;
};

/** The charges that somebody asked for: all others are paid twice. Times are numbers of events. */
export class Permits {
  /** Kept until the next check, because the client sees an error thrown in the service as a failure. */
  readonly paidTwice: string[] = [];
  readonly #facts: Facts;
  readonly #allowed = new Map<string, number>();
  readonly #startedAt = new Map<object, number>();
  /** The time at which the end of a job was reported, by its series and key. */
  readonly #toldAt = new Map<string, number>();
  /** Whether an earlier charge was unknown when a command recorded its intent: a later kill blocks nobody. */
  readonly #uncertainAtIntent = new Map<object, boolean>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  allow(topic: string): void {
    this.#allowed.set(topic, this.allowed(topic) + 1);
  }

  /** The number of charges beyond the first. */
  allowed(topic: string): number {
    return this.#allowed.get(topic) ?? 0;
  }

  start(command: Command, at: number): void {
    this.#startedAt.set(command, at);
  }

  tell({ series }: Command, key: string, at: number): void {
    this.#toldAt.set(`${series} ${key}`, at);
  }

  intend(command: Command): void {
    this.#uncertainAtIntent.set(command, this.#facts.isUnknown(this.#facts.charges()));
  }

  /**
   * A command may pay for a run when all runs of its series that were paid before had been told when it started, and
   * nothing else of the same search is open: its charge is then as good as one that a person asked for.
   */
  charge(charge: Charge): void {
    if (!(charge.by instanceof Command)) return;
    const { series, begin } = charge.by;
    const started = this.#startedAt.get(charge.by) ?? 0;
    const earlier = this.#facts.charges().filter(({ topic }) => topic === charge.topic);
    const standing = earlier.filter(
      ({ by, key }) =>
        by instanceof Command &&
        by.series === series &&
        (this.#toldAt.get(`${series} ${key}`) ?? Number.POSITIVE_INFINITY) >= started,
    );
    if (begin.accepts) {
      const accepted = standing.filter(({ by }) => (by as Command).begin.accepts);
      if (accepted.some((one) => !this.#facts.hasFailed(one) && !this.#facts.isUnknown([one])))
        this.paidTwice.push(`${begin.command} ${begin.nth} accepts once more what was accepted and stands`);
      this.#accept(charge, charge.by);
      return;
    }
    if (standing.length > 0) this.paidTwice.push(`${begin.command} ${begin.nth} pays although a run stands`);
    const last = earlier.at(-1);
    const wasUncertain = this.#uncertainAtIntent.get(charge.by) ?? this.#facts.isUnknown(earlier);
    if (last && !this.#facts.hasFailed(last) && !wasUncertain) this.allow(charge.topic);
  }

  /** A person agrees to be charged twice, which gives up the standing run of the series. */
  #accept({ topic }: Charge, by: Command): void {
    this.allow(topic);
    for (const { key } of this.#facts.charges()) this.tell(by, key, this.#startedAt.get(by) ?? 0);
  }
}
