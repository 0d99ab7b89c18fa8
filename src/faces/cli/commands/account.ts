import type { Command } from 'commander';
import { POOLS, type Pool } from '../../../contract/credits.ts';
import type { OperatorFeatures } from '../../../jobs/features.ts';
import { counted } from '../../../lib/counted.ts';
import { type CliCommand, type CommandContext, UsageError } from '../io.ts';
import { writeResult } from '../output.ts';
import { localTime } from '../print/answer-lines.ts';
import { chooseStyle } from '../print/terminal.ts';
import { formatColumns } from '../print/text-columns.ts';

const HEADS = ['NAME', 'BASIC', 'PRO', 'PRIVATE KEY', 'LAST SEARCH', 'STATE'];
const LEDGER_HEADS = ['AT', 'POOL', 'CREDITS', 'WHY', 'JOB'];
const MAX_LISTED_CHANGES = 20;

type PoolOptions = { basic?: string; pro?: string; privateKey?: string; json?: boolean };
type AllowanceOptions = PoolOptions & { credits?: string; monthly?: string; unlimited?: boolean };
type Admin = Awaited<ReturnType<OperatorFeatures['admin']>>;
type AccountWithSecrets = Awaited<ReturnType<Admin['rotate']>>;
type Account = AccountWithSecrets['account'];
type Allowances = Parameters<Admin['create']>[1];
type Allowance = NonNullable<Allowances[Pool]>;

/** `paperqueue account ...`: the accounts of `paperqueue serve`. */
export const accountCommand: CliCommand = {
  examples: [
    'paperqueue account create alice --monthly 100',
    'paperqueue account create bob --basic unlimited --pro 20/month',
    'paperqueue account list',
  ],
  add: addAccountCommand,
};

