// Fails if the tarball for npm exceeds its limit: `node scripts/check-size.mjs TARBALL`.
import { statSync } from 'node:fs';

const MAX_BYTES = 1_800_000;

const [tarball] = process.argv.slice(2);
const { size } = statSync(tarball);
console.log(`${tarball}: ${size} bytes, ${MAX_BYTES} at most`);
if (size > MAX_BYTES) process.exitCode = 1;
