/** What a person decided, until the server has it. */
export type SentDecision = {
  ref: string;
  title: string;
  decision: 'include' | 'exclude' | 'maybe' | 'withdraw';
  reasons?: string[];
  note?: string;
};

/** What waits in a tab, as the browser's store has it: whoever has the page's port later may read and write there. */
export type KeptText = { page: string; sealed: string };

/** The browser's store, as far as it is needed. */
type Kept = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

export type Outbox = {
  /** Waiting ones, those that are on their way among them. */
  readonly waiting: readonly SentDecision[];
  /** Whether the browser has some of an earlier page, which are not among those yet. */
  hasKept(): boolean;
  add(...decisions: SentDecision[]): void;
  /** Takes the last decision out again, if it has not been sent. */
  takeBack(): SentDecision | undefined;
  /** Sends what waits, one batch after the other, until nothing waits or a batch fails. */
  flush(): Promise<void>;
};

type Sending<T> = {
  /** The browser's store for this review and reader; what a closed tab has not sent is sent by the next. */
  kept: Kept;
  key: string;
  seal(decisions: readonly SentDecision[]): Promise<KeptText>;
  /** Opens what an earlier page kept; undefined if none sealed it. Throws if there is no answer. */
  open(kept: KeptText): Promise<SentDecision[] | undefined>;
  /** Something was kept that no page had sealed: it is gone. */
  onUnsealed(): void;
  /** Sends a batch. Throws if there is no answer. */
  send(batch: readonly SentDecision[]): Promise<T>;
  onAnswer(answer: T, batch: readonly SentDecision[]): void;
  /** Nothing waits any more: all is sent, or was taken back. */
  onEmpty(): void;
  /** The batch is sent again by itself. */
  onFailure(error: unknown): void;
  later?: (run: () => void, seconds: number) => void;
};

const MAX_BATCH = 40;
/** Of a batch as JSON; a single decision may be longer. The server of the page takes half a megabyte at once. */
const MAX_BATCH_CHARACTERS = 100_000;
/** Of what one tab kept. */
const MAX_KEPT_CHARACTERS = 380_000;
const RETRY_SECONDS = [1, 2, 4, 8, 15];

/** Sends decisions in their order. A batch without an answer stays and is sent again: the server takes it once. */
export function createOutbox<T>(sending: Sending<T>): Outbox {
  const { kept, key, seal, open, send, onAnswer, onEmpty, onFailure, onUnsealed, later = after } = sending;
  const tab = crypto.randomUUID();
  const waiting: SentDecision[] = [];
  /** Tabs of earlier pages whose decisions are to become this tab's. */
  const former = new Map(Object.entries(read(kept, key)));
  let onItsWay = 0;
  let failures = 0;
  let running: Promise<void> | undefined;
  const write = (change: Record<string, KeptText | undefined>) => {
    const all = Object.entries({ ...read(kept, key), ...change }).filter(([, text]) => text !== undefined);
    try {
      if (all.length === 0) kept.removeItem(key);
      else kept.setItem(key, JSON.stringify(Object.fromEntries(all)));
    } catch {
      // A full or closed store: the tab has them.
    }
  };
  let changes = 0;
  const keep = async (gone: Record<string, undefined> = {}) => {
    changes += 1;
    const change = changes;
    if (waiting.length === 0) onEmpty();
    const own = waiting.length > 0 ? await seal(waiting) : undefined;
    // What was sealed meanwhile is newer.
    write(change === changes ? { ...gone, [tab]: own } : gone);
  };
  /** They come before those of this tab, since they were made before. */
  const takeFormer = async () => {
    const opened: [name: string, decisions: SentDecision[] | undefined][] = [];
    for (const [name, text] of former) opened.push([name, isKeptText(text) ? await open(text) : undefined]);
    const now = read(kept, key);
    // Another tab may have sent them meanwhile, or the tab that had them has gone on.
    const isThere = ([name]: [string, unknown]) => JSON.stringify(now[name]) === JSON.stringify(former.get(name));
    const taken = opened.filter(isThere);
    former.clear();
    waiting.unshift(...taken.flatMap(([, decisions = []]) => decisions));
    for (const [, decisions] of taken) if (!decisions) onUnsealed();
    await keep(Object.fromEntries(taken.map(([name]) => [name, undefined])));
  };
  let isPlanned = false;
  const plan = (seconds: number) => {
    if (isPlanned) return;
    isPlanned = true;
    later(() => {
      isPlanned = false;
      void outbox.flush();
    }, seconds);
  };
  const run = async () => {
    while (waiting.length > 0 || former.size > 0) {
      let batch: SentDecision[];
      let answer: T;
      try {
        if (former.size > 0) await takeFormer();
        batch = nextBatch(waiting);
        if (batch.length === 0) return;
        onItsWay = batch.length;
        answer = await send(batch);
      } catch (error) {
        const seconds = RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)] as number;
        failures += 1;
        onFailure(error);
        plan(seconds);
        return;
      } finally {
        onItsWay = 0;
      }
      failures = 0;
      waiting.splice(0, batch.length);
      void keep();
      onAnswer(answer, batch);
    }
  };
  const outbox: Outbox = {
    waiting,
    hasKept: () => former.size > 0,
    add(...decisions) {
      waiting.push(...decisions);
      void keep();
    },
    takeBack() {
      if (waiting.length <= onItsWay) return undefined;
      const last = waiting.pop();
      void keep();
      return last;
    },
    flush() {
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
  return outbox;
}

function nextBatch(waiting: readonly SentDecision[]): SentDecision[] {
  let characters = 0;
  const isTooMuch = (each: SentDecision, index: number) => {
    characters += JSON.stringify(each).length;
    return index > 0 && characters > MAX_BATCH_CHARACTERS;
  };
  const tooMuch = waiting.slice(0, MAX_BATCH).findIndex(isTooMuch);
  const end = tooMuch < 0 ? MAX_BATCH : tooMuch;
  const [last, next] = [waiting[end - 1], waiting[end]];
  // A decision that is changed is withdrawn and made anew: in one request both are taken, or none.
  const isParted = last?.decision === 'withdraw' && next?.ref === last.ref;
  return waiting.slice(0, isParted ? Math.max(end - 1, 2) : end);
}

/** What each tab has not sent, so that two tabs of one reader do not write over each other's. */
function read(kept: Kept, key: string): Record<string, unknown> {
  try {
    return JSON.parse(kept.getItem(key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** Anything may stand there. */
function isKeptText(value: unknown): value is KeptText {
  if (typeof value !== 'object' || value === null) return false;
  const { page, sealed, ...more } = value as Record<string, unknown>;
  const isText = typeof page === 'string' && page.length <= 100 && typeof sealed === 'string';
  return isText && sealed.length <= MAX_KEPT_CHARACTERS && Object.keys(more).length === 0;
}

function after(run: () => void, seconds: number): void {
  setTimeout(run, seconds * 1000);
}
