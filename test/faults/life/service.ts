import { expect } from 'vitest';
import { CLOSE_KEY_PATH, CREDITS_PATH, KEY_HEADER } from '../../../src/contract/operations.ts';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { createClient } from '../../../src/jobs/upstream/upstream-client.ts';
import { UNPACED } from '../../../src/platform/net/pacer.ts';
import { creationKey } from '../../../src/service/routes/create-job.ts';
import { closeKey, refundJob } from '../../service/file-store.ts';
import { answerToCreation, answerToCredits, type CreditsAnswer } from '../answers.ts';
import { ANSWERS, type Answer, type AnswerName, type LifeEvent, type Point, type ServiceKind } from './events.ts';
import type { Machine } from './machine.ts';

/** A credit that the service took, for which creation of whom. */
export type Charge = { key: string; id: string; topic: string; by: object };
type Sent = { key: string; request: JobRequest; by: object };

const GRANTED = 100;
/** Of keys that were closed an account keeps so many here. */
export const MAX_CLOSED = 3;
const BROKEN = () => new TypeError('the connection broke');

/** The service as one life meets it: the real books of ours, and answers of every kind. */
export class MeteredService {
  credits: CreditsAnswer = 'good';
  endsJobsAtOnce = false;
  readonly charges: Charge[] = [];
  losesWordsOfKeys = false;
  /** Keys of which somebody was told that no job was or will be created under them. */
  readonly neverCreated = new Set<string>();
  #late: Sent[] = [];
  /** For each key that was closed, which others have been closed since. */
  readonly #closedSince = new Map<string, Set<string>>();
  readonly #ended = new Map<string, { status: string; [more: string]: unknown }>();
  #refilled = 0;
  readonly #machine: Machine;
  readonly #kind: ServiceKind;
  readonly #account: number;
  readonly #asService: <T>(work: () => Promise<T>) => Promise<T>;
  readonly #onCharge: (charge: Charge) => void;

  constructor(
    machine: Machine,
    { kind, account }: { kind: ServiceKind; account: number },
    asService: <T>(work: () => Promise<T>) => Promise<T>,
    onCharge: (charge: Charge) => void,
  ) {
    this.#machine = machine;
    this.#kind = kind;
    this.#account = account;
    this.#asService = asService;
    this.#onCharge = onCharge;
  }

  static async open(
    machine: Machine,
    kind: ServiceKind,
    name: string,
    asService: <T>(work: () => Promise<T>) => Promise<T>,
    onCharge: (charge: Charge) => void,
  ): Promise<MeteredService> {
    const pools = { basic: GRANTED, pro: 0, privateKey: 0 };
    const account = (await machine.service.accounts.create(name, pools)) as number;
    return new MeteredService(machine, { kind, account }, asService, onCharge);
  }

  /** A client of somebody, whose creations are answered so; it can be held up at the points of a creation. */
  clientOf(by: object, answer: () => AnswerName, pass: (point: Point) => Promise<void> = async () => {}) {
    return createClient({
      baseUrl: 'http://service.invalid',
      token: new Secret('token'),
      userAgent: 'test',
      pacer: UNPACED,
      transport: {
        fetch: (url, { headers }) => this.#read(new URL(url).pathname, new Headers(headers)),
        post: async (_url, { headers, body }, beforeSend) => {
          await pass('intended');
          await beforeSend();
          await pass('sending');
          const sent = { key: headers[KEY_HEADER] ?? '', request: requestOf(body), by };
          const answered = await this.#receive(sent, ANSWERS[answer()]);
          await pass('arrived');
          return answered();
        },
      },
    });
  }

