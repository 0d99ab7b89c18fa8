import { posix, win32 } from 'node:path';

/** What setup and doctor need to know about the machine; only main.ts touches the process. */
export type Machine = {
  platform: NodeJS.Platform;
  home: string;
  /** The folder that project-level files belong to. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  nodeVersion: string;
  /** The running Node, and the script that it runs. */
  node: string;
  script: string;
};

/** Joins path parts for the machine's platform, which may differ from the one that this runs on. */
export function joinOn({ platform }: Pick<Machine, 'platform'>, ...parts: string[]): string {
  return (platform === 'win32' ? win32 : posix).join(...parts);
}
