import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { DamagedIndexError, type IndexFiles, type ReadableFile } from '../index-files.ts';

/**
 * Layout of every index file: stream (random access) | tables, aligned to 8 bytes | footer (JSON: header, table
 * offsets) | length of footer | its checksum | magic. One checksum covers the tables; the stream's users keep their own
 * in a table.
 */

export type Table = Uint8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;

type Entry = { name: string; kind: keyof typeof KINDS; offset: number; length: number };
type Footer<Header> = {
  /** The file's own name, which reveals a valid file of another index under this name. */
  name: string;
  byteOrder: string;
  tablesAt: number;
  tablesBytes: number;
  check: number;
  entries: Entry[];
  facts: Header;
};

const KINDS = { Uint8Array, Uint16Array, Int16Array, Uint32Array, Int32Array };
const MAGIC = 0x70_71_69_31;
const END_BYTES = 12;
const MAX_HEADER_BYTES = 1 << 26;
const ALIGNMENT = 8;

export type SegmentFileWriter<Header> = {
  readonly streamSize: number;
  append(bytes: Uint8Array): void;
  finish(tables: Record<string, Table>, header: Header): void;
  abandon(): void;
};

/** Creates a file. It becomes valid with `finish`. */
export function createSegmentFile<Header>(files: IndexFiles, name: string): SegmentFileWriter<Header> {
  const file = files.create(name);
  return {
    get streamSize() {
      return file.size;
    },
    append: (bytes) => file.write(bytes),
    abandon: () => file.abandon(),
    finish(tables, header) {
      pad(file.size, (bytes) => file.write(bytes));
      const tablesAt = file.size;
      let check = 0;
      const write = (bytes: Uint8Array) => {
        file.write(bytes);
        // crc32 of an empty buffer would reset the checksum.
        if (bytes.length > 0) check = crc32(bytes, check);
      };
      const entries = Object.entries(tables).map(([table, values]): Entry => {
        const offset = file.size - tablesAt;
        write(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
        pad(values.byteLength, write);
        return { name: table, kind: values.constructor.name as Entry['kind'], offset, length: values.length };
      });
      const tablesBytes = file.size - tablesAt;
      const footer: Footer<Header> = {
        name,
        byteOrder: endianness(),
        tablesAt,
        tablesBytes,
        check,
        entries,
        facts: header,
      };
      const text = Buffer.from(JSON.stringify(footer));
      const end = Buffer.alloc(END_BYTES);
      end.writeUInt32LE(text.length, 0);
      end.writeUInt32LE(crc32(text), 4);
      end.writeUInt32LE(MAGIC, 8);
      file.write(text);
      file.write(end);
      file.finish();
    },
  };
}

function pad(size: number, write: (bytes: Uint8Array) => void): void {
  const rest = size % ALIGNMENT;
  if (rest !== 0) write(new Uint8Array(ALIGNMENT - rest));
}

export type SegmentFile<Header> = {
  readonly header: Header;
  readonly file: ReadableFile;
  /** A table by name. Throws DamagedIndexError if the file has none of this kind. */
  table<Kind extends keyof typeof KINDS>(name: string, kind: Kind): InstanceType<(typeof KINDS)[Kind]>;
};

/** Opens a file and verifies everything except its stream. Throws DamagedIndexError if the check fails. */
export function openSegmentFile<Header>(files: IndexFiles, name: string): SegmentFile<Header> {
  const file = files.open(name);
  try {
    const footer = readFooter<Header>(file, name);
    const bytes = new Uint8Array(footer.tablesBytes);
    file.read(bytes, footer.tablesAt);
    if (crc32(bytes) !== footer.check) throw new DamagedIndexError(`${name}: the tables are damaged`);
    const entries = new Map(footer.entries.map((entry) => [entry.name, entry]));
    return {
      header: footer.facts,
      file,
      table: (table, kind) => {
        const entry = entries.get(table);
        if (entry?.kind !== kind) throw new DamagedIndexError(`${name}: no table ${table}`);
        return new KINDS[kind](bytes.buffer, entry.offset, entry.length) as InstanceType<(typeof KINDS)[typeof kind]>;
      },
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

function readFooter<Header>(file: ReadableFile, name: string): Footer<Header> {
  if (file.size < END_BYTES) throw new DamagedIndexError(`${name}: too short`);
  const end = Buffer.alloc(END_BYTES);
  file.read(end, file.size - END_BYTES);
  const length = end.readUInt32LE(0);
  if (end.readUInt32LE(8) !== MAGIC || length > Math.min(MAX_HEADER_BYTES, file.size - END_BYTES)) {
    throw new DamagedIndexError(`${name}: not a finished file of the index`);
  }
  const text = Buffer.alloc(length);
  file.read(text, file.size - END_BYTES - length);
  if (crc32(text) !== end.readUInt32LE(4)) throw new DamagedIndexError(`${name}: the end is damaged`);
  const footer = JSON.parse(text.toString()) as Footer<Header>;
  if (footer.name !== name) throw new DamagedIndexError(`${name}: it is ${footer.name}`);
  if (footer.byteOrder !== endianness()) throw new DamagedIndexError(`${name}: written on another kind of machine`);
  return footer;
}
