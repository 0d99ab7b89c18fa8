import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, serveUiHere, takeTurn } from '../faces/ui/visit.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { createAccount, Served } from '../helpers/served.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

type Answer = {
  review: { ref: string; records: number };
  accepted: number;
  refused: { ref: string; code: string; why: string }[];
  next: { ref: string; title: string }[];
  progress: { own: number; include: number; conflicts: number; open: number }[];
  notes?: string[];
};

/** A lab's service, and members with a machine each. */
let served: Served;
const machines = new Map<string, Record<string, string>>();
const assistants: ServerHere[] = [];

const dataDir = libraryFolder();
/** A slow machine asks more often whether a search is done. */
const start = (...args: string[]) => Served.start({ dataDir, args: ['--requests-per-minute', '600', ...args] });
const startAgain = () => start('--port', new URL(served.address).port);

beforeAll(async () => {
  served = await start();
  for (const name of ['ana', 'ben', 'cleo']) {
    const { token } = await createAccount(dataDir, name, { basic: 100 });
    machines.set(name, {
      PAPERQUEUE_DATA_DIR: temporaryFolder(),
      PAPERQUEUE_BASE_URL: served.address,
      PAPERQUEUE_TOKEN: token,
      PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
    });
  }
});

afterAll(async () => {
  for (const assistant of assistants) await assistant.end();
  await served.end();
});

const settingsOf = (name: string) => machines.get(name) as Record<string, string>;

async function run(name: string, ...args: string[]) {
  const { code, stdout, stderr } = await runHere(args, settingsOf(name));
  expect(stdout + stderr).not.toContain(settingsOf(name).PAPERQUEUE_TOKEN);
  return { code, stdout, stderr };
}