  /** What was on its way for so long arrives: all of it, or the first. */
  async arrive(count = Number.POSITIVE_INFINITY): Promise<void> {
    for (const sent of this.#late.splice(0, count)) await this.#create(sent);
  }

  /**
   * Closes a key. A creation that is still under way arrives before its key can be forgotten: so much is promised, and
   * no more.
   */
  async closeKey(key: string): Promise<string | undefined> {
    for (const [closed, others] of this.#closedSince) if (closed !== key) others.add(key);
    const isLast = (sent: Sent) => (this.#closedSince.get(sent.key)?.size ?? 0) >= MAX_CLOSED;
    const arriving = this.#late.filter(isLast);
    this.#late = this.#late.filter((sent) => !isLast(sent));
    for (const sent of arriving) await this.#create(sent);
    this.#closedSince.set(key, new Set());
    return this.#asService(async () => closeKey(this.#machine.database, this.#account, key, MAX_CLOSED));
  }

  /** Deletes the rows of all jobs, which no statement of the service's own connection could. */
  deleteJobs(): void {
    const { database } = this.#machine;
    const sql = 'DELETE FROM jobs WHERE account = ?';
    if (this.charges.some(({ id }) => this.#isStored(id))) expect(() => database.run(sql, this.#account)).toThrow();
    database.exec('PRAGMA foreign_keys = OFF');
    database.run(sql, this.#account);
    database.exec('PRAGMA foreign_keys = ON');
  }

  #isStored(id: string): boolean {
    return this.#machine.database.get('SELECT 1 FROM jobs WHERE id = ?', id) !== undefined;
  }

  /** Ends the oldest job that is open and still there. Gives its charge. */
  end(how: Extract<LifeEvent, { do: 'end' }>['how']): Charge | undefined {
    const open = this.charges.find(({ id }) => !this.#ended.has(id) && this.#isStored(id));
    if (!open) return undefined;
    const sources = [{ source: 'collection', gave: 0, failed: 'searched only a part of its papers' }];
    const answer = { status: how.startsWith('success') ? 'success' : 'error', results: [] };
    this.#ended.set(open.id, how.endsWith('failed') ? { ...answer, sources } : answer);
    if (how === 'error, refunded') refundJob(this.#machine.database, open.id);
    return open;
  }

  hasFailed({ id }: Charge): boolean {
    return this.#ended.get(id)?.status === 'error';
  }

  /** Somebody fills the balance up, which no sum shows. */
  refill(): void {
    this.#refilled = this.charges.length;
  }

  async #receive(sent: Sent, answer: Answer) {
    if (answer === 'lost, late') this.#late.push(sent);
    const isThere = answer === 'lost' || (typeof answer === 'object' && answer.arrives === 'now');
    const id = isThere ? await this.#create(sent) : undefined;
    return () => {
      if (typeof answer === 'string') throw BROKEN();
      return answerToCreation(answer.status, answer.body, id ?? 'nothing');
    };
  }

  /** The service takes its credits, unless the key says otherwise. */
  async #create({ key, request, by }: Sent): Promise<string | undefined> {
    const named = this.#kind === 'keys' ? creationKey(key, request) : undefined;
    const created = await this.#asService(() =>
      this.#machine.service.jobs.create(this.#account, request, Number.POSITIVE_INFINITY, named),
    );
    if ('refused' in created) return undefined;
    if (created.isRepeated) return created.id;
    const charge = { key, id: created.id, topic: String(request.body.keywords?.[2]), by };
    this.#onCharge(charge);
    this.charges.push(charge);
    if (this.endsJobsAtOnce) this.end('success');
    return created.id;
  }

  async #read(path: string, headers: Headers): Promise<Response> {
    if (path === CREDITS_PATH) return answerToCredits(this.credits, await this.#asService(() => this.#told()));
    if (this.credits === 'lost') throw BROKEN();
    if (path === CLOSE_KEY_PATH) {
      const key = headers.get(KEY_HEADER) ?? '';
      const jobId = await this.closeKey(key);
      if (this.losesWordsOfKeys) throw BROKEN();
      if (jobId === undefined) this.neverCreated.add(key);
      return Response.json({ jobId: jobId ?? null });
    }
    return Response.json(this.#ended.get(path.split('/').at(-1) ?? '') ?? { status: 'queued' });
  }

  async #told(): Promise<object> {
    const { spent, refunded } = (await this.#machine.service.accounts.flows(this.#account)).basic;
    const balance = { basicCreditsBalance: GRANTED - spent + refunded + this.#refilled, basicCreditsTotal: GRANTED };
    const sums = { basicCreditsSpent: spent, basicCreditsRefunded: refunded };
    if (this.#kind === 'nothing') return { plan: 'lab' };
    if (this.#kind === 'balance') return balance;
    return this.#kind === 'sums' ? { ...balance, ...sums } : { ...balance, ...sums, idempotencyKeyDays: 30 };
  }
}

/** What the life is about: each account asks its own, so that no life meets another's job. */
export function requestOn(topic: string): JobRequest {
  return { operation: 'keywordSearch', body: { keywords: ['tide', 'mussel', topic] }, filters: { limit: 100 } };
}

function requestOf(body: string): JobRequest {
  return { operation: 'keywordSearch', body: JSON.parse(body), filters: { limit: 100 } };
}
