import { Transform, type TransformCallback } from 'node:stream';
import { parseJson } from '../lib/json.ts';

/** The longest message that is read; the longest that says anything is a hundredth of it. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * Lets whole lines through as they come, and drops the ones that are too long, so that one of them neither fills the
 * memory nor ends the connection. `onTooLong` gets the id that such a message has, where it is a request with one.
 */
export class BoundedLines extends Transform {
  #parts: Buffer[] = [];
  #bytes = 0;
  #lost: IdReader | undefined;

  constructor(
    readonly onTooLong: (id: string | number | undefined) => void,
    readonly maxBytes = MAX_LINE_BYTES,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#take(chunk.subarray(from, end + 1));
      this.#finish();
      from = end + 1;
    }
    if (from < chunk.length) this.#take(chunk.subarray(from));
    done();
  }

  #take(part: Buffer): void {
    this.#bytes += part.length;
    if (!this.#lost && this.#bytes <= this.maxBytes) {
      this.#parts.push(part);
      return;
    }
    if (!this.#lost) {
      this.#lost = new IdReader();
      for (const earlier of this.#parts) this.#lost.read(earlier);
      this.#parts = [];
    }
    this.#lost.read(part);
  }

  #finish(): void {
    if (this.#lost) this.onTooLong(this.#lost.id);
    else this.push(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#bytes = 0;
    this.#lost = undefined;
  }
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = [0x7b, 0x5b, 0x7d, 0x5d];
/** Longer names and ids are not looked at. */
const MAX_WORD_BYTES = 200;

/** Finds the id of a JSON-RPC request in its bytes, of which it keeps none. */
class IdReader {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isValue = false;
  #name = '';
  #word: number[] = [];
  #found = new Map<string, string>();

  /** The id, if the message is a request that can be answered. */
  get id(): string | number | undefined {
    if (!this.#found.has('method')) return undefined;
    const id = parseJson(this.#found.get('id') ?? '');
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  }

  read(bytes: Buffer): void {
    for (const byte of bytes) this.#readByte(byte);
  }

  #readByte(byte: number): void {
    const isOutside = this.#depth === 1;
    if (this.#inString) {
      if (isOutside) this.#keep(byte);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#inString = false;
      return;
    }
    if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (isOutside) this.#settle();
      this.#depth -= 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1;
    else if (byte === QUOTE) {
      this.#inString = true;
      if (isOutside) this.#keep(byte);
    } else if (isOutside) this.#readSign(byte);
  }

  #readSign(byte: number): void {
    if (byte === COMMA) this.#settle();
    else if (byte === COLON) {
      this.#name = this.#text();
      this.#word = [];
      this.#isValue = true;
    } else this.#keep(byte);
  }

  #settle(): void {
    if (this.#isValue) this.#found.set(this.#name.replaceAll('"', ''), this.#text());
    this.#isValue = false;
    this.#word = [];
    // Only these are asked for.
    for (const name of this.#found.keys()) if (name !== 'id' && name !== 'method') this.#found.delete(name);
  }

  #keep(byte: number): void {
    if (this.#word.length <= MAX_WORD_BYTES) this.#word.push(byte);
  }

  #text(): string {
    return Buffer.from(this.#word).toString('utf8').trim();
  }
}
