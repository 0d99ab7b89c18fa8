import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as deadline from '../../../src/lib/deadline.ts';
import type * as driver from '../../../src/platform/sqlite/driver.ts';
import { IS_DEEP, runs, SEED } from '../../helpers/runs.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { CREDITS_ANSWERS } from '../answers.ts';
import {
  ANSWERS,
  type AnswerName,
  COMMANDS,
  type CommandKind,
  ENDS,
  type LifeEvent,
  POINTS,
  type Point,
  SERVICES,
  type ServiceKind,
} from './events.ts';
import { Life } from './life.ts';
import { Machine } from './machine.ts';
import { MAX_CLOSED } from './service.ts';

vi.mock('../../../src/platform/sqlite/driver.ts', async (original) =>
  (await import('../../helpers/quick-money.ts')).withoutSync(await original<typeof driver>()),
);
vi.mock('../../../src/lib/deadline.ts', async (original) =>
  (await import('../../helpers/quick-money.ts')).withoutPauses(await original<typeof deadline>()),
);

const root = temporaryFolder();
let machine: Machine | undefined;
const met = new Set<string>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
});
afterEach(async () => {
  vi.useRealTimers();
  await machine?.close();
  machine = undefined;
});

async function live(kind: ServiceKind, events: readonly LifeEvent[], cap?: number): Promise<void> {
  if (machine?.isWorn) {
    await machine.close();
    machine = undefined;
  }
  machine ??= new Machine(root);
  try {
    await new Life(machine, cap, met).run(kind, events);
  } catch (error) {
    const told = events.map((event) => Object.values(event).join(' ')).join('\n');
    throw new Error(`${(error as Error).message}\nat a service that tells ${kind}, cap ${cap}:\n${told}`, {
      cause: error,
    });
  }
}

const search = (answer: AnswerName, by: 0 | 1 = 0, topic: 'A' | 'B' = 'A'): LifeEvent => ({
  do: 'search',
  by,
  topic,
  answer,
});
const hours = (clock: 'client' | 'service', count: number): LifeEvent => ({ do: 'jump', clock, hours: count });
const MONTH = 31 * 24;

const ended = (how: Extract<LifeEvent, { do: 'end' }>['how']): LifeEvent[] => [
  search('created'),
  { do: 'end', how },
  { do: 'look', by: 0 },
];

/** What begins a life, and what may follow in any order. */
const BEGINNINGS: LifeEvent[][] = [
  [search('created')],
  [search('lost')],
  [search('lost, late')],
  [search('created'), { do: 'credits', answer: '404' }, search('page', 0, 'B')],
  [search('created'), { do: 'credits', answer: 'page' }, search('not found', 1, 'B')],
  [{ do: 'credits', answer: '404' }, search('not allowed')],
  ended('success, a source failed'),
  ended('error'),
  ended('error, refunded'),
  // A key that is closed again after its first answer was lost, when others have been closed meanwhile.
  [
    search('lost, late'),
    ...[true, false].flatMap((isOn): LifeEvent[] => [
      { do: 'lose words of keys', isOn },
      { do: 'look', by: 0 },
      { do: 'close keys', count: MAX_CLOSED - 1 },
    ]),
  ],
];
/** What pays, or says what was paid: a fault of what came before is seen here. */
const WHAT_SHOWS: LifeEvent[] = [search('created'), { do: 'look', by: 1 }, { do: 'arrive' }];
const WHAT_FOLLOWS: LifeEvent[] = [
  ...WHAT_SHOWS,
  search('created', 1, 'B'),
  { do: 'credits', answer: '404' },
  { do: 'end', how: 'success, a source failed' },
  { do: 'end', how: 'error' },
  { do: 'start', hours: MONTH },
  { do: 'close keys', count: MAX_CLOSED },
  { do: 'delete jobs' },
  { do: 'wait', seconds: 61 },
  hours('client', 1),
  hours('client', -1),
];

/** Where the two commands of an order are stopped: deeply everywhere. */
const STOPS: readonly (readonly Point[])[] = IS_DEEP
  ? [POINTS, POINTS]
  : [POINTS.filter((point) => point !== 'intended'), ['printing']];
const PAIRS: [CommandKind, CommandKind][] = IS_DEEP
  ? COMMANDS.flatMap((one) => COMMANDS.map((other): [CommandKind, CommandKind] => [one, other]))
  : [
      ['watch', 'watch'],
      ['rerun', 'fresh'],
    ];

