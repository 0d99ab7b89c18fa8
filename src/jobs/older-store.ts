import type { Note } from '../wording/notes.ts';
import { jobRef } from './job-refs.ts';
import type { OlderStore } from './ports/store.ts';

/** A note on the jobs that a store lacks. */
export function olderStoreNote({ file, number, at, credits }: OlderStore): Note {
  return { kind: 'older-store', file, credits, ...(number !== undefined && { job: jobRef(number), at }) };
}
