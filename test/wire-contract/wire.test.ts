import { some } from '../helpers/runs.ts';
import { openEmbedded, openScripted, openServed } from './wire-peers.ts';
import { describeWire } from './wire-suite.ts';

// `npm test` sends every fourth case to one of them.
describeWire('embedded', openEmbedded, (cases) => some(cases, { nth: 12 }));
describeWire('serve', openServed, (cases) => some(cases, { nth: 12, first: 4 }));
describeWire('scripted', openScripted, (cases) => some(cases, { nth: 12, first: 8 }));
