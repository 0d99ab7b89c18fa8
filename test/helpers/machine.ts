import type { Machine } from '../../src/faces/setup/machine.ts';

/** A machine unlike the one that runs the tests. */
export function makeMachine(part: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    home: '/home/ada',
    folder: '/home/ada/thesis',
    environment: {},
    nodeVersion: '20.18.1',
    node: '/usr/bin/node',
    script: '/opt/paperqueue.mjs',
    ...part,
  };
}
