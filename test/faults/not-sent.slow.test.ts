import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { Caller, expectBooksToHold } from './caller.ts';
import { ChargingServer, staysSilent } from './charging-server.ts';

/** The rows of the failure table that take time: no connection could be made, and a connection that stays silent. */

const folder = temporaryFolder();
const NOT_SENT = { code: 'UPSTREAM_UNAVAILABLE', charged: 'no', retryable: true };
const UNKNOWN = { code: 'CHARGE_UNKNOWN', charged: 'unknown', retryable: false };
let folders = 0;

type Scene = { service: ChargingServer; caller: Caller };

async function withCaller(
  work: (scene: Scene) => Promise<void>,
  addressOf = (service: ChargingServer) => service.baseUrl,
): Promise<void> {
  folders += 1;
  const dataDir = join(folder, `${folders}`);
  const service = await new ChargingServer().start();
  try {
    const caller = await Caller.open(addressOf(service), dataDir);
    try {
      await work({ service, caller });
    } finally {
      await caller.end();
    }
  } finally {
    await service.closePort();
  }
}

describe.concurrent('a creation that could not be sent was not charged', () => {
  it('when nobody listens at the port, and the same call creates one job once somebody does', () =>
    withCaller(async ({ service, caller }) => {
      await service.closePort();
      expect((await caller.search()).error).toMatchObject(NOT_SENT);
      expect(await caller.jobs()).toEqual([]);
      await expectBooksToHold(caller, service);
      await service.start();
      expect(await caller.search({ waitSeconds: 6 })).toMatchObject({ job: { ref: 'J1', status: 'success' } });
      expect(service.creations).toHaveLength(1);
      expect(service.charged).toBe(1);
      await expectBooksToHold(caller, service);
    }));

  it('while nobody listens, and is sent by itself when somebody does within the time of the call', () =>
    withCaller(async ({ service, caller }) => {
      await caller.call('estimate_credits', { limit: 100 });
      await service.closePort();
      const searching = caller.search({ waitSeconds: 20 });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await service.start();
      expect(await searching).toMatchObject({ job: { ref: 'J1', status: 'success', reused: false } });
      expect(service.creations).toHaveLength(1);
      expect(service.charged).toBe(1);
      await expectBooksToHold(caller, service);
    }));

  it('when the TLS handshake fails, and the same call again sends nothing either', () =>
    withCaller(
      async ({ service, caller }) => {
        expect((await caller.search()).error).toMatchObject(NOT_SENT);
        expect((await caller.search()).error).toMatchObject(NOT_SENT);
        expect(service.handshakes).toBeGreaterThanOrEqual(2);
        expect(service.creations).toEqual([]);
        expect(await caller.jobs()).toEqual([]);
      },
      (service) => `https://${service.address}/api`,
    ));

  it('when the name of the host is not known', () =>
    withCaller(
      async ({ caller }) => {
        expect((await caller.search()).error).toMatchObject(NOT_SENT);
        expect(await caller.jobs()).toEqual([]);
      },
      () => 'https://no-such-host.invalid/api',
    ));
});

describe.concurrent('a creation that is never answered is not sent again', () => {
  it.each([
    ['was', true, 'yes'],
    ['was not', false, 'unknown'],
  ])('where it %s charged', (_what, charged, known) =>
    withCaller(async ({ service, caller }) => {
      service.fates.push({ charged, answer: staysSilent });
      expect((await caller.search()).error).toMatchObject(UNKNOWN);
      await expectBooksToHold(caller, service);
      expect((await caller.search()).error).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'no' });
      expect(service.creations).toHaveLength(1);
      expect(await caller.jobs()).toMatchObject([{ status: 'unknown', charged: known }]);
      await expectBooksToHold(caller, service);
    }),
  );
});
