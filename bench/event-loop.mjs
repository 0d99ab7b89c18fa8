// Preloaded by `npm run bench waits`: counts how long the event loop stands still. SIGUSR2 begins anew; at the end of
// the process the longest time, in milliseconds, goes to the file that LONGEST_GAP names.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 5;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
process.on('SIGUSR2', () => delays.reset());
process.on('exit', () => writeFileSync(process.env.LONGEST_GAP, String(delays.max / 1e6 - RESOLUTION_MS)));
