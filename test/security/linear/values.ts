/** What a reader takes, as data that goes from one process to another; and the values of it that hold a given text. */
export type Shape =
  | 'text'
  | 'bytes'
  | 'number'
  | 'boolean'
  | 'absent'
  | 'date'
  | 'headers'
  /** A record of unknown fields: a text under every name. */
  | 'fields'
  /** What holds no text of others: a store, a connection, a signal. */
  | 'other'
  | { is: string | number | boolean }
  | { list: Shape }
  | { tuple: Shape[] }
  | { object: Record<string, Shape> }
  | { record: Shape }
  | { map: [Shape, Shape] }
  | { set: Shape }
  | { stream: Shape }
  | { promise: Shape }
  /** A function; what it gives holds only short texts, as it may be called for every character. */
  | { call: Shape };

/** Whether a value of this shape holds text or bytes. */
export function readsText(shape: Shape): boolean {
  if (typeof shape === 'string') return shape === 'text' || shape === 'bytes' || shape === 'fields';
  if ('is' in shape || 'call' in shape) return false;
  if ('object' in shape) return Object.values(shape.object).some(readsText);
  const [held] = Object.values(shape) as [Shape | Shape[]];
  return [held as Shape].flat().some((each) => readsText(each as Shape));
}

const CHUNK = 16_384;

/** A value whose texts are all the given one. */
export function makeValue(shape: Shape, text: string): unknown {
  switch (shape) {
    case 'text':
      return text;
    case 'bytes':
      return Buffer.from(text);
    case 'number':
      return 10;
    case 'boolean':
      return false;
    case 'absent':
      return undefined;
    case 'date':
      return new Date('2020-02-02');
    case 'headers':
      return new Headers();
    case 'fields':
      return new Proxy({}, { get: (_, name) => (typeof name === 'string' ? text : undefined), has: () => true });
    case 'other':
      return {};
  }
  if ('is' in shape) return shape.is;
  if ('list' in shape) return [makeValue(shape.list, text)];
  if ('tuple' in shape) return shape.tuple.map((each) => makeValue(each, text));
  if ('object' in shape)
    return Object.fromEntries(Object.entries(shape.object).map(([name, each]) => [name, makeValue(each, text)]));
  if ('record' in shape) return { a: makeValue(shape.record, text) };
  if ('map' in shape) return new Map([[makeValue(shape.map[0], text), makeValue(shape.map[1], text)]]);
  if ('set' in shape) return new Set([makeValue(shape.set, text)]);
  if ('promise' in shape) return Promise.resolve(makeValue(shape.promise, text));
  if ('call' in shape) {
    const answer = makeValue(shape.call, 'a');
    return () => answer;
  }
  return chunksOf(makeValue(shape.stream, text));
}

async function* chunksOf(whole: unknown) {
  if (typeof whole !== 'string' && !Buffer.isBuffer(whole)) return;
  for (let at = 0; at < whole.length; at += CHUNK) yield whole.slice(at, at + CHUNK);
}
