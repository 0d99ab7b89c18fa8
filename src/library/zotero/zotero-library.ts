import type { Secret } from '../../contract/secret.ts';
import { asFields, asId, asText, type Fields, parseJson } from '../../lib/json.ts';
import type { ZoteroKey } from '../ports/zotero.ts';
import type { Connection, ZoteroAnswer } from './zotero-connection.ts';
import {
  closedToPrograms,
  denied,
  keyRefused,
  noSuch,
  notAllowed,
  onlyReadable,
  unavailable,
  unexpected,
} from './zotero-failures.ts';

/** A library of Zotero that can be read. */
export type ZoteroLibrary = {
  name: string;
  /** Path of the library in the API: `/users/123`. */
  prefix: string;
  /** The server that the versions of its items belong to. */
  server: string;
  /** Whether its versions can be compared with those of an earlier run. */
  keepsVersions: boolean;
  /** An answer of status 200. Throws PaperqueueError. */
  read(path: string): Promise<ZoteroAnswer>;
  /** Throws before anything is sent if the library cannot be written to. */
  checkWritable(): void;
  /** Sends objects if nothing has changed since this version. `lost`: it is unknown whether it was done. */
  write(path: string, body: readonly unknown[], version: number): Promise<ZoteroAnswer | 'lost'>;
};

/** A library at zotero.org, with the user's key. */
export async function openWebLibrary(
  connection: Connection,
  key: Secret,
  group: string | undefined,
): Promise<ZoteroLibrary> {
  const keyHeader = { 'Zotero-API-Key': key.reveal() };
  const { userId, username, access } = await requestKey(connection, keyHeader);
  const name = group === undefined ? `the Zotero library of ${username}` : `the Zotero group ${group}`;
  const allowed = group === undefined ? userAccess(access) : groupAccess(access, group);
  if (!allowed.read) throw notAllowed('read', name);
  const prefix = group === undefined ? `/users/${userId}` : `/groups/${group}`;
  return {
    name,
    prefix,
    server: 'zotero.org',
    keepsVersions: true,
    read: async (path) => readable(await connection.read({ path: prefix + path, headers: keyHeader }), group, name),
    checkWritable() {
      if (!allowed.write) throw notAllowed('write', name);
    },
    async write(path, body, version) {
      const headers = { ...keyHeader, 'If-Unmodified-Since-Version': String(version) };
      const answer = await connection.send({ path: prefix + path, body, headers });
      if (answer !== 'lost' && answer.status === 403) throw notAllowed('write', name);
      return answer;
    },
  };
}

type Key = { userId: string; username: string; access: Fields };

async function requestKey(connection: Connection, headers: Record<string, string>): Promise<Key> {
  const answer = await connection.read({ path: '/keys/current', headers });
  if ([401, 403, 404].includes(answer.status)) throw keyRefused();
  const { userID, username, access } = asFields(parseJson(answer.text));
  const userId = asId(userID);
  if (answer.status !== 200 || userId === undefined || !/^\d+$/.test(userId))
    throw unexpected({ status: answer.status });
  return { userId, username: asText(username) ?? `user ${userId}`, access: asFields(access) };
}

/** The owner of the key, and its permissions. */
export async function readKey(connection: Connection, key: Secret): Promise<ZoteroKey> {
  const { username, access } = await requestKey(connection, { 'Zotero-API-Key': key.reveal() });
  return { username, ...userAccess(access) };
}

type Access = { read: boolean; write: boolean };

function userAccess(access: Fields): Access {
  const { library, write } = asFields(access.user);
  return { read: library === true, write: library === true && write === true };
}

/** A group not listed on the key falls back to the key's `all` rights. Public groups are always readable. */
function groupAccess(access: Fields, group: string): Access {
  const groups = asFields(access.groups);
  const { write } = asFields(groups[group] ?? groups.all);
  return { read: true, write: write === true };
}

function readable(answer: ZoteroAnswer, group: string | undefined, name: string): ZoteroAnswer {
  if (answer.status === 200) return answer;
  if (answer.status === 403) throw notAllowed('read', name);
  if (answer.status === 404 && group !== undefined) throw noSuch('own-group', group);
  throw unexpected({ status: answer.status });
}

/** The library of Zotero on this machine, which asks a person in its window for permission to write. */
export async function openLocalLibrary(
  connection: Connection,
  { group, onQuestion = () => {} }: { group?: string; onQuestion?: (() => void) | undefined },
): Promise<ZoteroLibrary> {
  const root = await connection.read({ path: '/', once: true });
  if (root.status === 403) throw closedToPrograms();
  if (root.status !== 200 || !root.headers.has('Zotero-API-Version')) throw unexpected({ status: root.status });
  // Zotero 10 and later identify themselves by the database. Earlier versions have no version numbers of their own.
  const server = root.headers.get('Zotero-Server-ID');
  const serverHeaders: Record<string, string> = server === null ? {} : { 'Zotero-Server-ID': server };
  const prefix = group === undefined ? '/users/0' : `/groups/${group}`;
  const name = group === undefined ? 'the library of Zotero on this machine' : `the Zotero group ${group}`;
  const checkWritable = () => {
    if (server === null) throw onlyReadable();
  };
  /** Valid for one write or for all, as the person chose; a used one-time key is refused. */
  let key: string | undefined;

  const write: ZoteroLibrary['write'] = async (path, body, version) => {
    checkWritable();
    for (let isAgain = false; ; isAgain = true) {
      key ??= await askPerson(connection, serverHeaders, onQuestion);
      const headers = { ...serverHeaders, 'Zotero-API-Key': key, 'If-Unmodified-Since-Version': String(version) };
      const answer = await connection.send({ path: prefix + path, body, headers });
      if (answer === 'lost' || answer.status !== 401) {
        if (answer !== 'lost' && answer.status === 403) throw denied();
        return answer;
      }
      key = undefined;
      if (isAgain) throw denied();
    }
  };
  const read = async (path: string) => {
    const answer = await connection.read({ path: prefix + path, headers: serverHeaders });
    if (answer.status === 412) throw unavailable('other-database');
    return readable(answer, group, name);
  };
  return { name, prefix, server: server ?? 'local', keepsVersions: server !== null, read, checkWritable, write };
}

/** The person may be away for a moment. */
const ANSWER_MS = 180_000;

/** The key that a person grants in Zotero's window: for one write, or for all. */
async function askPerson(
  connection: Connection,
  serverHeaders: Record<string, string>,
  onQuestion: () => void,
): Promise<string> {
  onQuestion();
  const request = {
    path: '/local/authorize',
    body: { appName: 'paperqueue' },
    headers: serverHeaders,
    timeoutMs: ANSWER_MS,
  };
  const answer = await connection.send(request);
  if (answer === 'lost') throw unavailable('no-consent');
  if (answer.status === 403) throw denied();
  const granted = asText(asFields(parseJson(answer.text)).key);
  if (answer.status !== 200 || granted === undefined) throw unexpected({ status: answer.status });
  return granted;
}
