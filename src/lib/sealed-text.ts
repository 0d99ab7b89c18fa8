/** AES-256-GCM: only holders of the key can read, create or change a text. */
const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;

/**
 * Seals a text with a key of 32 bytes (base64url). `use` names its purpose: it opens only for the same purpose, so that
 * it cannot replace another text.
 */
export async function sealText(key: string, use: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(text);
  const sealed = await crypto.subtle.encrypt(cipherParameters(iv, use), await importKey(key), plain);
  return writeBytes([...iv, ...new Uint8Array(sealed)]);
}

/** The text; undefined if it was not sealed with this key for this use. */
export async function openText(key: string, use: string, sealed: string): Promise<string | undefined> {
  try {
    const bytes = readBytes(sealed);
    const parameters = cipherParameters(bytes.slice(0, IV_BYTES), use);
    const plain = await crypto.subtle.decrypt(parameters, await importKey(key), bytes.slice(IV_BYTES));
    return new TextDecoder().decode(plain);
  } catch {
    return undefined;
  }
}

function cipherParameters(iv: Uint8Array<ArrayBuffer>, use: string) {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(use) };
}

function importKey(key: string) {
  return crypto.subtle.importKey('raw', readBytes(key), ALGORITHM, false, ['encrypt', 'decrypt']);
}

/** Base64url, in a browser and in Node. */
function writeBytes(bytes: readonly number[]): string {
  const text = btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function readBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

/** Purposes for which a page and its server seal texts. */
export const SEALED_FOR = {
  asking: 'asking',
  /** An answer belongs to one question, whose first characters are random. */
  answerTo: (question: string) => `answer-to-${question.slice(0, 16)}`,
  keeping: 'keeping',
};
