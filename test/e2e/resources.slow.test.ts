import { DRIVERS } from '../helpers/mcp-clients.ts';
import { IS_DEEP } from '../helpers/runs.ts';
import { describeResources } from './resources-suite.ts';

/** The first one is in resources.test.ts. */
describeResources(DRIVERS.slice(1), !IS_DEEP);
