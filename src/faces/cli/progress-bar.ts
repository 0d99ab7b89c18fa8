import { SingleBar } from 'cli-progress';
import type { SourceProgress } from '../../contract/answers.ts';
import type { Progress } from '../../jobs/spending/wait.ts';
import type { Io } from './io.ts';
import { tell } from './output.ts';
import { terminalWidth } from './print/terminal.ts';
import { cutToWidth } from './print/wrap.ts';

/** `total` 0 means that the total is unknown, so that no bar is drawn. */
export type Bar = { update(done: number, total: number, label: string): void; stop(): void };

const BAR_COLUMNS = 20;
const MIN_COLUMNS = 40;

/** `█████░░░░░ label`, within the columns of a terminal. */
export function progressLine(done: number, total: number, label: string, columns: number): string {
  const full = Math.round((Math.min(done, total) / total) * BAR_COLUMNS);
  const bar = total > 0 ? `${'█'.repeat(full)}${'░'.repeat(BAR_COLUMNS - full)} ` : '';
  return cutToWidth(bar + label, columns);
}

/** A progress bar on stderr; does nothing if stderr is not a terminal. */
export function createBar(io: Io): Bar {
  if (!io.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar({
    stream: io.stderr as NodeJS.WriteStream,
    format: (_options, _params, { done, total, label }) =>
      progressLine(done, total, label, terminalWidth(io.stderr) ?? MIN_COLUMNS),
    clearOnComplete: true,
  });
  let started = false;
  return {
    update: (done, total, label) => {
      const payload = { done, total, label };
      if (started) bar.update(done, payload);
      else bar.start(Math.max(total, 1), done, payload);
      started = true;
    },
    stop: () => started && bar.stop(),
  };
}

type WaitingCall = { signal: AbortSignal; onProgress: (progress: Progress) => void };

/**
 * Runs a call that waits for a job, with a progress bar. If Ctrl-C ends the call, prints what was kept and how to
 * continue.
 */
export async function withProgress<T>(io: Io, call: (options: WaitingCall) => Promise<T>): Promise<T> {
  const bar = createBar(io);
  let job = 'REF';
  const onProgress = ({ ref, status, sources = [], notes = [] }: Progress) => {
    job = ref;
    const answered = sources.filter(hasEnded).length;
    const isStranded = notes.some(({ kind }) => kind === 'no-worker');
    const waits = isStranded ? `${status}: no worker of the service runs` : status;
    const state = sources.length > 0 ? `${answered} of ${sources.length} sources: ${sourcesLine(sources)}` : waits;
    bar.update(answered, sources.length, `${ref} ${state}`);
  };
  try {
    return await call({ signal: io.signal, onProgress });
  } finally {
    bar.stop();
    if (io.signal.aborted) tell(io, `${STOPPED} paperqueue job ${job} waits for it again.`);
  }
}

const hasEnded = ({ gave, failed }: SourceProgress) => gave !== undefined || failed !== undefined;

const STOPPED = 'Stopped waiting. The search is kept: paperqueue jobs lists it,';

/** Sources still awaited, and those that have answered: `waiting for arXiv, OpenAlex 100, Crossref failed`. */
export function sourcesLine(sources: readonly SourceProgress[]): string {
  const waiting = sources.filter((source) => !hasEnded(source));
  const answered = sources.filter(hasEnded).map(({ title, gave }) => `${title} ${gave ?? 'failed'}`);
  const rest = waiting.length > 0 ? [`waiting for ${waiting.map(({ title }) => title).join(', ')}`] : [];
  return [...rest, ...answered].join(', ');
}
