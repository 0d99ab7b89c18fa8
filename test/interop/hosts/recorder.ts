/**
 * Stands between a product and the server, and records all messages: `node recorder.mjs LOG COMMAND ARGUMENT...`. It
 * only changes the answers of get_job: text and structured content each get a note that names them. The server says the
 * same in both, so only such a difference shows which of them a product passes on.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Entry, type Frame, MARKS } from './record.ts';

const [log = '', command = '', ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const marked = new Set<unknown>();

function write(entry: Entry): void {
  appendFileSync(log, `${JSON.stringify({ connection: process.pid, ...entry })}\n`);
}

function withNote(result: Record<string, unknown>, mark: string): Record<string, unknown> {
  return { ...result, notes: [...((result.notes as string[] | undefined) ?? []), mark] };
}

function mark({ result, ...frame }: Frame): Frame {
  const { content, structuredContent, ...rest } = result as {
    content: { text: string }[];
    structuredContent?: Record<string, unknown>;
  };
  const text = JSON.stringify(withNote(JSON.parse(content[0]?.text ?? '{}'), MARKS.text));
  const structured = structuredContent && { structuredContent: withNote(structuredContent, MARKS.structured) };
  return { ...frame, result: { ...rest, content: [{ type: 'text', text }], ...structured } };
}

write({ event: 'start', server: server.pid ?? 0 });
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const frame = JSON.parse(line) as Frame;
    write({ event: 'in', frame });
    if (frame.method === 'tools/call' && frame.params?.name === 'get_job') marked.add(frame.id);
    server.stdin.write(`${line}\n`);
  })
  .on('close', () => {
    write({ event: 'stdin closed' });
    server.stdin.end();
  });
createInterface({ input: server.stdout }).on('line', (line) => {
  const frame = JSON.parse(line) as Frame;
  write({ event: 'out', frame });
  const isMarked = frame.result !== undefined && marked.delete(frame.id);
  process.stdout.write(`${isMarked ? JSON.stringify(mark(frame)) : line}\n`);
});
server.stdin.on('error', () => {});
process.stdout.on('error', () => {});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    write({ event: 'signal', signal });
    server.kill(signal);
  });
server.on('exit', (code, signal) => {
  write({ event: 'exit', code, signal });
  process.exit(code ?? 1);
});
