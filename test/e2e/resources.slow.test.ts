import { DRIVERS } from '../helpers/mcp-clients.ts';
import { IS_DEEP, some } from '../helpers/runs.ts';
import { describeResources } from './resources-suite.ts';

/** The first one is in resources.test.ts. */
describeResources(some(DRIVERS.slice(1), { nth: 2 }), !IS_DEEP);