describe('the life of a creation', () => {
  it.each<ServiceKind>(IS_DEEP ? [...SERVICES] : ['keys', 'sums'])(
    'never pays twice unasked, says no wrong word of a charge and keeps the cap, in every order: %s',
    async (kind) => {
      let order = kind === 'keys' ? 0 : 1;
      const follow = async (events: LifeEvent[], more: number): Promise<void> => {
        // The two kinds of service share the orders.
        if (more === 0) return IS_DEEP || order++ % 2 === 0 ? live(kind, events) : undefined;
        for (const next of more === 1 ? WHAT_SHOWS : WHAT_FOLLOWS) await follow([...events, next], more - 1);
      };
      for (const first of BEGINNINGS) await follow(first, IS_DEEP ? 3 : 2);
    },
    1_200_000,
  );

  const event: fc.Arbitrary<LifeEvent> = fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        do: fc.constant('search' as const),
        by: fc.constantFrom(0 as const, 1 as const),
        topic: fc.constantFrom('A' as const, 'A' as const, 'B' as const),
        answer: fc.constantFrom(...(Object.keys(ANSWERS) as AnswerName[])),
        consent: fc.constantFrom(undefined, undefined, undefined, 'fresh', 'acceptPossibleDoubleCharge'),
      }) as fc.Arbitrary<LifeEvent>,
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('credits' as const), answer: fc.constantFrom(...CREDITS_ANSWERS) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('end' as const),
        how: fc.constantFrom(...ENDS),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('look' as const), by: fc.constantFrom(0 as const, 1 as const) }),
    },
    {
      weight: 8,
      arbitrary: fc.constantFrom<LifeEvent>(
        { do: 'arrive' },
        { do: 'refill' },
        { do: 'start', hours: MONTH },
        { do: 'end all' },
        { do: 'delete jobs' },
        ...[1, MAX_CLOSED - 1, MAX_CLOSED].map((count): LifeEvent => ({ do: 'close keys', count })),
        ...[true, false].map((isOn): LifeEvent => ({ do: 'lose words of keys', isOn })),
      ),
    },
    { weight: 4, arbitrary: fc.constantFrom<LifeEvent>({ do: 'wait', seconds: 61 }, { do: 'wait', seconds: 400 }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('jump' as const),
        clock: fc.constantFrom('client' as const, 'service' as const),
        hours: fc.constantFrom(1, -1, 25, -25, MONTH, -MONTH),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('begin' as const),
        nth: fc.nat({ max: 3 }),
        command: fc.constantFrom(...COMMANDS),
        answer: fc.constantFrom('created' as const, ...(Object.keys(ANSWERS) as AnswerName[])),
        accepts: fc.constantFrom(false, false, false, true),
      }),
    },
    {
      weight: 16,
      arbitrary: fc.record({
        do: fc.constantFrom('go' as const, 'go' as const, 'go' as const, 'kill' as const, 'interrupt' as const),
        nth: fc.nat({ max: 3 }),
      }),
    },
  );

  it('keeps these promises in long lives, too', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SERVICES),
        fc.constantFrom(undefined, 1, 2),
        fc.array(event, { minLength: 3, maxLength: 16 }),
        (kind, cap, events) => live(kind, events, cap),
      ),
      { numRuns: runs(150), seed: SEED },
    );
    // What the rules are about has happened.
    for (const outcome of ['created', 'reused', 'asked', 'CHARGE_UNKNOWN', 'CREDIT_CAP', 'judged yes', 'judged no'])
      expect([...met]).toContain(outcome);
  });

  it.each(PAIRS)(
    'pays once for each run that was told, in every order of two commands and of a kill: %s, %s',
    async (one, other) => {
      const began: LifeEvent[] = [search('created'), { do: 'end', how: 'success' }];
      const alone = [2, 3].flatMap((nth): LifeEvent[] => [
        { do: 'begin', nth, command: one, answer: 'created', steps: [] },
        { do: 'look', by: 0 },
      ]);
      // While jobs run, and where each ends at once.
      const habits: LifeEvent[][] = IS_DEEP ? [[], [{ do: 'end all' }]] : [[{ do: 'end all' }]];
      for (const habit of habits)
        for (const order of orders(one, other)) await live('sums', [...began, ...habit, ...order, ...alone]);
      for (const outcome of ['paid, ended', 'taken over, ended', 'asked'])
        expect([...met]).toContain(`command: ${outcome}`);
    },
    1_200_000,
  );

  it.each<CommandKind>(IS_DEEP ? [...COMMANDS] : ['watch', 'fresh'])(
    'pays once for an acceptance that comes twice, in every order of both and of a kill: %s',
    async (command) => {
      const began: LifeEvent[] = [
        search('created'),
        { do: 'end', how: 'success' },
        { do: 'end all' },
        { do: 'begin', nth: 2, command, answer: 'lost', steps: [] },
      ];
      for (const order of orders(command, command, true)) await live('nothing', [...began, ...order]);
      expect([...met]).toContain('command: taken over, ended');
    },
    1_200_000,
  );
});

/** Every order of two commands that come to their end, and of two of which the first is killed at one of its points. */
function orders(one: CommandKind, other: CommandKind, accepts = false): LifeEvent[][] {
  const [first = [], second = []] = STOPS.map((stops, nth) => stepsOf(nth, [one, other][nth] ?? one, stops, accepts));
  const killed = first.slice(1).map((_step, at): LifeEvent[] => [...first.slice(0, at + 1), { do: 'kill', nth: 0 }]);
  return [first, ...killed].flatMap((steps) => merges(steps, second));
}

function stepsOf(nth: number, command: CommandKind, steps: readonly Point[], accepts: boolean): LifeEvent[] {
  const begin: LifeEvent = { do: 'begin', nth, command, answer: 'created', accepts, steps };
  return [begin, ...steps.map((): LifeEvent => ({ do: 'go', nth }))];
}

function merges(one: readonly LifeEvent[], other: readonly LifeEvent[]): LifeEvent[][] {
  const [first, ...rest] = one;
  const [second, ...more] = other;
  if (!first || !second) return [[...one, ...other]];
  return [
    ...merges(rest, other).map((order) => [first, ...order]),
    ...merges(one, more).map((order) => [second, ...order]),
  ];
}