function addAccountCommand(program: Command, context: CommandContext): void {
  const command = program.command('account').description('accounts of the service that `paperqueue serve` runs');
  const admin = () => context.app().admin();
  const print = (options: { json?: boolean }, { account, ...secrets }: AccountWithSecrets) => {
    const secretTexts = { token: secrets.token?.reveal(), callbackSecret: secrets.callbackSecret?.reveal() };
    const lines = Object.entries(secretTexts).flatMap(([name, text]) =>
      text === undefined ? [] : [`${LABELS[name]}: ${text}`],
    );
    const once = lines.length > 0 ? ['', ...lines, SHOWN_ONCE] : [];
    return writeResult(
      context.io,
      options.json,
      { ...account, ...secretTexts },
      [formatAccounts(context, [account]), ...describeSpending(account), ...once].join('\n'),
    );
  };

  withAllowances(
    command.command('create').description('make an account; its token is shown only once').argument('<name>'),
  ).action(async (name: string, options: AllowanceOptions) => {
    await print(options, await (await admin()).create(name, readAllowances(options)));
  });
  withAllowances(
    command
      .command('allow')
      .description('set what an account may spend from now on; what is left of it lapses')
      .argument('<name>'),
  ).action(async (name: string, options: AllowanceOptions) => {
    const allowances = readAllowances(options);
    if (Object.keys(allowances).length === 0)
      throw new UsageError(
        'say what it may spend: --credits, --monthly, --unlimited, or --basic, --pro, --private-key',
      );
    await print(options, { account: await (await admin()).allow(name, allowances) });
  });
  command
    .command('list')
    .description('all accounts with their balances')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => {
      const accounts = await (await admin()).list();
      const text = accounts.length > 0 ? formatAccounts(context, accounts) : NO_ACCOUNTS;
      await writeResult(context.io, options.json, { accounts }, text);
    });
  command
    .command('show')
    .description('an account, and the latest changes of its credits')
    .argument('<name>')
    .option('--json', 'as JSON')
    .action(async (name: string, options: { json?: boolean }) => {
      const { account, ledger } = await (await admin()).show(name, MAX_LISTED_CHANGES);
      const rows = ledger.map(({ at, pool, kind, credits, job }) => [
        ...[localTime(at), WORDS[pool], `${kind === 'grant' || kind === 'refund' ? '+' : '-'}${credits}`],
        ...[CHANGES[kind], job],
      ]);
      const changes = rows.length > 0 ? ['', formatColumns(LEDGER_HEADS, rows, tableStyle(context))] : [];
      const text = [formatAccounts(context, [account]), ...describeSpending(account), ...changes].join('\n');
      await writeResult(context.io, options.json, { account, ledger }, text);
    });
  withPools(command.command('topup').description('add credits to an account').argument('<name>'), 'credits').action(
    async (name: string, options: PoolOptions) => {
      const credits = readPools(options, readCredits);
      if (Object.keys(credits).length === 0)
        throw new UsageError('name the credits to add: --basic, --pro, --private-key');
      await print(options, { account: await (await admin()).topUp(name, credits) });
    },
  );
  command
    .command('rotate')
    .description('a new token (the old ones end at once), or a new callback secret (the old one signs for another day)')
    .argument('<name>')
    .option('--callback-secret', 'the secret that callbacks are signed with, instead of the token')
    .option('--json', 'as JSON')
    .action(async (name: string, options: { callbackSecret?: boolean; json?: boolean }) => {
      await print(options, await (await admin()).rotate(name, options.callbackSecret ? 'callback-secret' : 'token'));
    });
  command
    .command('admin-token')
    .description("a token for the administrator's page of `paperqueue serve` (/admin); an earlier one ends at once")
    .option('--end', 'end it: then there is no page')
    .option('--json', 'as JSON')
    .action(async (options: { end?: boolean; json?: boolean }) => {
      if (options.end) {
        await (await admin()).endAdminToken();
        await writeResult(
          context.io,
          options.json,
          { token: null },
          "The token has ended: there is no administrator's page.",
        );
        return;
      }
      const token = (await (await admin()).adminToken()).reveal();
      await writeResult(context.io, options.json, { token }, [`Token: ${token}`, SHOWN_ONCE, ADMIN_PAGE].join('\n'));
    });
  command
    .command('revoke')
    .description('close an account: its tokens end, its jobs stay')
    .argument('<name>')
    .option('--json', 'as JSON')
    .action(async (name: string, options: { json?: boolean }) =>
      print(options, { account: await (await admin()).revoke(name) }),
    );
}

function withAllowances(command: Command): Command {
  const general = command
    .option('--credits <credits>', 'so many credits of each pool, once')
    .option('--monthly <credits>', 'so many of each pool in each calendar month (UTC); what is left of a month lapses')
    .option('--unlimited', 'no limit in any pool');
  return withPools(general, 'amount');
}

/** Values of `amount` also include `20/month` and `unlimited`. */
function withPools(command: Command, value: 'amount' | 'credits'): Command {
  const forms = value === 'amount' ? ': 100, 100/month or unlimited' : '';
  return command
    .option(`--basic <${value}>`, `the Basic pool, which pays searches${forms}`)
    .option(`--pro <${value}>`, 'the Pro pool, which pays searches that fill in missing fields')
    .option(`--private-key <${value}>`, 'the Private Key pool, which pays searches with a scraper key of the member')
    .option('--json', 'as JSON');
}

function readAllowances({ credits, monthly, unlimited, ...options }: AllowanceOptions): Allowances {
  const allowances = [
    ...(credits === undefined ? [] : [readCredits('credits', credits)]),
    ...(monthly === undefined ? [] : [{ monthly: readCredits('monthly', monthly) }]),
    ...(unlimited ? ['unlimited' as const] : []),
  ];
  if (allowances.length > 1) throw new UsageError('give one of --credits, --monthly, --unlimited');
  const perPool = allowances.flatMap((allowance) => POOLS.map((pool) => [pool, allowance] as const));
  return { ...Object.fromEntries(perPool), ...readPools(options, readAllowance) };
}

