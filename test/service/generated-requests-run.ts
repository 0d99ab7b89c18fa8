import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { DOCUMENT, openGeneratedService } from './generated-service.ts';
import { generatedRequests } from './request-arbitraries.ts';

/**
 * `npm run test:long requests -- --requests 20000 [--seed N]`: sends this many generated requests to the app and
 * reports every kind of answer, and every answer that the document does not list. Exit code 1 if there was one.
 */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
  },
});
const numRuns = Number(values.requests);
const seed = Number(values.seed);

const dataDir = mkdtempSync(join(tmpdir(), 'paperqueue-generated-'));
const service = await openGeneratedService(dataDir);
const answers = new Map<string, number>();
const problems = new Map<string, { times: number; first: string }>();
try {
  for (const request of fc.sample(generatedRequests(DOCUMENT), { numRuns, seed })) {
    const { operation, status, fault, problem = fault } = await service.send(request);
    const kind = `${operation} ${status}`;
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
    if (problem === undefined) continue;
    const known = problems.get(`${kind}: ${problem.slice(0, 60)}`);
    const first = known?.first ?? `${problem}\n    ${JSON.stringify(request).slice(0, 600)}`;
    problems.set(`${kind}: ${problem.slice(0, 60)}`, { times: (known?.times ?? 0) + 1, first });
  }
  const unsettled = await service.settle();
  const lines = [...answers].sort().map(([kind, times]) => `${String(times).padStart(7)}  ${kind}`);
  const bad = [...problems].map(([kind, { times, first }]) => `${String(times).padStart(7)}  ${kind}\n    ${first}`);
  const total = [...problems.values()].reduce((sum, { times }) => sum + times, 0);
  process.stdout.write(`${numRuns} requests, seed ${seed}\n${lines.join('\n')}\n`);
  process.stdout.write(`${total} answers that are not listed\n${[...bad, ...unsettled].join('\n')}\n`);
  process.exitCode = total + unsettled.length > 0 ? 1 : 0;
} finally {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
}
