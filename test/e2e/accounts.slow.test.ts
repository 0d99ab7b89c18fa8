import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rawRequest } from '../helpers/raw-http.ts';
import { type Outcome, runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { Served } from '../helpers/served.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The command as its operator types it, over one data folder. */
function openShell(dataDir = temporaryFolder(), runner: typeof runCommand | typeof runHere = runHere) {
  const run = (...args: string[]): Promise<Outcome> => runner(['account', ...args], { PAPERQUEUE_DATA_DIR: dataDir });
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json');
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  return { dataDir, run, json };
}

const TOKEN = /^pq_[\w-]{43}$/;
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const MADE = {
  id: expect.any(Number),
  monthly: { basic: null, pro: null, privateKey: null },
  renewsAt: null,
  createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  usedAt: null,
  revokedAt: null,
};

describe('paperqueue account create', () => {
  it('makes an account with these credits and shows its secrets, as JSON', async () => {
    const { json } = openShell(temporaryFolder(), runCommand);
    expect(await json('create', 'ada', '--basic', '100', '--pro', '20', '--private-key', '3')).toEqual({
      ...MADE,
      name: 'ada',
      balances: { basic: 100, pro: 20, privateKey: 3 },
      token: expect.stringMatching(TOKEN),
      callbackSecret: expect.stringMatching(SECRET),
    });
  });

  it('gives no credits where none are said, and tells the same in words', async () => {
    const { run } = openShell();
    const { code, stdout } = await run('create', 'ben');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^NAME +BASIC +PRO +PRIVATE KEY +LAST SEARCH +STATE$/m);
    expect(stdout).toMatch(/^ben +0 +0 +0 +.* open$/m);
    expect(stdout).toMatch(/^Token: pq_[\w-]{43}$/m);
    expect(stdout).toMatch(/^Callback secret: whsec_/m);
  });

  it('keeps its files to the operator, and the token in none of them', async () => {
    const { dataDir, json } = openShell();
    const { token } = await json('create', 'ada');
    const names = readdirSync(dataDir);
    expect(names).toContain('serve.sqlite');
    for (const name of names) {
      expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);
      expect(readFileSync(join(dataDir, name), 'latin1')).not.toContain(token);
    }
  });

  it('refuses other names in words, and makes nothing', async () => {
    const { run, json } = openShell();
    const names = ['', ' ', 'two words', '-dash', '.dot', '@at', 'a/b', '../up', 'z\u00fcrich', 'a'.repeat(65), 'a\nb'];
    for (const name of names) {
      const { code, stdout, stderr } = await run('create', '--json', '--', name);
      expect([name, code, stdout]).toEqual([name, 1, '']);
      expect(stderr).toMatch(/name .*letters, digits/);
    }
    expect(await json('list')).toEqual({ accounts: [] });
  });

  it('takes names of letters, digits, dots, hyphens, underscores and @', async () => {
    const { json } = openShell();
    const names = ['a', 'A1', 'ada.lovelace', 'ada_l-2', 'ada@lab.example', 'a'.repeat(64)];
    for (const name of names) await json('create', name);
    const { accounts } = await json('list');
    expect((accounts as { name: string }[]).map(({ name }) => name)).toEqual(names);
  });

  it('refuses a name that is taken, and leaves the first as it was', async () => {
    const { run, json } = openShell();
    await json('create', 'ada', '--basic', '5');
    const { code, stdout, stderr } = await run('create', 'ada', '--basic', '7', '--json');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('there is an account ada already; rotate its token for a new one');
    const { accounts } = await json('list');
    expect(accounts).toMatchObject([{ name: 'ada', balances: { basic: 5 } }]);
  });

  it('asks for another name where that of a revoked account is given', async () => {
    const { run, json } = openShell();
    await json('create', 'ada');
    await json('revoke', 'ada');
    const { code, stderr } = await run('create', 'ada');
    expect(code).toBe(1);
    expect(stderr).toMatch(/account ada was revoked at \d{4}.*: its name stays taken, choose another/);
  });

  it('refuses other amounts with exit code 2 and the flag named, and makes nothing', async () => {
    const { run, json } = openShell();
    const wrong = [
      ...['--basic=1.5', '--basic=-1', '--basic=1e3', '--basic= 5', '--pro=many', '--pro='],
      ...['--private-key=0x10', '--private-key=1000000000'],
    ];
    for (const flag of wrong) {
      const { code, stdout, stderr } = await run('create', 'ada', flag, '--json');
      expect([flag, code, stdout]).toEqual([flag, 2, '']);
      expect(stderr).toContain(flag.split('=')[0]);
    }
    expect(await json('list')).toEqual({ accounts: [] });
  });

  it('without a name, and with a flag nobody knows, is a usage error', async () => {
    const { run } = openShell();
    expect((await run('create')).code).toBe(2);
    expect((await run('create', 'ada', '--gold', '5')).code).toBe(2);
    expect((await run('create', 'ada', 'ben')).code).toBe(2);
    expect((await run('rename', 'ada')).code).toBe(2);
  });
});

