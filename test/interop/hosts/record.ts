import { existsSync, readFileSync } from 'node:fs';

/** Notes that the recorder adds, one to each form of an answer. */
export const MARKS = { text: 'read in the text', structured: 'read in the structured content' } as const;

/** A message of the protocol. */
export type Frame = {
  id?: number | string;
  method?: string;
  params?: Record<string, unknown> & { _meta?: Record<string, unknown> };
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
};

/** A line of the recorder's file. */
export type Entry =
  | { event: 'start'; server: number }
  | { event: 'in' | 'out'; frame: Frame }
  | { event: 'stdin closed' }
  | { event: 'signal'; signal: string }
  | { event: 'exit'; code: number | null; signal: string | null };

/** The messages between one process of the server and the product that started it. */
export type Connection = { recorder: number; server: number; entries: Entry[] };

/** All connections of a product, oldest first. */
export function readRecord(log: string): Connection[] {
  if (!existsSync(log)) return [];
  const connections = new Map<number, Connection>();
  for (const line of readFileSync(log, 'utf8').split('\n').filter(Boolean)) {
    const { connection, ...entry } = JSON.parse(line) as Entry & { connection: number };
    const known = connections.get(connection) ?? { recorder: connection, server: 0, entries: [] };
    if (entry.event === 'start') known.server = entry.server;
    known.entries.push(entry);
    connections.set(connection, known);
  }
  return [...connections.values()];
}

/** The messages of one direction. */
export function frames({ entries }: Connection, direction: 'in' | 'out'): Frame[] {
  return entries.flatMap((entry) => (entry.event === direction ? [entry.frame] : []));
}
