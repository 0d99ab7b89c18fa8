import type { BodyKind, CreditsAnswer } from '../answers.ts';

/** What can happen in the life of a creation. */

export type Answer =
  | { arrives: 'now' | 'late' | 'never'; status: number; body: BodyKind }
  | 'lost'
  | 'lost before'
  | 'lost, late';

/** The answers to a creation, and whether they arrive. */
export const ANSWERS = {
  created: { arrives: 'now', status: 200, body: 'of the contract' },
  page: { arrives: 'now', status: 200, body: 'page' },
  'not found': { arrives: 'now', status: 404, body: 'other JSON' },
  'not allowed': { arrives: 'now', status: 405, body: 'empty' },
  forbidden: { arrives: 'now', status: 403, body: 'page' },
  'not found, not arrived': { arrives: 'never', status: 404, body: 'page' },
  'server error': { arrives: 'now', status: 500, body: 'of the contract' },
  cut: { arrives: 'now', status: 200, body: 'cut' },
  refused: { arrives: 'never', status: 403, body: 'of the contract' },
  lost: 'lost',
  'lost before': 'lost before',
  /** The connection of the client breaks, and a proxy hands the creation on a moment later. */
  'lost, late': 'lost, late',
} as const satisfies Record<string, Answer>;
export type AnswerName = keyof typeof ANSWERS;

/** What the service reports: keys and sums like our own, sums, a balance like the hosted one, or nothing. */
export const SERVICES = ['keys', 'sums', 'balance', 'nothing'] as const;
export type ServiceKind = (typeof SERVICES)[number];

export const ENDS = ['success', 'success, a source failed', 'error', 'error, refunded'] as const;

/**
 * Commands that pay unattended: `watch run`, `rerun`, and the tool with `fresh` or `newSince`, whose host then asks for
 * the task.
 */
export const COMMANDS = ['watch', 'rerun', 'fresh', 'newSince'] as const;
export type CommandKind = (typeof COMMANDS)[number];

/** The points at which a command can stop: before its look, before its dial, during its creation, and so on. */
export const POINTS = ['started', 'intended', 'sending', 'arrived', 'printing'] as const;
export type Point = (typeof POINTS)[number];

export type Topic = 'A' | 'B';

export type LifeEvent =
  | { do: 'search'; by: 0 | 1; topic: Topic; answer: AnswerName; consent?: 'fresh' | 'acceptPossibleDoubleCharge' }
  /** A command is started and stops at its first point; `nth` names it from then on. */
  | { do: 'begin'; nth: number; command: CommandKind; answer: AnswerName; accepts?: boolean; steps?: readonly Point[] }
  /** A command continues to its next point, or to its end. */
  | { do: 'go'; nth: number }
  | { do: 'kill'; nth: number }
  /** Ctrl-C, or a call that its host cancels. */
  | { do: 'interrupt'; nth: number }
  | { do: 'credits'; answer: CreditsAnswer }
  | { do: 'end'; how: (typeof ENDS)[number] }
  /** From now on jobs end as soon as they are created. */
  | { do: 'end all' }
  | { do: 'look'; by: 0 | 1 }
  | { do: 'arrive' }
  /** Somebody closes this many other keys of the account. */
  | { do: 'close keys'; count: number }
  /** From now on the service closes keys and its answers about them get lost, or arrive again. */
  | { do: 'lose words of keys'; isOn: boolean }
  /** An operator deletes the rows of all jobs, with a tool that ignores references to them. */
  | { do: 'delete jobs' }
  | { do: 'refill' }
  /** The service starts with a clock that is this many hours wrong, and does its periodic work. */
  | { do: 'start'; hours: number }
  | { do: 'wait'; seconds: number }
  | { do: 'jump'; clock: 'client' | 'service'; hours: number };
