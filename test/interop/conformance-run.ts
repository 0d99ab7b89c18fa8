/**
 * The protocol's conformance suite against the built server over HTTP, for both revisions that are served. Usage: npm
 * run test:long conformance. Installs the suite (and a newer Node, where needed) into a temporary folder. Exits 1 on a
 * failure or warning that baseline.ts does not explain, and on an explanation without a finding.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServedMcp } from '../helpers/served-mcp.ts';
import { BASELINE, type Explained, REVISIONS, type Revision } from './baseline.ts';
import { installTools, say, type Tools } from './tools.ts';

/** The newest version that runs; the latest stable one does not know 2026-07-28. */
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const SCENARIO_MS = '8000';

type Check = { id: string; status: string; errorMessage?: string };
type Outcome = { total: number; passed: number; explained: number; problems: string[] };

async function runSuite(tools: Tools, address: string, revision: Revision): Promise<Map<string, Check[]>> {
  const output = join(tools.root, revision);
  const suite = tools.file('@modelcontextprotocol/conformance/dist/index.js');
  const args = ['server', '--url', address, '--requirements', revision, '--timeout', SCENARIO_MS, '-o', output];
  // Its own exit code counts every missing fixture, so we judge the checks that it records.
  await once(spawn(tools.node, [suite, ...args], { cwd: tools.root, stdio: 'ignore' }), 'exit');
  const found = new Map<string, Check[]>();
  for (const folder of readdirSync(output)) {
    const scenario = folder.replace(/-\d{4}-\d\d-\d\dT.*$/, '').replace(/^server-/, '');
    const checks = JSON.parse(readFileSync(join(output, folder, 'checks.json'), 'utf8')) as Check[];
    for (const check of checks) {
      const key = `${scenario}:${check.id}`;
      found.set(key, [...(found.get(key) ?? []), check]);
    }
  }
  return found;
}

function isBad({ status }: Check): boolean {
  return status === 'FAILURE' || status === 'WARNING';
}

/** Compares the suite's findings with the explanations, both ways. */
function judge(found: ReadonlyMap<string, Check[]>, explanations: readonly Explained[]): Outcome {
  const outcome: Outcome = { total: 0, passed: 0, explained: 0, problems: [] };
  for (const [key, checks] of found) {
    const explanation = explanations.find((one) => one.checks.includes(key));
    for (const check of checks) {
      outcome.total += 1;
      const says = check.errorMessage ?? '';
      if (!isBad(check)) outcome.passed += 1;
      else if (explanation?.says.test(says)) outcome.explained += 1;
      else outcome.problems.push(`${check.status} ${key}: ${says}`);
    }
  }
  for (const key of explanations.flatMap(({ checks }) => checks))
    if (!found.get(key)?.some(isBad)) outcome.problems.push(`STALE ${key}: explained in baseline.ts, and not found`);
  return outcome;
}

const tools = installTools([SUITE]);
let hasFailed = false;
try {
  for (const revision of REVISIONS) {
    const settings = { PAPERQUEUE_DATA_DIR: join(tools.root, `data-${revision}`), PAPERQUEUE_LOG_LEVEL: 'error' };
    const served = await ServedMcp.start(settings);
    const found = await runSuite(tools, served.address, revision);
    await served.end();
    const { total, passed, explained, problems } = judge(found, BASELINE[revision]);
    say(`${SUITE}, ${revision}: ${total} checks, ${passed} passed or for information, ${explained} explained`);
    for (const problem of problems) say(`  ${problem}`);
    hasFailed ||= problems.length > 0 || passed === 0;
  }
} finally {
  tools.remove();
}
process.exitCode = hasFailed ? 1 : 0;
