import { IS_DEEP } from '../helpers/runs.ts';
import type { ChargingServer, Script } from './charging-server.ts';

/** A creation that is stopped at this point, and whose job is created unless `changes` say otherwise. */
export function scriptAt(point: Script['point'], changes: Partial<Script> = {}): Script {
  return {
    point,
    outcome: 'job',
    isAtAccept: false,
    isCharged: true,
    thinkMs: 0,
    killAfterMs: 0,
    pause: undefined,
    isLimited: false,
    pollsBefore: 0,
    ...changes,
  };
}

/** Resolves when the script has reached its point. */
export function reaching(service: ChargingServer, script: Script): Promise<void> {
  service.script = script;
  return new Promise((resolve) => {
    service.onPoint = () => {
      service.onPoint = () => {};
      resolve();
    };
  });
}

/** The moments of a creation, before and after the service's answer, at which its maker is killed. */
const ALL_MOMENTS: [string, Script][] = [
  ['before anything was sent', scriptAt('connected', { isAtAccept: true, isCharged: false })],
  ['when the request had been sent and was charged', scriptAt('sent')],
  ['when the request had been sent and was not charged', scriptAt('sent', { isCharged: false })],
  ['at the moment of the answer', scriptAt('answered')],
  ['a moment after the answer', scriptAt('after answer', { killAfterMs: 2 })],
];

/** All moments for the first of several that pay in the same way, or on demand; for the others the costliest moment. */
export const momentsFor = (nth: number): [string, Script][] =>
  nth === 0 || IS_DEEP ? ALL_MOMENTS : ALL_MOMENTS.slice(1, 2);
