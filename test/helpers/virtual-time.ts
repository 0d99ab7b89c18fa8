import type { Timers } from '../../src/lib/timers.ts';

type Timer = { ms: number; at: number; call: () => void };

/** Time that passes only when the test says so. It keeps the delay of each timer that was started, in order. */
export class VirtualTime implements Timers {
  readonly delays: number[] = [];
  #now: number;
  readonly #running = new Set<Timer>();
  readonly #watchers = new Set<() => void>();

  constructor(at = 0) {
    this.#now = at;
  }

  readonly now = (): number => this.#now;

  readonly after = (ms: number, call: () => void): (() => void) => {
    const timer = { ms, at: this.#now + ms, call };
    this.delays.push(ms);
    this.#running.add(timer);
    this.#look();
    return () => this.#stop(timer);
  };

  /** Resolves with the delays of the matching timers, as soon as at least `count` of them run. */
  running(fits: (ms: number) => boolean, count = 1): Promise<number[]> {
    return this.#when(fits, (running) => running >= count);
  }

  /** Resolves as soon as no more than `count` of the matching timers still run. */
  async fireOnly(fits: (ms: number) => boolean, count: number): Promise<void> {
    await this.#when(fits, (running) => running <= count);
  }

  /** Lets time pass, and runs due timers on the way; `late` delays each of them. */
  pass(ms: number, late = 0): void {
    const end = this.#now + ms;
    for (let due = this.#next(end); due; due = this.#next(end)) {
      this.#stop(due);
      this.#now = Math.max(this.#now, due.at + late);
      due.call();
    }
    this.#now = Math.max(this.#now, end);
  }

  #when(fits: (ms: number) => boolean, isEnough: (running: number) => boolean): Promise<number[]> {
    return new Promise((resolve) => {
      const look = () => {
        const fitting = [...this.#running].map(({ ms }) => ms).filter(fits);
        if (!isEnough(fitting.length)) return;
        this.#watchers.delete(look);
        resolve(fitting);
      };
      this.#watchers.add(look);
      look();
    });
  }

  #stop(timer: Timer): void {
    this.#running.delete(timer);
    this.#look();
  }

  #look(): void {
    for (const look of [...this.#watchers]) look();
  }

  #next(end: number): Timer | undefined {
    const due = [...this.#running].filter(({ at }) => at <= end);
    return due.sort((a, b) => a.at - b.at)[0];
  }
}
