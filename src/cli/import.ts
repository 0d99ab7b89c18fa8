import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Command, Option } from 'commander';
import { IMPORT_FORMATS, type ImportFormat, type ImportReport, importPapers } from '../jobs/library.ts';
import { type CommandContext, UsageError } from './io.ts';
import { writeOutput } from './output.ts';
import { type Bar, createBar } from './progress-bar.ts';

const FORMAT_NAMES = Object.keys(IMPORT_FORMATS) as ImportFormat[];

/** `paperqueue import FILE...`: adds records to the local library. */
export function addImportCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description('add papers to the local library: JSON Lines or BibTeX, also gzipped')
    .argument('<file...>', 'files to read')
    .addOption(new Option('--from <format>', 'format, when the file ending does not tell').choices(FORMAT_NAMES))
    .option('--json', 'report as JSON')
    .action(async (files: string[], options: { from?: ImportFormat; json?: boolean }) => {
      // Every file is looked at before the first is read: a typing error must not leave half an import.
      const plans = await Promise.all(files.map((file) => planFile(file, options.from)));
      const library = await context.app().library();
      for (const plan of plans) {
        const bar = createBar(context.io);
        const report = await importPapers(library, openFile(plan, bar), plan.format).finally(() => bar.stop());
        const text = options.json ? JSON.stringify({ file: plan.file, ...report }) : describe(plan.file, report);
        await writeOutput(context.io, `${text}\n`, undefined);
      }
    });
}

type FilePlan = { file: string; format: ImportFormat; gzipped: boolean; bytes: number };

async function planFile(file: string, from: ImportFormat | undefined): Promise<FilePlan> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile()) throw new UsageError(`${file}: no such file`);
  const name = file.toLowerCase().replace(/\.gz$/, '');
  const known = FORMAT_NAMES.find((format) => IMPORT_FORMATS[format].some((ending) => name.endsWith(ending)));
  const format = from ?? known;
  if (!format) throw new UsageError(`${file}: unknown file ending; say --from ${FORMAT_NAMES.join(' or ')}`);
  return { file, format, gzipped: await isGzip(file), bytes: facts.size };
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
  } finally {
    await handle.close();
  }
}

function openFile({ file, gzipped, bytes }: FilePlan, bar: Bar): Readable {
  const raw = createReadStream(file);
  let read = 0;
  raw.on('data', (chunk) => {
    read += chunk.length;
    bar.update(read, bytes, file);
  });
  if (!gzipped) return raw.setEncoding('utf8');
  const text = createGunzip();
  // A broken archive must reach the reader of the text, which otherwise waits for ever.
  raw.on('error', (error) => text.destroy(error));
  return raw.pipe(text).setEncoding('utf8');
}

function describe(file: string, { added, replaced, skipped, problems }: ImportReport): string {
  const lines = [`${file}: ${added} added, ${replaced} replaced, ${skipped} skipped`];
  for (const { line, reason } of problems) lines.push(`  line ${line}: ${reason}`);
  if (skipped > problems.length) lines.push(`  and ${skipped - problems.length} more`);
  return lines.join('\n');
}
