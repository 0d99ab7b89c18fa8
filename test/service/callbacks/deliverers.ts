import type { Database } from '../../../src/platform/sqlite/database.ts';
import {
  type AttemptEvent,
  type DelivererOptions,
  type SendCallback,
  startDeliverer,
} from '../../../src/service/callbacks/deliverer.ts';
import type { Delivery } from '../../../src/service/store/outbox-port.ts';
import { sqliteStore } from '../../../src/service/store/sqlite/store.ts';
import { afterEachTest } from '../../helpers/after-each.ts';
import { until } from '../../helpers/until.ts';
import { listDeliveries } from '../file-store.ts';

export const S = 1_000;
export const MIN = 60 * S;
export const H = 60 * MIN;

const stops: (() => Promise<void>)[] = [];
// Registered after the hook that closes the files, and therefore run before it.
afterEachTest(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A clock that goes only when it is told to. */
export function stillClock(at = Date.now()) {
  return {
    now: () => at,
    pass: (ms: number) => {
      at += ms;
    },
  };
}

export function start(database: Database, send: SendCallback, options: Partial<DelivererOptions> = {}) {
  const events: AttemptEvent[] = [];
  const errors: string[] = [];
  const deliverer = startDeliverer({
    store: sqliteStore(database, options),
    send,
    onEvent: (event) => events.push(event),
    onError: (event) => errors.push(event),
    ...options,
  });
  stops.push(deliverer.stop);
  /** The nth event (counted from 1), when it has come. */
  const event = async (nth: number): Promise<AttemptEvent> => {
    await until(() => events.length >= nth, `event ${nth}`);
    return events[nth - 1] as AttemptEvent;
  };
  return { ...deliverer, events, errors, event };
}

/** A delivery as it stands in the outbox. */
export function stateOf(database: Database, id: string): Delivery | undefined {
  return listDeliveries(database, { offset: 0, count: 100 }).find((delivery) => delivery.id === id);
}
