import { DRIVERS } from '../helpers/mcp-clients.ts';
import { describeResources } from './resources-suite.ts';

describeResources(DRIVERS.slice(0, 1));
