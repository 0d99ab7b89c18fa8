import '../../src/app/all-sentences.ts';
import { configureGlobal } from 'fast-check';
import { afterEach, expect } from 'vitest';
import { runHooks } from './after-each.ts';
import { runs, SEED } from './runs.ts';

/** vitest runs this before each test file, also where files share their imports. */
const isSlow = expect.getState().testPath?.endsWith('.slow.test.ts');
configureGlobal({ seed: SEED, ...(!isSlow && { numRuns: runs(100) }) });
afterEach(runHooks);
