import { some } from '../helpers/runs.ts';
import { openEmbedded, openScripted, openServed } from './wire-peers.ts';
import { describeWire } from './wire-suite.ts';

// `npm test` sends each case to one of them.
describeWire('embedded', openEmbedded, (cases) => some(cases, { nth: 3 }));
describeWire('serve', openServed, (cases) => some(cases, { nth: 3, first: 1 }));
describeWire('scripted', openScripted, (cases) => some(cases, { nth: 3, first: 2 }));
