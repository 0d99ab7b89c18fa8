import type { ImportFormat } from '../../../../src/formats/import-names.ts';
import { detectFormat } from '../../../../src/library/importing/detect-format.ts';
import { importPapers } from '../../../../src/library/importing/import-papers.ts';
import { memoryLibrary } from '../memory-library.ts';
import { HOSTILE_FILES } from './patterns.ts';

/** A process that imports hostile files by the numbers it gets, and reports the CPU time of each. */

const CHUNK_CHARACTERS = 256 * 1024;

async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) yield text.slice(at, at + CHUNK_CHARACTERS);
}

process.on('message', async (number: number) => {
  const { format: name, text } = HOSTILE_FILES[number]?.make() ?? { format: '', text: '' };
  const before = process.cpuUsage();
  detectFormat(text.slice(0, CHUNK_CHARACTERS), 'file');
  const format = detectFormat(text.slice(0, CHUNK_CHARACTERS), 'file', name as ImportFormat);
  if (!format) throw new Error(`no format for ${name}`);
  const { library } = memoryLibrary();
  const { added, merged, skipped, passedOver } = await importPapers(library, { format, text: chunksOf(text) });
  const { user, system } = process.cpuUsage(before);
  process.send?.({ seconds: (user + system) / 1e6, entries: added + merged + skipped + passedOver });
});
process.send?.('ready');
