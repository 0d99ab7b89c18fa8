import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILT, environment } from '../helpers/built-server.ts';
import { runCommand } from '../helpers/run-command.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Completion as bash runs it: keys on a terminal, the built command, and a data folder with jobs and a library. */

const hasTerminal = spawnSync('script', ['--version']).status === 0 && spawnSync('bash', ['--version']).status === 0;

const folder = temporaryFolder();
const settings = { PAPERQUEUE_DATA_DIR: join(folder, 'data') };

beforeAll(async () => {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/paperqueue'), `#!/bin/sh\nexec '${process.execPath}' '${BUILT}' "$@"\n`);
  chmodSync(join(folder, 'bin/paperqueue'), 0o755);
  writeFileSync(
    join(folder, 'two.bib'),
    '@article{a, title={Reefs}, year=2020}\n@article{b, title={Fish}, year=2021}\n',
  );
  const words = ['search', '-k', 'reef', '-k', 'bleaching', '-k', 'recovery', '--name', 'first try'];
  for (const args of [['import', join(folder, 'two.bib')], words, ['watch', 'add', 'J1']])
    expect((await runCommand(args, settings)).code).toBe(0);
});

/** What bash makes of typed words when Tab is pressed once: the line that is then run. */
function typed(keys: string): string {
  const path = `${join(folder, 'bin')}:${process.env.PATH}`;
  writeFileSync(
    join(folder, 'rc'),
    `PS1='' HISTFILE= PATH='${path}'; source <(paperqueue completion bash); ran() { printf 'RAN<%s>\\n' "$*"; }\n`,
  );
  const { stdout } = spawnSync('script', ['-qec', `bash --noprofile --rcfile rc -i`, '/dev/null'], {
    cwd: folder,
    env: { ...environment(settings), TERM: 'dumb' },
    // `Home`, then the command is replaced by one that shows its words.
    input: `${keys}\t\u0001ran \n exit\n`,
    encoding: 'utf8',
  });
  return /RAN<paperqueue (.*)>/.exec(stdout)?.[1]?.trimEnd() ?? stdout;
}

describe.skipIf(!hasTerminal)('Tab in bash', () => {
  it.each([
    ['paperqueue exp', 'export'],
    ['paperqueue job J', 'job J1'],
    ['paperqueue watch run W', 'watch run W1'],
    // Both imported papers, and those of the starter catalogue.
    ['paperqueue library show L', 'library show L1'],
    ['paperqueue job J1 --where yearF', 'job J1 --where yearFrom='],
    ['paperqueue library list --where ta', 'library list --where tag='],
    ['paperqueue search --fields-of-study Comp', 'search --fields-of-study Computer Science'],
    ['paperqueue job J1 --sort citedW', 'job J1 --sort citedWithin:'],
    ['paperqueue export J1 --format bibt', 'export J1 --format bibtex'],
    ['paperqueue setup claude-c', 'setup claude-code'],
  ])('%s', (keys, line) => {
    expect(typed(keys)).toBe(line);
  });
});

it('lists the latest jobs, papers and watches with what they are', async () => {
  const list = async (what: string) => (await runCommand(['completion', what], settings)).stdout.split('\n');
  expect(await list('jobs')).toEqual(['J1\tfirst try', 'all\tall jobs', '']);
  const papers = (await list('library')).map((line) => line.split('\t'));
  expect(papers.slice(0, 2).map(([, title]) => title)).toEqual(['Fish', 'Reefs']);
  expect(papers).toHaveLength(51);
  expect((await list('watches')).map((line) => line.split('\t')[0])).toEqual(['W1', '']);
});
