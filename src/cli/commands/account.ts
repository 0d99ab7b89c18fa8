import type { Command } from 'commander';
import { type CommandContext, UsageError } from '../io.ts';
import { writeResult } from '../output.ts';

type CreditOptions = { basic?: string; pro?: string; privateKey?: string; json?: boolean };
type Credits = Partial<Record<'basic' | 'pro' | 'privateKey', number>>;

/** `paperqueue account ...`: the accounts of `paperqueue serve`. */
export function addAccountCommand(program: Command, context: CommandContext): void {
  const account = program.command('account').description('accounts of the service that `paperqueue serve` runs');
  const admin = () => context.app().admin();
  const print = (options: { json?: boolean }, fields: object) =>
    writeResult(context.io, options.json, fields, describe(fields));

  withCredits(
    account.command('create').description('make an account; its token is shown this once').argument('<name>'),
  ).action(async (name: string, options: CreditOptions) => {
    const { account: created, token, callbackSecret } = await (await admin()).create(name, readCredits(options));
    await print(options, { ...created, token: token?.reveal(), callbackSecret: callbackSecret?.reveal() });
  });
  account
    .command('list')
    .description('all accounts with their balances')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => {
      const accounts = await (await admin()).list();
      const table = accounts.map(({ name, balances, revokedAt }) => {
        const pools = Object.entries(balances).map(([pool, amount]) => `${pool} ${amount ?? 'no limit'}`);
        return [name.padEnd(24), ...pools, ...(revokedAt ? ['revoked'] : [])].join('  ').trimEnd();
      });
      await writeResult(context.io, options.json, { accounts }, table.join('\n') || 'no accounts');
    });
  withCredits(account.command('topup').description('add credits to an account').argument('<name>')).action(
    async (name: string, options: CreditOptions) =>
      print(options, await (await admin()).topUp(name, readCredits(options))),
  );
  account
    .command('rotate')
    .description('a new token (the old ones end at once), or a new callback secret (the old one signs for another day)')
    .argument('<name>')
    .option('--callback-secret', 'the secret that callbacks are signed with, instead of the token')
    .option('--json', 'as JSON')
    .action(async (name: string, options: { callbackSecret?: boolean; json?: boolean }) => {
      const rotated = await (await admin()).rotate(name, options.callbackSecret ? 'callback-secret' : 'token');
      const { account: changed, token, callbackSecret } = rotated;
      await print(options, { ...changed, token: token?.reveal(), callbackSecret: callbackSecret?.reveal() });
    });
  account
    .command('revoke')
    .description('close an account: its tokens end, its jobs stay')
    .argument('<name>')
    .option('--json', 'as JSON')
    .action(async (name: string, options: { json?: boolean }) => print(options, await (await admin()).revoke(name)));
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

function describe(fields: object): string {
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  return lines.join('\n');
}