function readPools<Amount>(
  { basic, pro, privateKey }: PoolOptions,
  read: (flag: string, text: string) => Amount,
): Partial<Record<Pool, Amount>> {
  const amounts = Object.entries({ basic, pro, privateKey }).filter(([, text]) => text !== undefined);
  const flag = (pool: string) => (pool === 'privateKey' ? 'private-key' : pool);
  return Object.fromEntries(amounts.map(([pool, text]) => [pool, read(flag(pool), text as string)]));
}

function readAllowance(flag: string, text: string): Allowance {
  if (text === 'unlimited') return text;
  const [, monthly] = /^(\d{1,9})\/month$/.exec(text) ?? [];
  if (monthly !== undefined) return { monthly: Number(monthly) };
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--${flag}: a whole number, as in 100; 100/month; or unlimited; got ${text}`);
}

function readCredits(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${flag}: a whole number, got ${text}`);
  return Number(text);
}

const NO_ACCOUNTS = 'No accounts yet. Make one: paperqueue account create NAME --monthly 100';
const SHOWN_ONCE = 'This token is shown only once. Copy it now.';
const ADMIN_PAGE = `
Open /admin at the address of the service; the browser asks for a name (any) and a password (the token).
The page shows accounts, jobs, failures and workers. It shows no search and no paper, and changes nothing.`;
const LABELS: Record<string, string> = { token: 'Token', callbackSecret: 'Callback secret' };

const WORDS: Record<Pool, string> = { basic: 'basic', pro: 'pro', privateKey: 'private key' };
const CHANGES: Record<string, string> = { grant: 'granted', lapse: 'lapsed', charge: 'search', refund: 'refunded' };

function tableStyle({ io, machine }: CommandContext) {
  return chooseStyle(io.stdout, machine.environment);
}

function formatAccounts(context: CommandContext, accounts: readonly Account[]): string {
  const rows = accounts.map(({ name, balances, monthly, usedAt, revokedAt }) => [
    ...[name, ...POOLS.map((pool) => describeAmount(balances[pool], monthly[pool]))],
    usedAt === null ? 'never' : localTime(usedAt),
    revokedAt === null ? 'open' : `revoked ${localTime(revokedAt)}`,
  ]);
  const renewsAt = accounts.map((account) => account.renewsAt).find((moment) => moment !== null);
  const monthly = renewsAt ? [`"of": credits of a month; the next begins on ${renewsAt.slice(0, 10)} (UTC)`] : [];
  return [formatColumns(HEADS, rows, tableStyle(context)), ...monthly].join('\n');
}

function describeAmount(balance: number | null, monthly: number | null): string {
  if (balance === null) return 'no limit';
  return monthly === null ? String(balance) : `${balance} of ${monthly}`;
}

/** The amount that an account can spend now and, if it is zero, how to change that. */
function describeSpending({ name, balances, monthly, renewsAt, revokedAt }: Account): string[] {
  if (revokedAt !== null) return [];
  const pays: Record<Pool, string> = {
    basic: 'searches',
    pro: 'searches that fill in missing fields',
    privateKey: 'searches with a scraper key',
  };
  const able = POOLS.filter((pool) => balances[pool] !== 0);
  const lines = able.map((pool) => {
    const balance = balances[pool];
    const amount = balance === null ? 'no limit' : counted(balance, 'credit');
    const renewal = monthly[pool] === null ? '' : `; ${monthly[pool]} again with the next month, what is left lapses`;
    return `  ${pays[pool]}: ${amount}${renewal}`;
  });
  if (lines.length > 0) return ['', `${name} can spend, 1 credit for 100 results:`, ...lines];
  const wait = renewsAt === null ? '' : ` before ${renewsAt.slice(0, 10)} (UTC)`;
  return [
    '',
    `${name} can spend nothing${wait}. Add credits: paperqueue account topup ${name} --basic 100`,
    `or let it search by the month, or without a limit: paperqueue account allow ${name} --monthly 100 (or --unlimited)`,
  ];
}
