/** A decision that the server may not have yet. */
export type SentDecision = {
  ref: string;
  title: string;
  decision: 'include' | 'exclude' | 'maybe' | 'withdraw';
  reasons?: string[];
  note?: string;
};

/**
 * The waiting decisions of a tab as stored in the browser. They are encrypted, because a later owner of the page's port
 * can read and write there.
 */
export type KeptText = { page: string; sealed: string };

/** The part of the browser's storage that is used. */
type Kept = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

export type Outbox = {
  /** Decisions not confirmed yet, including those being sent. */
  readonly waiting: readonly SentDecision[];
  /** Whether the browser has decisions of an earlier page that are not among these yet. */
  hasKept(): boolean;
  add(...decisions: SentDecision[]): void;
  /** Removes the last decision, if it has not been sent. */
  takeBack(): SentDecision | undefined;
  /** Sends waiting decisions, one batch after the other, until none is left or a batch fails. */
  flush(): Promise<void>;
};

type Sending<T> = {
  /** The browser's storage for this review and reader; the next tab sends what a closed tab has not sent. */
  kept: Kept;
  key: string;
  seal(decisions: readonly SentDecision[]): Promise<KeptText>;
  /** Decrypts decisions of an earlier page; undefined if no page encrypted them. Throws if there is no answer. */
  open(kept: KeptText): Promise<SentDecision[] | undefined>;
  /** Called if stored data was not encrypted by a page; it has been deleted. */
  onUnsealed(): void;
  /** Sends a batch. Throws if there is no answer. */
  send(batch: readonly SentDecision[]): Promise<T>;
  onAnswer(answer: T, batch: readonly SentDecision[]): void;
  /** Called when nothing waits any more: everything was sent, or undone. */
  onEmpty(): void;
  /** Called when a batch failed; it will be sent again automatically. */
  onFailure(error: unknown): void;
  later?: (run: () => void, seconds: number) => void;
};

const MAX_BATCH = 40;
/** Maximum JSON characters of a batch; a single decision may be longer. The server accepts half a megabyte at once. */
const MAX_BATCH_CHARACTERS = 100_000;
/** Maximum characters stored by one tab. */
const MAX_KEPT_CHARACTERS = 380_000;
const RETRY_SECONDS = [1, 2, 4, 8, 15];

/** Sends decisions in order. A batch without an answer is kept and sent again: the server applies it only once. */
export function createOutbox<T>(sending: Sending<T>): Outbox {
  const { kept, key, seal, open, send, onAnswer, onEmpty, onFailure, onUnsealed, later = after } = sending;
  const tab = crypto.randomUUID();
  const waiting: SentDecision[] = [];
  /** Tabs of earlier pages whose decisions this tab will take over. */
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
      // The storage is full or closed; the tab still has the decisions.
    }
  };
  let changes = 0;
  const keep = async (gone: Record<string, undefined> = {}) => {
    changes += 1;
    const change = changes;
    if (waiting.length === 0) onEmpty();
    const sealed = waiting.length > 0 ? await seal(waiting) : undefined;
    // A newer change has been encrypted meanwhile.
    write(change === changes ? { ...gone, [tab]: sealed } : gone);
  };
  /** Takes over the decisions of earlier tabs. They precede those of this tab, because they were made earlier. */
  const takeFormer = async () => {
    const opened: [name: string, decisions: SentDecision[] | undefined][] = [];
    for (const [name, text] of former) opened.push([name, isKeptText(text) ? await open(text) : undefined]);
    const now = read(kept, key);
    // Another tab may have sent them meanwhile, or their own tab may have continued.
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
  // A changed decision is sent as a withdrawal and a new decision; in one request the server accepts both or neither.
  const isParted = last?.decision === 'withdraw' && next?.ref === last.ref;
  return waiting.slice(0, isParted ? Math.max(end - 1, 2) : end);
}

/** The unsent decisions by tab, so that two tabs of one reader do not overwrite each other's. */
function read(kept: Kept, key: string): Record<string, unknown> {
  try {
    return JSON.parse(kept.getItem(key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** Stored data may have any form. */
function isKeptText(value: unknown): value is KeptText {
  if (typeof value !== 'object' || value === null) return false;
  const { page, sealed, ...more } = value as Record<string, unknown>;
  const isText = typeof page === 'string' && page.length <= 100 && typeof sealed === 'string';
  return isText && sealed.length <= MAX_KEPT_CHARACTERS && Object.keys(more).length === 0;
}

function after(run: () => void, seconds: number): void {
  setTimeout(run, seconds * 1000);
}
