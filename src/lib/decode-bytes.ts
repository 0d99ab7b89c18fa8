/**
 * The text of bytes, in UTF-8 unless they are not: some servers name a charset that they do not use. A mark at the
 * start, or UTF-16 in the content type, decides first.
 */
export function decodeBytes(bytes: Uint8Array, contentType = ''): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const named = decoderOf(contentType);
  if (named.encoding.startsWith('utf-16')) return named.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return named.decode(bytes);
  }
}

/** The decoder of the charset in a content type; of UTF-8 if there is none, or an unknown one. */
export function decoderOf(contentType: string): InstanceType<typeof TextDecoder> {
  const [, charset = 'utf-8'] = /charset="?([\w-]{1,40})/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
