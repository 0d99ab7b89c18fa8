import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outcome } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { badLinks, hiddenIn, hiddenInJson, isMarked, outsideData } from './checks.ts';
import { linkedPapers, prototypeRecords, someAttackedPapers, someOddPapers } from './hostile-corpus.ts';
import { Session } from './session.ts';

/**
 * Hostile records on a person's terminal, where a control character acts at once. The formats are in
 * exports.slow.test.ts.
 */

let session: Session;
const outcomes = new Map<string, Outcome>();
const TABLE = 'job J1 --all --format table';
const said = (command: string) => outcomes.get(command) as Outcome;

beforeAll(async () => {
  session = await Session.open();
  const papers = [...someAttackedPapers(), ...linkedPapers(session.service.baseUrl), ...someOddPapers()];
  await session.searchRaw(`[${papers.map((paper) => JSON.stringify(paper)).join(',')},${prototypeRecords()}]`);
  const commands = [
    TABLE,
    'job J1 --format json',
    'job J1 --json -o FILE',
    'show J1',
    'jobs',
    'jobs --json --overlap-with J1',
    'receipt',
    'receipt J1 --json',
    'search -k owls -k spectacles -k moons --format table',
  ];
  for (const command of commands) {
    const args = command.replace('FILE', join(session.folder, 'own.json')).split(' ');
    outcomes.set(command, await (command === TABLE ? session.builtCommand(args) : session.command(args)));
  }
});

afterAll(() => session?.close());

it('every command succeeds', () => {
  const failed = [...outcomes]
    .filter(([, { code }]) => code !== 0)
    .map(([command, { stderr }]) => `${command}: ${stderr}`);
  expect(failed).toEqual([]);
});

it('no output holds anything hidden, and standard error nothing of a paper', () => {
  for (const [command, { stdout, stderr }] of outcomes) {
    expect(hiddenIn(stdout), command).toEqual([]);
    expect(hiddenIn(stderr), command).toEqual([]);
    expect(isMarked(stderr), command).toBe(false);
  }
});

it('JSON is JSON, its texts are clean, text of papers is in data fields, links lead to the web', () => {
  const file = readFileSync(join(session.folder, 'own.json'), 'utf8');
  expect(file === said('job J1 --format json').stdout).toBe(true);
  const job = JSON.parse(file);
  expect(job.papers).toHaveLength(job.page.total);
  for (const json of [job, JSON.parse(said('jobs --json --overlap-with J1').stdout)]) {
    expect(hiddenInJson(json)).toEqual([]);
    expect(badLinks(json)).toEqual([]);
    expect(isMarked(outsideData(json))).toBe(false);
  }
  expect(isMarked(file)).toBe(true);
});

it('the table is one line per work, with nothing of a paper after it', () => {
  const { total } = JSON.parse(said('job J1 --format json').stdout).page;
  const lines = said(TABLE).stdout.split('\n');
  expect(lines.filter((line) => /^J1-\d+ /.test(line))).toHaveLength(total);
  expect(lines.slice(1, total + 1).filter((line) => !/^J1-\d+ /.test(line))).toEqual([]);
  expect(isMarked(lines.slice(1, total + 1).join('\n'))).toBe(true);
  expect(isMarked(lines.slice(total + 1).join('\n'))).toBe(false);
});

it('no line of the table is wider than the widest terminal that it is made for', () => {
  const lines = said(TABLE).stdout.split('\n');
  const wide = lines.filter((line) => /^(?:REF|J1-\d+) /.test(line) && stringWidth(line) > 160);
  expect(wide.map((line) => `${stringWidth(line)}: ${line}`)).toEqual([]);
});

it('of papers as text each begins a line with its reference, and nothing of another is at the edge', () => {
  const { total } = JSON.parse(said('job J1 --format json').stdout).page;
  const lines = said('show J1').stdout.split('\n');
  expect(lines.filter((line) => /^J1-\d+ /.test(line))).toHaveLength(total);
  expect(lines.filter((line) => /^(?!J1-\d+ {2}|$| {2})/.test(line))).toEqual([]);
  const wide = lines.filter((line) => stringWidth(line) > 80);
  // A link of a usual length is whole, alone on its line.
  expect(wide.filter((line) => !/^ {2}https?:\/\/[!-~]{1,300}(?: \(PDF\))?$/.test(line))).toEqual([]);
});

it('the list of jobs and the receipts hold text of papers nowhere but in the engines', () => {
  expect(isMarked(said('jobs').stdout)).toBe(false);
  const log = JSON.parse(said('receipt J1 --json').stdout);
  expect(hiddenInJson(log)).toEqual([]);
  expect(isMarked(JSON.stringify(log.searches[0].results.counts.perEngine))).toBe(true);
  delete log.searches[0].results.counts.perEngine;
  expect(isMarked(JSON.stringify(log))).toBe(false);
  const marked = said('receipt')
    .stdout.split('\n')
    .filter((line) => isMarked(line));
  expect(marked.filter((line) => !line.startsWith('- Per engine: '))).toEqual([]);
});

it('a library that imports what such a job exports stays as clean', async () => {
  const path = join(session.folder, 'own.jsonl');
  expect((await session.command(['job', 'J1', '--format', 'jsonl', '-o', path])).code).toBe(0);
  const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_LOG_LEVEL: 'debug' };
  const imported = await runHere(['import', path, '--json'], settings);
  expect(imported).toMatchObject({ code: 0 });
  expect(isMarked(imported.stdout.replace(path, '') + imported.stderr)).toBe(false);
  const words = ['-k', 'invented study', '-k', 'zqmark', '-k', 'number'];
  const found = await runHere(['search', ...words, '--limit', '300', '--json'], settings);
  const json = JSON.parse(found.stdout);
  expect(json.papers.length).toBeGreaterThan(200);
  expect(hiddenInJson(json)).toEqual([]);
  expect(badLinks(json)).toEqual([]);
});
