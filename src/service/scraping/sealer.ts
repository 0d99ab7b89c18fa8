import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret } from '../../contract/secret.ts';

/** Encrypts scraper keys, so that a store can keep them for the process that will run the job. */
export type Sealer = {
  seal(scraperKey: Secret, account: number): Uint8Array;
  /** Undefined if the text was encrypted with another key or for another account, or was changed since. */
  open(sealed: Uint8Array, account: number): Secret | undefined;
};

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `keys` are 32 bytes each in hexadecimal, comma-separated: the first one encrypts, all of them decrypt. */
export function createSealer(keys: Secret): Sealer {
  const all = keys
    .reveal()
    .split(',')
    .map((text) => Buffer.from(text, 'hex'));
  const open = (key: Buffer, sealed: Buffer, account: number): Secret | undefined => {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(boundTo(account));
    try {
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      return new Secret(text.toString('utf8'));
    } catch {
      return undefined;
    }
  };
  return {
    seal(scraperKey, account) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, all[0] as Buffer, nonce).setAAD(boundTo(account));
      const sealed = Buffer.concat([cipher.update(scraperKey.reveal(), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, account) {
      const bytes = Buffer.from(sealed);
      for (const key of all) {
        const opened = bytes.length > NONCE_BYTES + TAG_BYTES ? open(key, bytes, account) : undefined;
        if (opened) return opened;
      }
      return undefined;
    },
  };
}

/** Binds an encrypted key to its account: moved to a job of another account, it cannot be decrypted. */
function boundTo(account: number): Buffer {
  return Buffer.from(`account ${account}`);
}
