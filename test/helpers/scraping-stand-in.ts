import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SCRAPER_KEY } from './secrets.ts';

/**
 * The stand-in's keys, by the outcome for each. Each begins with the tests' scraper key, so that the search for secrets
 * at the end of a run finds all of them.
 */
export const SCRAPER_KEYS = {
  fifty: SCRAPER_KEY,
  fortyNine: `${SCRAPER_KEY}-forty-nine`,
  unknown: `${SCRAPER_KEY}-unknown`,
  /** The scraping service itself fails. */
  down: `${SCRAPER_KEY}-down`,
} as const;

const REMAINING: Record<string, number> = { [SCRAPER_KEYS.fifty]: 50, [SCRAPER_KEYS.fortyNine]: 49 };

/**
 * The web-scraping service as its public documentation has it (Firecrawl, version 2), as far as the contract needs it:
 * credits of a key, and pages, which it cannot read. Pages can be held, so that a job stays at work.
 */
export class ScrapingStandIn {
  readonly asked: string[] = [];
  #held: ServerResponse[] | undefined;
  #onHeld = () => {};
  readonly #server = createServer((request, response) => {
    const path = request.url ?? '';
    const key = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    this.asked.push(`${request.method} ${path}`);
    request.resume();
    request.on('end', () => {
      if (path === '/v2/team/credit-usage') return answerCredits(response, key);
      if (!this.#held) return pageFailed(response);
      this.#held.push(response);
      this.#onHeld();
    });
  });

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on pages are not answered. */
  hold(): void {
    this.#held ??= [];
  }

  /** Resolves when somebody waits for a page. */
  untilHolding(): Promise<void> {
    if (this.#held && this.#held.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onHeld = resolve;
    });
  }

  release(): void {
    for (const response of this.#held?.splice(0) ?? []) pageFailed(response);
    this.#held = undefined;
  }

  /** Hangs up on everybody and listens no longer. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function answerCredits(response: ServerResponse, key: string): void {
  const remainingCredits = REMAINING[key];
  if (remainingCredits !== undefined) {
    send(response, 200, { success: true, data: { remainingCredits, planCredits: 500 } });
  } else if (key === SCRAPER_KEYS.down) {
    send(response, 500, { success: false, error: 'Internal server error' });
  } else {
    send(response, 401, { success: false, error: 'Unauthorized: Invalid token' });
  }
}

function pageFailed(response: ServerResponse): void {
  send(response, 500, { success: false, code: 'SCRAPE_ALL_ENGINES_FAILED', error: 'All engines failed' });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
