import { afterEach } from 'vitest';
import { runHooks } from './after-each.ts';

/** vitest runs this before each test file, also where files share their imports. */
afterEach(runHooks);
