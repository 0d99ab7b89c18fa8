import { Presets, SingleBar } from 'cli-progress';
import type { SourceProgress } from '../contract/answers.ts';
import type { Progress } from '../jobs/spending/wait.ts';
import type { Io } from './io.ts';
import { tell } from './output.ts';

export type Bar = { update(done: number, total: number, label: string): void; stop(): void };

/** A progress bar on stderr; does nothing if stderr is not a terminal. */
export function createBar(io: Io): Bar {
  if (!io.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar(
    { stream: io.stderr as NodeJS.WriteStream, format: '{bar} {percentage}% {label}', clearOnComplete: true },
    Presets.shades_classic,
  );
  let started = false;
  return {
    update: (done, total, label) => {
      if (!started) bar.start(total, done, { label });
      else bar.update(done, { label });
      started = true;
    },
    stop: () => started && bar.stop(),
  };
}

type WaitingCall = { signal: AbortSignal; onProgress: (progress: Progress) => void };

/**
 * Makes a call that waits for a job, with a progress bar. If Ctrl-C ends the call, says what was kept and how to
 * continue.
 */
export async function withProgress<T>(io: Io, call: (options: WaitingCall) => Promise<T>): Promise<T> {
  const bar = createBar(io);
  let job = 'REF';
  const onProgress = ({ ref, elapsedSeconds, waitSeconds, status, sources }: Progress) => {
    job = ref;
    const state = sources ? sourcesLine(sources) : `${status}, ${elapsedSeconds} s of at most ${waitSeconds} s`;
    bar.update(elapsedSeconds, waitSeconds, `${ref} ${state}`);
  };
  try {
    return await call({ signal: io.signal, onProgress });
  } finally {
    bar.stop();
    if (io.signal.aborted) tell(io, `${STOPPED} paperqueue job ${job} waits for it again.`);
  }
}

const STOPPED = 'Stopped waiting. The search is kept: paperqueue jobs lists it,';

/** Sources that have answered, and those still awaited: `OpenAlex 100, Crossref failed, waiting for arXiv`. */
export function sourcesLine(sources: readonly SourceProgress[]): string {
  const waiting = sources.filter(({ gave, failed }) => gave === undefined && failed === undefined);
  const answered = sources
    .filter((source) => !waiting.includes(source))
    .map(({ title, gave }) => `${title} ${gave ?? 'failed'}`);
  const rest = waiting.length > 0 ? [`waiting for ${waiting.map(({ title }) => title).join(', ')}`] : [];
  return [...answered, ...rest].join(', ');
}
