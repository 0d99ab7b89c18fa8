import type { Machine } from '../../src/setup/machine.ts';

/** A machine for the code that has to work on machines that the tests do not run on. */
export function machineOf(part: Partial<Machine> = {}): Machine {
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
