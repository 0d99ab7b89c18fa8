/**
 * Measures what the product costs the context of a conversation: characters, and tokens of OpenAI's o200k encoding, of
 * the list of tools and of answers about 200 real papers, as the built server puts them on the wire. Usage: npm run
 * bench:answers
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureAnswers } from '../test/helpers/answer-sizes.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'paperqueue-bench-'));
try {
  const { papersInFull, ...sizes } = await measureAnswers(dataDir);
  for (const [what, { characters, tokens }] of Object.entries(sizes))
    console.log(`${what.padEnd(26)} ${String(characters).padStart(6)} characters ${String(tokens).padStart(6)} tokens`);
  console.log(`Of 50 papers in full, ${papersInFull} fit into one answer.`);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
