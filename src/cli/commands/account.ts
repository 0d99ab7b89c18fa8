import type { Command } from 'commander';
import type { App } from '../../compose.ts';
import { POOLS } from '../../contract/credits.ts';
import { type CliCommand, type CommandContext, UsageError } from '../io.ts';
import { writeResult } from '../output.ts';
import { localTime } from '../print/answer-lines.ts';
import { chooseStyle } from '../print/terminal.ts';
import { formatColumns } from '../print/text-columns.ts';

const HEADS = ['NAME', 'BASIC', 'PRO', 'PRIVATE KEY', 'MADE', 'STATE'];

type CreditOptions = { basic?: string; pro?: string; privateKey?: string; json?: boolean };
type Admin = Awaited<ReturnType<App['admin']>>;
type AccountWithSecrets = Awaited<ReturnType<Admin['rotate']>>;
type Account = AccountWithSecrets['account'];
type Credits = Partial<Record<'basic' | 'pro' | 'privateKey', number>>;

/** `paperqueue account ...`: the accounts of `paperqueue serve`. */
export const accountCommand: CliCommand = {
  examples: ['paperqueue account create alice --basic 100 --pro 20', 'paperqueue account list'],
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
      [tableOf(context, [account]), ...once].join('\n'),
    );
  };

  withCredits(
    command.command('create').description('make an account; its token is shown this once').argument('<name>'),
  ).action(async (name: string, options: CreditOptions) => {
    await print(options, await (await admin()).create(name, readCredits(options)));
  });
  command
    .command('list')
    .description('all accounts with their balances')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => {
      const accounts = await (await admin()).list();
      const text = accounts.length > 0 ? tableOf(context, accounts) : NO_ACCOUNTS;
      await writeResult(context.io, options.json, { accounts }, text);
    });
  withCredits(command.command('topup').description('add credits to an account').argument('<name>')).action(
    async (name: string, options: CreditOptions) => {
      const credits = readCredits(options);
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
    .command('revoke')
    .description('close an account: its tokens end, its jobs stay')
    .argument('<name>')
    .option('--json', 'as JSON')
    .action(async (name: string, options: { json?: boolean }) =>
      print(options, { account: await (await admin()).revoke(name) }),
    );
}

function withCredits(command: Command): Command {
  return command
    .option('--basic <credits>', 'credits of the Basic pool')
    .option('--pro <credits>', 'credits of the Pro pool')
    .option('--private-key <credits>', 'credits of the Private Key pool')
    .option('--json', 'as JSON');
}

function readCredits({ basic, pro, privateKey }: CreditOptions): Credits {
  const amounts = Object.entries({ basic, pro, privateKey }).filter(([, text]) => text !== undefined);
  return Object.fromEntries(amounts.map(([pool, text]) => [pool, readAmount(pool, text as string)]));
}

function readAmount(pool: string, text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`--${pool === 'privateKey' ? 'private-key' : pool}: a whole number, got ${text}`);
  return Number(text);
}

const NO_ACCOUNTS = 'No accounts yet. Make one: paperqueue account create NAME --basic 100';
const SHOWN_ONCE = 'Shown this once: pass it on now.';
const LABELS: Record<string, string> = { token: 'Token', callbackSecret: 'Callback secret' };

function tableOf({ io, machine }: CommandContext, accounts: readonly Account[]): string {
  const rows = accounts.map(({ name, balances, createdAt, revokedAt }) => [
    ...[name, ...POOLS.map((pool) => balances[pool] ?? 'no limit'), localTime(createdAt)],
    revokedAt === null ? 'open' : `revoked ${localTime(revokedAt)}`,
  ]);
  return formatColumns(HEADS, rows, chooseStyle(io.stdout, machine.environment));
}
