import * as z from 'zod';
import type { ServiceStore } from '../store/port.ts';
import { createGuardedSender, type GuardedSender } from './guarded-fetch.ts';

/** The allowed destinations of a service's callbacks, which its `serve` process sets for all processes. */
const settingsSchema = z.object({
  ports: z.array(z.int()).readonly(),
  networks: z.array(z.string()).readonly(),
  /** Certificates (PEM) of additional authorities. */
  ca: z.string().optional(),
});
type CallbackSettings = z.output<typeof settingsSchema>;

/** How long settings are cached before they are read again. */
const SETTINGS_MS = 10_000;

type Settings = ServiceStore['settings'];

/** Sets the allowed destinations for all processes of a store. Returns whether they differ from earlier ones. */
export async function shareCallbackSettings(settings: Settings, callbacks: CallbackSettings): Promise<boolean> {
  const before = await settings.read('callbacks');
  if (JSON.stringify(before) === JSON.stringify(callbacks)) return false;
  await settings.write('callbacks', callbacks);
  return before !== undefined;
}

/** Sends callbacks by the settings in the store, and follows their changes. */
export function createSharedSender(
  settings: Pick<Settings, 'read'>,
  create: typeof createGuardedSender = createGuardedSender,
  now = () => performance.now(),
): GuardedSender {
  let current: { sender: GuardedSender; text: string } | undefined;
  let until = Number.NEGATIVE_INFINITY;
  const replaced: GuardedSender[] = [];
  const sender = async (): Promise<GuardedSender> => {
    if (current && now() < until) return current.sender;
    const { ports, networks, ca } = settingsSchema
      .catch({ ports: [], networks: [] })
      .parse(await settings.read('callbacks'));
    const text = JSON.stringify([ports, networks, ca]);
    until = now() + SETTINGS_MS;
    if (current?.text === text) return current.sender;
    // Current deliveries keep the settings that they started with.
    if (current) replaced.push(current.sender);
    current = { sender: create({ allowedPorts: [443, ...ports], allowAddresses: networks, ca }), text };
    return current.sender;
  };
  return {
    send: async (...attempt) => (await sender()).send(...attempt),
    close() {
      for (const each of [...replaced, ...(current ? [current.sender] : [])]) each.close();
    },
  };
}
