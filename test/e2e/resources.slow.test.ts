import { DRIVERS } from '../helpers/mcp-clients.ts';
import { describeResources } from './resources-suite.ts';

/** The first one is in resources.test.ts. */
describeResources(DRIVERS.slice(1));
