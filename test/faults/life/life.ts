import { expect, vi } from 'vitest';
import { reconcileJob } from '../../../src/jobs/spending/reconcile.ts';
import { type SubmitDeps, submitJob } from '../../../src/jobs/spending/submit.ts';
import { waitForJob } from '../../../src/jobs/spending/wait.ts';
import { sqliteStore } from '../../../src/service/store/sqlite/store.ts';
import { Command, POLLS, type Subject } from './command.ts';
import type { AnswerName, LifeEvent, ServiceKind, Topic } from './events.ts';
import type { Machine } from './machine.ts';
import { Permits } from './permits.ts';
import { type Charge, MeteredService, requestOn } from './service.ts';

/**
 * The life of a creation from its intent to its refund, as a sequence of events: the real client, use-cases and store
 * of several processes, against the real books of our service or the habits of others. Answers of every kind, credits
 * that can be read or not, commands that pay unattended and are killed, and three times: the real one, the client's
 * clock and the service's, both of which jump. (`interleavings.ts` has the orders within one creation.)
 */

const HOUR_MS = 3_600_000;
const NEVER = new AbortController().signal;
/** The servers, whose searches somebody waits for, have the first stores; each command has one of the others. */
const SERVERS = 2;

export class Life {
  readonly #real = { at: Date.parse('2026-01-01T00:00:00Z') };
  readonly #ahead = { client: 0, service: 0 };
  #windows = 0;
  #answer: AnswerName = 'created';
  #events = 0;
  #subject: Subject | undefined;
  readonly #commands = new Map<number, Command>();
  readonly #permits = new Permits({
    charges: () => this.#service.charges,
    hasFailed: (charge) => this.#service.hasFailed(charge),
    isUnknown: (charges) => this.#isUnknown(charges),
  });
  readonly #met: Set<string>;
  readonly #machine: Machine;
  readonly #account: string;
  readonly #cap: number | undefined;
  #service!: MeteredService;
  #servers: SubmitDeps[] = [];

  constructor(machine: Machine, cap: number | undefined, met: Set<string>) {
    this.#machine = machine;
    this.#met = met;
    this.#account = machine.nextAccount();
    this.#real.at = machine.nextDay();
    this.#cap = cap;
  }

  async run(kind: ServiceKind, events: readonly LifeEvent[]): Promise<void> {
    this.#tell('client');
    this.#service = await MeteredService.open(
      this.#machine,
      kind,
      this.#account,
      (work) => this.#asService(work),
      (charge) => this.#permits.charge(charge),
    );
    this.#servers = [0, 1].map((nth) =>
      this.#depsOf(
        nth,
        this.#service.clientOf(this, () => this.#answer),
      ),
    );
    for (const event of events) {
      this.#events += 1;
      this.#pass(1_000);
      await this.#take(event);
      this.#check();
    }
    await this.#service.arrive();
    this.#check();
    this.#checkWatch();
  }

  #depsOf(store: number, service: SubmitDeps['service']): SubmitDeps {
    return {
      service,
      store: this.#machine.storeOf(store),
      mode: 'hosted',
      account: this.#account,
      serviceIdentity: 'service',
      scraperKey: undefined,
      edition: () => '',
      reuseMinutes: 1440,
      dailyCreditCap: this.#cap,
      inFlight: new Set(),
    };
  }

  async #take(event: LifeEvent): Promise<void> {
    if (event.do === 'search') return this.#search(event);
    if (event.do === 'begin') return this.#begin(event);
    if (event.do === 'go' || event.do === 'interrupt' || event.do === 'kill') return this.#move(event);
    if (event.do === 'credits') this.#service.credits = event.answer;
    if (event.do === 'end') this.#end(event.how);
    if (event.do === 'end all') this.#service.endsJobsAtOnce = true;
    if (event.do === 'look') return this.#look(event.by);
    if (event.do === 'refill') this.#service.refill();
    if (event.do === 'close keys')
      for (let nth = 0; nth < event.count; nth += 1) await this.#service.closeKey(`other-${this.#events}-${nth}`);
    if (event.do === 'lose words of keys') this.#service.losesWordsOfKeys = event.isOn;
    if (event.do === 'delete jobs') this.#service.deleteJobs();
    if (event.do === 'start') {
      this.#ahead.service += event.hours * HOUR_MS;
      await this.#asService(() => sqliteStore(this.#machine.database).jobs.expire(30 * 24 * HOUR_MS));
      this.#ahead.service -= event.hours * HOUR_MS;
    }
    if (event.do === 'arrive') await this.#service.arrive(1);
    if (event.do === 'wait') {
      // What is on its way arrives within a minute, by the real clock.
      if (event.seconds >= 60) await this.#service.arrive();
      this.#pass(event.seconds * 1_000);
    }
    if (event.do === 'jump') this.#jump(event);
  }

  async #search({ by, topic, answer, consent }: Extract<LifeEvent, { do: 'search' }>): Promise<void> {
    this.#answer = answer;
    if (consent === 'fresh' || (consent && this.#isUncertain(topic))) this.#permits.allow(this.#wordOf(topic));
    const options = { creationMs: 1_000, ...(consent && { [consent]: true }) };
    const outcome = await submitJob(this.#servers[by] as SubmitDeps, requestOn(this.#wordOf(topic)), options).then(
      ({ reused }) => (reused ? 'reused' : 'created'),
      (error) => {
        if (!error.details) throw error;
        return error.details.code === 'CHARGE_UNKNOWN' && error.details.charged === 'no' ? 'asked' : error.details.code;
      },
    );
    this.#met.add(outcome);
  }

  /** Starts a command that searches again what topic A was; there has to have been such a search. */
  async #begin(event: Extract<LifeEvent, { do: 'begin' }>): Promise<void> {
    const nth = SERVERS + event.nth;
    const job = this.#firstJob();
    if (this.#commands.has(event.nth) || job === undefined) return;
    this.#subject ??= { job, watch: this.#machine.storeOf(0).addWatch(job).number };
    const command = new Command(event, this.#subject);
    this.#commands.set(event.nth, command);
    this.#permits.start(command, this.#events);
    await command.start(
      this.#depsOf(
        nth,
        this.#service.clientOf(
          command,
          () => event.answer,
          async (point) => {
            if (point === 'intended') this.#permits.intend(command);
            await command.pass(point);
          },
        ),
      ),
    );
    this.#note(command);
  }

  async #move({ do: what, nth }: { do: 'go' | 'interrupt' | 'kill'; nth: number }): Promise<void> {
    const command = this.#commands.get(nth);
    if (!command || command.at === 'over') return;
    if (what === 'kill') {
      this.#machine.kill(SERVERS + nth);
      this.#met.add(`killed, ${command.at}`);
      command.kill();
    }
    if (what === 'go') await command.go();
    if (what === 'interrupt') await command.interrupt();
    this.#note(command);
  }

  /** What a command has told by now. */
  #note(command: Command): void {
    const rows = this.#machine.rowsOf(this.#account);
    for (const job of command.told.splice(0)) {
      const key = rows.find(({ number }) => number === job)?.key;
      if (key) this.#permits.tell(command, key, this.#events);
    }
    if (command.at === 'over') this.#met.add(`command: ${command.outcome}`);
  }

  #end(how: Extract<LifeEvent, { do: 'end' }>['how']): void {
    const ended = this.#service.end(how);
    if (ended && how === 'error, refunded') this.#permits.allow(ended.topic);
  }

  #jump({ clock, hours }: Extract<LifeEvent, { do: 'jump' }>): void {
    this.#ahead[clock] += hours * HOUR_MS;
    // By its own clock the reuse window is over, and the day of the cap.
    if (clock === 'client' && hours >= 24) this.#windows += 1;
    // What was told before the jump, and after a command had started, has no order for a command that has yet to look.
    if (clock === 'client')
      for (const command of this.#commands.values())
        if (command.at === 'started') this.#permits.start(command, this.#events);
    this.#tell('client');
  }

  /** A client that asks for every job: what is unknown is reconciled, what runs is polled. */
  async #look(by: 0 | 1): Promise<void> {
    const deps = this.#servers[by] as SubmitDeps;
    const jobs = deps.store.list({ offset: 0, count: 50, status: undefined }).jobs;
    for (const job of jobs.filter(({ account }) => account === this.#account)) {
      const { job: now } = await reconcileJob(deps, job);
      if (job.status === 'unknown') this.#met.add(`judged ${now.charged}`);
      if (now.jobId !== null) await waitForJob({ ...deps, polls: POLLS }, now, { seconds: 0, signal: NEVER });
    }
  }

  /** Whether there is anything that a consent could be about; while commands run, their creations may be. */
  #isUncertain(topic: Topic): boolean {
    const rows = this.#machine.rowsOf(this.#account);
    const charges = this.#service.charges.filter((charge) => charge.topic === this.#wordOf(topic));
    return (
      this.#commands.size > 0 ||
      rows.some(({ status }) => status === 'unknown') ||
      charges.some((charge) => this.#service.hasFailed(charge))
    );
  }

  #isUnknown(charges: readonly Charge[]): boolean {
    const unknown = this.#machine.rowsOf(this.#account).filter(({ status }) => status === 'unknown');
    return charges.some((charge) => unknown.some(({ key }) => key === charge.key));
  }

  #check(): void {
    const charges = this.#service.charges;
    const paid = new Set(charges.map(({ key }) => key));
    for (const { number, key, charged, status } of this.#machine.rowsOf(this.#account)) {
      if (charged === 'no')
        expect(paid.has(key ?? ''), `J${number} is said to have cost nothing, and was charged`).toBe(false);
      if (charged === 'yes') expect(paid.has(key ?? ''), `J${number} is said to be charged, and was not`).toBe(true);
      if (this.#commands.size === 0) expect(status).not.toBe('submitting');
    }
    expect(this.#permits.paidTwice).toEqual([]);
    for (const key of this.#service.neverCreated)
      expect(paid.has(key), `the service swore that ${key} was never created, and charged it`).toBe(false);
    expect(paid.size, 'a creation was charged twice').toBe(charges.length);
    for (const topic of new Set(charges.map((charge) => charge.topic))) {
      const times = charges.filter((charge) => charge.topic === topic).length;
      const allowed = 1 + this.#permits.allowed(topic) + this.#windows;
      expect(times, `charges of the search on ${topic}`).toBeLessThanOrEqual(allowed);
    }
    if (this.#cap !== undefined) expect(charges.length, 'the cap').toBeLessThanOrEqual(this.#cap * (1 + this.#windows));
  }

  /** Each run that a watch has paid belongs to it, whatever became of its command. */
  #checkWatch(): void {
    if (!this.#subject) return;
    const { watch } = this.#subject;
    const { jobs } = this.#machine
      .storeOf(0)
      .watches()
      .find(({ number }) => number === watch) ?? { jobs: [] };
    for (const { by, key } of this.#service.charges) {
      if (!(by instanceof Command) || by.series !== 'watch') continue;
      const row = this.#machine.rowsOf(this.#account).find((each) => each.key === key);
      expect(jobs, 'the jobs of the watch').toContain(row?.number);
    }
  }

  #firstJob(): number | undefined {
    const [first] = this.#service.charges.filter(({ topic }) => topic === this.#wordOf('A'));
    return this.#machine.rowsOf(this.#account).find(({ key }) => key === first?.key)?.number;
  }

  #wordOf(topic: Topic): string {
    return `${topic} of ${this.#account}`.toLowerCase();
  }

  async #asService<T>(work: () => Promise<T>): Promise<T> {
    this.#tell('service');
    try {
      return await work();
    } finally {
      this.#tell('client');
    }
  }

  #pass(ms: number): void {
    this.#real.at += ms;
    this.#tell('client');
  }

  /** Sets the clock that the code reads. */
  #tell(whose: 'client' | 'service'): void {
    this.#machine.uptime = this.#real.at;
    vi.setSystemTime(this.#real.at + this.#ahead[whose]);
  }
}
