import type { ServerResponse } from 'node:http';
import { ScriptedService, type SeenRequest } from '../helpers/scripted-service.ts';

const WINDOW_MS = 60_000;

/**
 * A scripted service with a limit of requests in any minute, over a sliding window in which refused requests also
 * count, and with the given times for its jobs. The soak reports its books.
 */
export class LimitedService {
  readonly scripted: ScriptedService;
  refused = 0;
  /** When each request came, in milliseconds since the epoch. */
  readonly #seen: number[] = [];
  /** Per job, in the order of creation: the time of its end, and of the first report of it. */
  readonly #jobs: { doneAt: number; noticedAt: number | undefined }[] = [];
  readonly #perMinute: number;
  readonly #seconds: (job: number) => number;

  constructor(perMinute: number, seconds: (job: number) => number) {
    this.#perMinute = perMinute;
    this.#seconds = seconds;
    this.scripted = new ScriptedService({ intercept: (request, response) => this.#intercept(request, response) });
  }

  get requests(): number {
    return this.#seen.length;
  }

  get created(): number {
    return this.#jobs.length;
  }

  /**
   * Per job, in the order of creation: seconds from its end to the first report; undefined without a report.
   */
  get delays(): (number | undefined)[] {
    return this.#jobs.map(({ doneAt, noticedAt }) =>
      noticedAt === undefined ? undefined : (noticedAt - doneAt) / 1000,
    );
  }

  /** The most requests that came in any minute. */
  get mostInAMinute(): number {
    return Math.max(0, ...this.#seen.map((end) => this.#seen.filter((at) => at <= end && at > end - WINDOW_MS).length));
  }

  #intercept({ method, path }: SeenRequest, response: ServerResponse): boolean {
    const now = Date.now();
    this.#seen.push(now);
    if (this.#seen.filter((at) => at > now - WINDOW_MS).length > this.#perMinute) {
      this.refused += 1;
      response.writeHead(429, { 'retry-after': '60' }).end('{"error":"Too many requests"}');
      return true;
    }
    if (method === 'POST') {
      this.#jobs.push({ doneAt: now + this.#seconds(this.#jobs.length) * 1000, noticedAt: undefined });
      return false;
    }
    // The scripted service numbers its jobs in the order of creation, in hexadecimal digits.
    const number = /^\/api\/v1\/job\/([0-9a-f]{24})$/.exec(path)?.[1];
    const job = number === undefined ? undefined : this.#jobs[Number.parseInt(number, 16) - 1];
    if (!job) return false;
    if (now < job.doneAt) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"processing"}');
      return true;
    }
    job.noticedAt ??= now;
    return false;
  }
}
