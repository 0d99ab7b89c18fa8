import { asFields, asNumber } from '../../lib/json.ts';
import { byPlainName, plainName } from '../../lib/plain-names.ts';
import { POOLS, type Pool } from '../credits.ts';
import { unpackJson } from './containers.ts';

/**
 * Reads the credits left from an answer in another form than the contract's: nested, in texts, in one number for all
 * pools. Only what can be nothing but the balance counts: never a total, a limit, or what was used.
 */

/** `isShared`: the service has one balance, from which every pool takes. */
export type FoundBalance = Partial<Record<Pool, number>> & { isShared?: true };

type Part = { values: ReadonlyMap<string, unknown>; isOfCredits: boolean };

/** Beside these, a bare `credits` may be the credits that were granted. */
const USED = 'used spent consumed usage creditsused usedcredits creditsspent creditsconsumed'.split(' ');
const isUnused = ({ values }: Part): boolean => !USED.some((name) => values.has(name));

/** Names of what is left, the surest first, and in which objects they count. */
const NAMES: readonly { names: readonly string[]; counts: (part: Part) => boolean }[] = [
  {
    names: (
      'creditsremaining remainingcredits creditsleft availablecredits creditsavailable creditbalance creditsbalance ' +
      'remainingbalance availablebalance currentbalance'
    ).split(' '),
    counts: () => true,
  },
  { names: 'remaining left available balance'.split(' '), counts: () => true },
  { names: ['credits', 'credit'], counts: isUnused },
  { names: ['value', 'amount'], counts: (part) => part.isOfCredits && isUnused(part) },
];
/** Money, not credits. */
const CURRENCIES = ['currency', 'currencycode'];

/** Objects that may hold the balance. Others have limits and numbers of their own. */
const WRAPPERS = new Set(
  'data attributes result response payload body user account wallet me credits credit balance balances'.split(' '),
);
/** In these, a number needs no further name. */
const OF_CREDITS = new Set(['credits', 'credit', 'balance', 'balances']);
const POOL_NAMES: Record<Pool, readonly string[]> = {
  basic: ['basic', 'basiccredits', 'freetier', 'basiccreditsbalance', 'freetiercreditsbalance'],
  pro: ['pro', 'procredits', 'protier', 'procreditsbalance', 'protiercreditsbalance'],
  privateKey: ['privatekey', 'privatekeycredits', 'privatekeycreditsbalance'],
};
const MAX_LEVELS = 4;
const MAX_CHARACTERS = 40;

export function findBalance(json: unknown): FoundBalance {
  const objects = listObjects(json);
  const pools = POOLS.flatMap((pool) => {
    const values = objects.flatMap(({ values }) => POOL_NAMES[pool].map((name) => amountIn(values.get(name))));
    const amount = onlyOne(values);
    return amount === undefined ? [] : [[pool, amount] as const];
  });
  if (pools.length > 0) return Object.fromEntries(pools);
  const amount = singleAmount(objects) ?? readAmount(bareValue(json));
  return amount === undefined ? {} : { basic: amount, pro: amount, privateKey: amount, isShared: true };
}

function listObjects(json: unknown, name = '', levels = MAX_LEVELS): Part[] {
  const value = unpackJson(json);
  const fields = asFields(value);
  if (fields !== value) return [];
  const values = byPlainName(fields);
  const inner = levels === 0 ? [] : Object.entries(fields).filter(([each]) => WRAPPERS.has(plainName(each)));
  return [
    { values, isOfCredits: OF_CREDITS.has(name) },
    ...inner.flatMap(([each, part]) => listObjects(part, plainName(each), levels - 1)),
  ];
}

/** The only amount of the surest kind; undefined if there are several: nobody says whose they are. */
function singleAmount(parts: readonly Part[]): number | undefined {
  const ofCredits = parts.filter(({ values }) => !CURRENCIES.some((name) => values.has(name)));
  for (const { names, counts } of NAMES) {
    const amounts = ofCredits.filter(counts).flatMap(({ values }) => {
      const found = names.map((name) => readAmount(values.get(name)));
      return found.find((amount) => amount !== undefined) ?? [];
    });
    if (amounts.length > 0) return onlyOne(amounts);
  }
  return undefined;
}

function amountIn(value: unknown): number | undefined {
  return readAmount(value) ?? singleAmount(listObjects(value, 'credits'));
}

function onlyOne(amounts: readonly (number | undefined)[]): number | undefined {
  const different = new Set(amounts.filter((amount) => amount !== undefined));
  return different.size === 1 ? [...different][0] : undefined;
}

/** The answer itself, or all that is in its wrappers. */
function bareValue(json: unknown, levels = MAX_LEVELS): unknown {
  const value = unpackJson(json);
  const [[name = '', part] = [], ...others] = Object.entries(asFields(value));
  const isWrapper = others.length === 0 && WRAPPERS.has(plainName(name)) && levels > 0;
  return isWrapper ? bareValue(part, levels - 1) : value;
}

/** A number, or one in a text: `12`, `1,204`, `12 credits`. `1.204` may be either of two. */
function readAmount(value: unknown): number | undefined {
  const plain = unpackJson(value);
  if (typeof plain !== 'string') return asNumber(plain);
  if (plain.length > MAX_CHARACTERS) return undefined;
  const text = plain
    .trim()
    .replace(/credits?$/i, '')
    .trimEnd();
  if (/^-?\d{1,3}(?:[, \u00a0\u202f]\d{3})+$/.test(text)) return Number(text.replace(/[^\d-]/g, ''));
  return /^-?\d+(?:\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}
