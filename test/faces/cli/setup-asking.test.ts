import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/app/commands.ts';
import type { Io } from '../../../src/faces/cli/io.ts';
import { createProgram } from '../../../src/faces/cli/program.ts';
import { makeMachine } from '../../helpers/machine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** The question that --write asks, at a terminal of which a person answers it. */

class Shown extends Writable {
  text = '';
  readonly isTTY = true;
  // A path is longer than most terminals are wide.
  readonly columns = 400;
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

function terminal(answer: AsyncIterable<Uint8Array>, signal = new AbortController().signal) {
  const home = temporaryFolder();
  const io: Io = {
    stdout: new Shown(),
    stderr: new Shown(),
    stdin: Object.assign(answer, { isTTY: true }),
    signal,
    startedAt: '',
    untilStopped: async () => {},
  };
  const never = () => undefined as never;
  const program = createProgram(COMMANDS, {
    io,
    config: never,
    app: never,
    serveMcp: never,
    serveUi: never,
    machine: makeMachine({ home }),
  });
  const path = join(home, '.cursor', 'mcp.json');
  const write = async (...flags: string[]) =>
    (await program).parseAsync(['setup', 'cursor', '--write', ...flags], { from: 'user' });
  return { path, write, shown: () => (io.stderr as Shown).text };
}

function typed(...lines: string[]): AsyncIterable<Uint8Array> {
  return Readable.from(lines.map((line) => Buffer.from(line)));
}

describe('at a terminal', () => {
  it.each(['y\n', 'YES\n', ' yes \r\n', 'y'])('%j writes what was shown before', async (answer) => {
    const { path, write, shown } = terminal(typed(answer));
    await write();
    expect(shown()).toContain(`${path} would be changed:\n  + mcpServers.paperqueue.command = "npx"`);
    expect(shown()).toMatch(/Change it\? \[y\/N\] $/);
    expect(readFileSync(path, 'utf8')).toContain('"npx"');
  });

  it.each(['n\n', '\n', 'yep\n', '', 'no\nyes\n'])('%j writes nothing', async (answer) => {
    const { path, write } = terminal(typed(answer));
    await expect(write()).rejects.toThrow('nothing was changed');
    expect(existsSync(path)).toBe(false);
  });

  it('an answer may come in pieces', async () => {
    const { path, write } = terminal(typed('y', 'e', 's', '\n'));
    await write();
    expect(existsSync(path)).toBe(true);
  });

  it('Ctrl-C ends the question, and nothing is written', async () => {
    const interrupted = new AbortController();
    const stdin = new Readable({ read() {} });
    const { path, write } = terminal(stdin, interrupted.signal);
    const writing = write();
    interrupted.abort(new Error('interrupted'));
    await expect(writing).rejects.toThrow('interrupted');
    expect(existsSync(path)).toBe(false);
    // Else the process would not end.
    expect(stdin.destroyed).toBe(true);
  });

  it('there is no question when there is nothing to change', async () => {
    const { write, shown } = terminal(typed('y\n'));
    await write('--yes');
    const before = shown();
    await write();
    expect(shown()).toBe(before);
  });
});
