import '../../src/app/all-sentences.ts';
import { configureGlobal } from 'fast-check';
import { afterEach } from 'vitest';
import { runHooks } from './after-each.ts';
import { SEED } from './runs.ts';

/** vitest runs this before each test file, also where files share their imports. */
configureGlobal({ seed: SEED });
afterEach(runHooks);
