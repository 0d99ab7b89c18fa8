/** What a person decided, until the server has it. */
export type SentDecision = {
  ref: string;
  title: string;
  decision: 'include' | 'exclude' | 'maybe' | 'withdraw';
  reasons?: string[];
  note?: string;
};

/** The browser's store, as far as it is needed. */
type Kept = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

export type Outbox = {
  /** Waiting ones, those that are on their way among them. */
  readonly waiting: readonly SentDecision[];
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
const RETRY_SECONDS = [1, 2, 4, 8, 15];

/** Sends decisions in their order. A batch without an answer stays and is sent again: the server takes it once. */
export function createOutbox<T>({ kept, key, send, onAnswer, onEmpty, onFailure, later = after }: Sending<T>): Outbox {
  const tab = crypto.randomUUID();
  const waiting = Object.values(read(kept, key)).flat();
  let onItsWay = 0;
  let failures = 0;
  let running: Promise<void> | undefined;
  const keep = (others = read(kept, key)) => {
    const { [tab]: _, ...all } = others;
    if (waiting.length > 0) all[tab] = waiting;
    try {
      if (Object.keys(all).length === 0) kept.removeItem(key);
      else kept.setItem(key, JSON.stringify(all));
    } catch {
      // A full or closed store: the tab has them.
    }
    if (waiting.length === 0) onEmpty();
  };
  // From now on they are this tab's.
  if (waiting.length > 0) keep({});
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
    while (waiting.length > 0) {
      const batch = nextBatch(waiting);
      onItsWay = batch.length;
      let answer: T;
      try {
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
      keep();
      onAnswer(answer, batch);
    }
  };
  const outbox: Outbox = {
    waiting,
    add(...decisions) {
      waiting.push(...decisions);
      keep();
    },
    takeBack() {
      if (waiting.length <= onItsWay) return undefined;
      const last = waiting.pop();
      keep();
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
function read(kept: Kept, key: string): Record<string, SentDecision[]> {
  try {
    return JSON.parse(kept.getItem(key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

function after(run: () => void, seconds: number): void {
  setTimeout(run, seconds * 1000);
}
