import { some } from '../helpers/runs.ts';
import { openEmbedded, openScripted, openServed } from './wire-peers.ts';
import { describeWire } from './wire-suite.ts';

// `npm test` sends every second case to one of them.
describeWire('embedded', openEmbedded, (cases) => some(cases, { nth: 6 }));
describeWire('serve', openServed, (cases) => some(cases, { nth: 6, first: 2 }));
describeWire('scripted', openScripted, (cases) => some(cases, { nth: 6, first: 4 }));
