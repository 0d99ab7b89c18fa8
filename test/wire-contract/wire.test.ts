import { openEmbedded, openScripted, openServed } from './wire-peers.ts';
import { describeWire } from './wire-suite.ts';

describeWire('embedded', openEmbedded);
describeWire('serve', openServed);
describeWire('scripted', openScripted);