/** What a command of `review` prints as JSON. */
async function review(name: string, ...args: string[]) {
  const { code, stdout, stderr } = await run(name, 'review', ...args, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const CRITERIA = ['--include', 'neural networks', '--exclude', 'no experiment'];
const NEW = ['new', '--question', 'Do deep networks learn?', '--jobs', 'J1', ...CRITERIA, '--readers', '2', '--blind'];

describe('a review that a lab keeps', () => {
  it('is made at the service, its records under names that are the same for all, and once', async () => {
    expect((await run('ana', 'search', '-k', 'learning', '-k', 'networks', '--limit', '100')).code).toBe(0);
    const begun = await review('ana', ...NEW);
    expect(begun).toMatchObject({ ref: 'L1', place: 'lab' });
    expect(begun.records).toBeGreaterThan(5);
    expect(await review('ana', ...NEW)).toMatchObject({ ref: 'L1' });
    const next = (await review('ana', 'next', 'L1', '--count', '5')) as Answer;
    for (const { ref } of next.next) expect(ref).toMatch(/^L1-\d+$/);
    const { stdout } = await run('ana', 'review', ...NEW);
    expect(stdout).toContain("Kept by the lab's service. Share it: paperqueue review share L1 --with NAME");
  });

  it('is on this machine where that is asked for, and the list has both', async () => {
    expect(await review('ana', ...NEW, '--here')).toMatchObject({ ref: 'R1', place: 'here' });
    const { reviews } = await review('ana', 'list');
    expect(reviews.map(({ ref, place }: { ref: string; place: string }) => [ref, place])).toEqual([
      ['R1', 'here'],
      ['L1', 'lab'],
    ]);
  });

  it('is nothing that another member sees, before an invitation is accepted', async () => {
    for (const name of ['ben', 'cleo']) {
      expect(await review(name, 'list')).toEqual({ reviews: [], unreadable: [], invitations: [] });
      for (const args of [
        ['show', 'L1'],
        ['audit', 'L1'],
        ['members', 'L1'],
        ['join', 'L1'],
        ['next', 'L1'],
        ['leave', 'L1'],
      ]) {
        const { code, stdout, stderr } = await run(name, 'review', ...args);
        expect([args, code, stdout]).toEqual([args, 1, '']);
        expect(stderr).toMatch(/You are not a member of a review .?L1/);
        expect(stderr).not.toContain('networks');
      }
    }
    expect(await review('ana', 'share', 'L1', '--with', 'ben')).toMatchObject({ name: 'ben', isInvited: true });
    const nobody = await run('ana', 'review', 'share', 'L1', '--with', 'nobody');
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('--with: the name of an account')]);
    const { invitations, reviews } = await review('ben', 'list');
    expect([invitations, reviews]).toEqual([[{ ref: 'L1', owner: 'ana', question: 'Do deep networks learn?' }], []]);
    expect((await run('ben', 'review', 'list')).stdout).toContain('ana invites you to L1');
    expect((await run('ben', 'review', 'show', 'L1')).code).toBe(1);
    expect(await review('ben', 'join', 'l1')).toEqual({ joined: 'L1' });
    const { members } = await review('ben', 'members', 'L1');
    expect(members).toMatchObject([
      { name: 'ana', role: 'owner', isInvited: false },
      { name: 'ben', role: 'reader', isInvited: false },
    ]);
  });

  it('is read by two who do not see each other, whose conflict is settled, and has one flow', async () => {
    const readAll = async (name: string, decide: (index: number) => string) => {
      const refs: string[] = [];
      for (;;) {
        const { next } = (await review(name, 'next', 'L1', '--count', '20', '--stage', 'title-abstract')) as Answer;
        const open = next.filter(({ ref }) => !refs.includes(ref));
        if (open.length === 0) return refs;
        for (const { ref } of open) {
          const decision = decide(Number(ref.slice(3)));
          const reason = decision === 'exclude' ? ['--reason', 'C2'] : [];
          await review(name, 'decide', 'L1', ref, decision, ...reason);
          refs.push(ref);
        }
      }
    };
    const read = await Promise.all([
      readAll('ana', (n) => (n % 4 === 0 ? 'include' : 'exclude')),
      readAll('ben', (n) => (n % 4 === 0 && n !== 4 ? 'include' : 'exclude')),
    ]);
    const { records } = await review('ana', 'show', 'L1');
    expect(read.map((refs) => new Set(refs).size)).toEqual([records, records]);
    const { conflicts } = await review('ben', 'conflicts', 'L1');
    expect(conflicts).toMatchObject([{ ref: 'L1-4' }]);
    expect(conflicts[0].readings.map(({ name }: { name: string }) => name).sort()).toEqual(['ana', 'ben']);
    expect((await review('ana', 'conflicts', 'L1', 'L1-4', 'include')).conflicts).toEqual([]);
    const flows = await Promise.all(
      ['ana', 'ben'].map(async (name) => (await run(name, 'review', 'export', 'L1', '--format', 'prisma-csv')).stdout),
    );
    expect(flows[0]).toBe(flows[1]);
    expect(flows[0]).toContain(String(records));
    const { events } = await review('ben', 'audit', 'L1');
    const decided = events.filter(({ what }: { what: string }) => what === 'decide');
    expect(decided).toHaveLength(2 * records);
    expect(
      new Set(decided.map(({ who, ref }: { who: { name: string }; ref: string }) => `${who.name} ${ref}`)).size,
    ).toBe(2 * records);
  });

  it('takes from a member nothing in the name of another, and from a reader nothing that sets it up', async () => {
    const asAna = await run('ben', 'review', 'decide', 'L1', 'L1-1', 'include', '--as', 'ana');
    expect([asAna.code, asAna.stderr]).toEqual([2, expect.stringContaining('which is ben in reviews of the lab')]);
    await run('ben', 'search', '-k', 'vision', '-k', 'image', '--limit', '100');
    const added = await run('ben', 'review', 'add', 'L1', 'J1');
    expect([added.code, added.stderr]).toEqual([2, expect.stringContaining('Only the owner of the review')]);
    expect((await run('ben', 'review', 'share', 'L1', '--with', 'cleo')).code).toBe(2);
  });

  it('is screened by the assistants of two members as two readers', async () => {
    const begun = await review(
      'ana',
      'new',
      '--question',
      'Which?',
      '--jobs',
      'J1',
      '--include',
      'a',
      '--assistant',
      'second',
    );
    const { ref } = begun;
    await review('ana', 'share', ref, '--with', 'ben');
    await review('ben', 'join', ref);
    const screen = async (name: string, args: object): Promise<Answer> => {
      const server = new ServerHere(settingsOf(name));
      assistants.push(server);
      await server.initialize();
      const { isError, json } = await server.call(7, 'screen_papers', { review: ref, as: 'model', ...args });
      expect(isError, JSON.stringify(json)).toBe(false);
      return json as Answer;
    };
    const first = await screen('ana', { next: 3 });
    expect(first.notes?.join(' ')).toContain(`${ref} is kept by the lab's service, where you are ana.`);
    const other = await screen('ben', { next: 3 });
    // One reader decides here: what is shown to one is kept from the other.
    expect(other.next.filter(({ ref }) => first.next.some((each) => each.ref === ref))).toEqual([]);
    await screen('ana', { decisions: [{ ref: first.next[0]?.ref, decision: 'include' }], next: 0 });
    const { events } = await review('ben', 'audit', ref);
    expect(events.at(-1)).toMatchObject({
      what: 'decide',
      who: { kind: 'assistant', name: 'ana/model', model: 'model' },
    });
  });

  it('does not keep the reviews of a machine from being listed where the lab does not answer', async () => {
    const settings = { ...settingsOf('ana'), PAPERQUEUE_BASE_URL: served.address };
    await served.end('SIGKILL');
    const { code, stdout, stderr } = await runHere(['review', 'list'], settings);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^R1 /m)]);
    expect(stderr).toContain('did not answer');
    served = await startAgain();
  });

  it('is not there any more for who is removed, and what that member decided stays', async () => {
    await review('ana', 'share', 'L1', '--revoke', 'ben');
    expect((await run('ben', 'review', 'show', 'L1')).code).toBe(1);
    const { events } = await review('ana', 'audit', 'L1');
    expect(events.some(({ who }: { who: { name: string } }) => who.name === 'ben')).toBe(true);
  });

  it('chooses papers of the jobs that it took by what it decided, as one of this machine does', async () => {
    const search = async (...words: string[]) => {
      const { code, stdout, stderr } = await run('cleo', 'search', ...words.flatMap((word) => ['-k', word]), '--json');
      if (code !== 0) throw new Error(stderr);
      return (JSON.parse(stdout) as { papers: unknown[] }).papers.length;
    };
    const [first] = [await search('learning'), await search('networks')];
    const { ref } = await review('cleo', ...NEW.slice(0, 3), '--jobs', 'J1', '--include', 'neural networks');
    await review('cleo', 'add', ref, 'J2');
    // The papers of the second job have the numbers after those of the first.
    await review('cleo', 'decide', ref, `${ref}-1`, 'include');
    await review('cleo', 'decide', ref, `${ref}-${first + 1}`, 'include');
    const chosen = async (job: string, decision: string) => {
      const { stdout } = await run('cleo', 'job', job, '--where', `decision=${decision}`, '--all', '--json');
      return (JSON.parse(stdout) as { papers: { ref: string }[] }).papers.map((paper) => paper.ref);
    };
    expect(await chosen('J1', 'include')).toContain('J1-1');
    expect(await chosen('J2', 'include')).toContain('J2-1');
    expect(await chosen('J1', 'none')).not.toContain('J1-1');
    const { stdout } = await run('cleo', 'export', 'J1', '--where', 'decision=include', '--format', 'jsonl');
    expect(stdout).toContain('"decision":"include"');
    await served.end('SIGKILL');
    const { code, stderr } = await run('cleo', 'job', 'J1', '--where', 'decision=include');
    expect([code, stderr]).toEqual([1, expect.stringContaining('did not answer')]);
    served = await startAgain();
  });

  it('is screened in the page, as the member', async () => {
    const { reviews } = await review('cleo', 'list');
    const { ref } = reviews.at(-1) as { ref: string };
    const ui = await serveUiHere(settingsOf('cleo'));
    const visitor = await enter(ui.address);
    expect((await visitor.get('/')).text).toContain(`/review/${ref}"`);
    const { status, text } = await visitor.get(`/review/${ref}`);
    const shown = new RegExp(`data-ref="(${ref}-\\d+)"`).exec(text)?.[1];
    expect([status, shown]).toEqual([200, expect.any(String)]);
    const decided = { decisions: [{ ref: shown, decision: 'exclude', reasons: [] }], next: 1 };
    expect(await takeTurn(visitor, `/review/${ref}`, decided)).toMatchObject({ status: 200, json: { refused: [] } });
    expect((await visitor.get(`/review/${ref}`)).text).not.toContain(`data-ref="${shown}"`);
    await ui.end();
    const { events } = await review('cleo', 'audit', ref);
    expect(events).toContainEqual(
      expect.objectContaining({ what: 'decide', ref: shown, who: { kind: 'human', name: 'cleo' } }),
    );
  });
});
