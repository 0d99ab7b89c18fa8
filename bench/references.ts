/**
 * Parses reference strings, and counts those whose parsed title, first author and year are plausible.
 * Usage: npm run bench references -- FILE [--faults N] [--sample N] [--json]
 * FILE: data/benchmark.json of the public repository shiiiikw/CiteAudit, or any JSON with `data: [{ citation }]`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readReference } from '../src/papers/references/read-reference.ts';
import { randomOf } from './merge/random.ts';
import { type Fault, findFaults } from './references/consistency.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    faults: { type: 'string', default: '0' },
    sample: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const [file] = positionals;
if (file === undefined || !existsSync(file)) {
  console.error('npm run bench references -- FILE: data/benchmark.json of github.com/shiiiikw/CiteAudit');
  process.exit(1);
}

const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: { citation: string }[] };
const begun = performance.now();
const read = data.map(({ citation }) => ({ citation, parsed: readReference(citation) }));
const seconds = (performance.now() - begun) / 1_000;
const judged = read.map((each) => ({ ...each, faults: findFaults(each.citation, each.parsed) }));
const counts: Record<Fault, number> = { title: 0, 'first author': 0, year: 0 };
for (const { faults } of judged) for (const fault of faults) counts[fault] += 1;
const whole = judged.filter(({ faults }) => faults.length === 0).length;
const share = whole / Math.max(judged.length, 1);

if (values.json) console.log(JSON.stringify({ strings: judged.length, whole, share, counts, seconds }));
else {
  console.log(`${whole} of ${judged.length} strings read (${(share * 100).toFixed(2)} %) in ${seconds.toFixed(1)} s`);
  for (const [fault, count] of Object.entries(counts)) console.log(`${fault}: ${count} not read, or not plausible`);
}
const show = (some: typeof judged) => {
  for (const { citation, parsed, faults } of some)
    console.log(`\n${citation}\n  ${faults.join(', ')} | ${parsed.title} | ${parsed.firstAuthor} | ${parsed.year}`);
};
show(judged.filter(({ faults }) => faults.length > 0).slice(0, Number(values.faults)));
const random = randomOf(Number(values.seed));
const sampled = Array.from({ length: Number(values.sample) }, () => Math.floor(random.next() * judged.length));
show(sampled.flatMap((at) => judged[at] ?? []));