describe('paperqueue account list', () => {
  it('tells all accounts in the order they were made, without a secret', async () => {
    const { run, json } = openShell();
    expect((await run('list')).stdout).toBe(
      'No accounts yet. Make one: paperqueue account create NAME --monthly 100\n',
    );
    const made = [await json('create', 'zoe', '--basic', '1'), await json('create', 'ada', '--pro', '2')];
    await json('revoke', 'zoe');
    const { accounts } = await json('list');
    expect(accounts).toEqual([
      { ...MADE, name: 'zoe', balances: { basic: 1, pro: 0, privateKey: 0 }, revokedAt: expect.any(String) },
      { ...MADE, name: 'ada', balances: { basic: 0, pro: 2, privateKey: 0 } },
    ]);
    const { stdout } = await run('list');
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['NAME', 'BASIC', 'PRO', 'PRIVATE KEY', 'LAST SEARCH', 'STATE'],
      ['zoe', '1', '0', '0', 'never', expect.stringMatching(/^revoked \d{4}-\d\d-\d\d \d\d:\d\d$/)],
      ['ada', '0', '2', '0', 'never', 'open'],
      [''],
    ]);
    for (const { token, callbackSecret } of made) {
      for (const text of [stdout, JSON.stringify(accounts)]) {
        expect(text).not.toContain(token);
        expect(text).not.toContain(callbackSecret);
      }
    }
  });
});

describe('paperqueue account topup, rotate and revoke', () => {
  it('topup adds to what is there, pool by pool, and shows no secret', async () => {
    const { run, json } = openShell();
    await json('create', 'ada', '--basic', '1', '--pro', '2');
    expect(await json('topup', 'ada', '--basic', '10', '--private-key', '5')).toEqual({
      ...MADE,
      name: 'ada',
      balances: { basic: 11, pro: 2, privateKey: 5 },
    });
    const { stdout } = await run('topup', 'ada', '--pro', '1');
    expect(stdout).toMatch(/^ada +11 +3 +5 /m);
    expect(stdout).not.toMatch(/pq_|whsec_/);
  });

  it.each([
    ['topup', ['--basic', '5']],
    ['rotate', []],
    ['rotate', ['--callback-secret']],
    ['revoke', []],
  ])('%s %j of nobody, and of an account that was revoked, is refused in words', async (command, flags) => {
    const { run, json } = openShell();
    const unknown = await run(command, 'nobody', ...flags, '--json');
    expect([unknown.code, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toContain('there is no account nobody');
    await json('create', 'ada', '--basic', '1');
    await json('revoke', 'ada');
    const revoked = await run(command, 'ada', ...flags, '--json');
    expect([revoked.code, revoked.stdout]).toEqual([1, '']);
    expect(revoked.stderr).toMatch(/account ada was revoked at \d{4}/);
    expect((await json('list')).accounts).toMatchObject([{ balances: { basic: 1 } }]);
  });

  it.each(['-5', '1.5', 'many'])('topup refuses the amount %s with exit code 2', async (amount) => {
    const { run, json } = openShell();
    await json('create', 'ada', '--basic', '1');
    const { code, stderr } = await run('topup', 'ada', `--basic=${amount}`);
    expect(code).toBe(2);
    expect(stderr).toContain('--basic');
    expect((await json('list')).accounts).toMatchObject([{ balances: { basic: 1 } }]);
  });

  it('rotate --callback-secret gives a new secret and no token', async () => {
    const { json } = openShell();
    const made = await json('create', 'ada');
    const { token, callbackSecret } = await json('rotate', 'ada', '--callback-secret');
    expect(token).toBeUndefined();
    expect(callbackSecret).toMatch(SECRET);
    expect(callbackSecret).not.toBe(made.callbackSecret);
  });

  it('take effect at once on a service that is running', async () => {
    const { dataDir, json } = openShell();
    const served = await Served.start({ dataDir, args: ['--requests-per-minute', '1000'] });
    try {
      const credits = async (token: string) => {
        const headers = { Authorization: `Bearer ${token}` };
        const { status, text } = await rawRequest(served.address, { path: '/v1/user/getCredits', headers });
        return status === 200 ? (JSON.parse(text).basicCreditsBalance as number) : status;
      };
      const { token } = await json('create', 'ada', '--basic', '5');
      const { token: his } = await json('create', 'ben', '--basic', '7');
      expect([await credits(token), await credits(his)]).toEqual([5, 7]);
      await json('topup', 'ada', '--basic', '10');
      expect(await credits(token)).toBe(15);
      const { token: renewed } = await json('rotate', 'ada');
      expect(renewed).toMatch(TOKEN);
      expect([await credits(token), await credits(renewed)]).toEqual([401, 15]);
      await json('revoke', 'ada');
      expect([await credits(renewed), await credits(his)]).toEqual([401, 7]);
    } finally {
      await served.end();
    }
  });
});
