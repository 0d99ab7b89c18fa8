import { asFields, asText, asTexts, type Fields, oneOrMore } from '../lib/json.ts';
import { byPlainName, plainName } from '../lib/plain-names.ts';

/** A service's message about a failure. `path` is empty if no field is named. */
export type ErrorAnswer = { text?: string; fields: { path: string; message: string }[] };

/** Names of texts about an error, the most informative first; compared without case, `_` and `-`. */
const TEXT_NAMES = ['error', 'message', 'msg', 'title', 'detail', 'reason', 'description', 'cause', 'explanation'];
/** Prefixes that say what the text is about, as in `errorMessage` and `failure_reason`. */
const PREFIXES = ['', 'error', 'failure', 'status', 'last', 'exc', 'exception'];
const SINGLE_NAMES = [
  ...PREFIXES.flatMap((prefix) => TEXT_NAMES.map((name) => prefix + name)),
  ...['faultstring', 'exception', 'failure', 'fault', 'info', 'comment'],
];
/** Other informative names, such as `failedReason` or `faultstring`: used if no name above has a text. */
const INFORMATIVE = /(?:reason|message|error|exception|fault|faultstring|traceback|stderr|text|excinfo)$/;
/** Names of lists of wrong fields; any of the names above may hold one, too. */
const LIST_NAMES =
  'errors details errordetails failuredetails messages issues violations fieldviolations invalidparams'.split(' ');
const MESSAGE_NAMES = ['message', 'msg', 'detail', 'reason', 'description', 'error', 'title', 'text'];
const FIELD_NAMES = ['path', 'field', 'param', 'parameter', 'loc', 'property', 'instancepath', 'pointer', 'name'];
/** Outside a list, `path` is the address of the request. */
const SINGLE_FIELD_NAMES = ['field', 'param', 'parameter'];
/** Parts of the answer that may contain its error. */
const WRAPPERS = ['data', 'response', 'result', 'payload', 'job', 'body', 'meta', 'validation', 'json'];
/** Codes for programs, used if there is no text. */
const CODE_NAMES = ['code', 'errorcode', 'errortype'];

const MAX_LEVELS = 5;
const MAX_TEXTS = 5;
/** Entries and names that are looked at in one part of an answer. */
const MAX_ENTRIES = 100;
const MAX_PLAIN_CHARACTERS = 500;

/**
 * Reads what an answer says about a failure, in every form that services use (contract, part D): texts under the usual
 * names, lists of wrong fields, or a short plain text. `body` is parsed JSON, or the text of a body that is not JSON.
 * An HTML page or any other body yields neither text nor fields. The text is foreign: clean it before showing it.
 */
export function readErrorAnswer(body: unknown): ErrorAnswer {
  const found: Found = { texts: [], fields: [] };
  if (typeof body === 'string') {
    if (isPlainText(body)) found.texts.push(body);
  } else if (Array.isArray(body)) readEntries(body, found, 0);
  else readObject(asFields(body), found, 0);
  const texts = found.texts.map((text) => text.trim()).filter(isFirst);
  const text = texts.slice(0, MAX_TEXTS).join(': ');
  return { ...(text !== '' && { text }), fields: found.fields };
}

type Found = { texts: string[]; fields: ErrorAnswer['fields'] };

/** An HTML page comes from something in front of the service; a long text is not a reason. */
function isPlainText(body: string): boolean {
  const text = body.trim();
  return text !== '' && text.length <= MAX_PLAIN_CHARACTERS && !/^<|<(?:!doctype|html|head|body|title)\b/i.test(text);
}

/** Whether no earlier text contains this one. */
function isFirst(text: string, at: number, texts: readonly string[]): boolean {
  return !texts.slice(0, at).some((earlier) => earlier.toLowerCase().includes(text.toLowerCase()));
}

function readObject(object: Fields, found: Found, level: number): void {
  if (level > MAX_LEVELS) return;
  const named = byPlainName(object);
  const values = (names: readonly string[]) => names.map((name) => named.get(name)).filter((value) => value != null);
  const field = values(SINGLE_FIELD_NAMES).map(asText).find(Boolean);
  for (const value of values(SINGLE_NAMES)) {
    const text = asText(value);
    if (text === undefined) readPart(value, found, level);
    else if (field === undefined) found.texts.push(text);
    else found.fields.push({ path: field, message: text });
  }
  for (const value of values(LIST_NAMES)) {
    const { data } = asFields(value);
    const list = Array.isArray(data) ? data : value;
    if (!readFieldMessages(asFields(list), found, messagesIn)) readPart(list, found, level);
  }
  if (isFound(found)) return;
  for (const value of values(WRAPPERS)) if (!Array.isArray(value)) readPart(value, found, level);
  if (isFound(found) || readFieldMessages(object, found, textsIn)) return;
  for (const [name, value] of named) if (INFORMATIVE.test(name)) found.texts.push(...asTexts(oneOrMore(value)));
  if (isFound(found)) return;
  // An envelope in a language of its own: `{"soap:Envelope": {"soap:Body": {"soap:Fault": {}}}}`.
  const [[, only] = [], ...others] = [...named];
  if (others.length === 0 && asFields(only) === only) readPart(only, found, level);
  if (isFound(found)) return;
  const code = values(CODE_NAMES).map(asText).find(Boolean);
  if (code !== undefined) found.texts.push(code);
}

const isFound = ({ texts, fields }: Found): boolean => texts.length > 0 || fields.length > 0;

function readPart(value: unknown, found: Found, level: number): void {
  const text = asText(value);
  if (text !== undefined) found.texts.push(text);
  else if (Array.isArray(value)) readEntries(value, found, level + 1);
  else readObject(asFields(value), found, level + 1);
}

/** A list of texts, or of wrong fields. */
function readEntries(entries: readonly unknown[], found: Found, level: number): void {
  if (level > MAX_LEVELS) return;
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    const named = byPlainName(asFields(entry));
    const path = readPath(named);
    const message = MESSAGE_NAMES.map((name) => asText(named.get(name))).find(Boolean);
    if (path !== '') found.fields.push({ path, message: message ?? '' });
    else if (message !== undefined) found.texts.push(message);
    else readPart(entry, found, level);
  }
}

/** The texts of a list of texts; empty for any other value. */
function textsIn(value: unknown): string[] {
  const texts = asTexts(value);
  return Array.isArray(value) && texts.length === value.length ? texts : [];
}

/** The messages of one wrong field: a text, a list of texts, or an object with one. */
function messagesIn(value: unknown): string[] {
  const { message, msg } = asFields(value);
  return typeof value === 'string' ? asTexts(value) : [...textsIn(value), ...asTexts(message ?? msg)];
}

/** Reads messages under the names of wrong fields; false, with nothing read, if any entry is something else. */
function readFieldMessages(object: Fields, found: Found, messages: (value: unknown) => string[]): boolean {
  const entries = Object.entries(object).slice(0, MAX_ENTRIES);
  const read = entries.map(([path, value]) => ({ path, messages: messages(value) }));
  const isOther = ({ path, messages }: (typeof read)[number]) =>
    messages.length === 0 || SINGLE_NAMES.includes(plainName(path));
  if (read.length === 0 || read.some(isOther)) return false;
  for (const { path, messages } of read) for (const message of messages) found.fields.push({ path, message });
  return true;
}

function readPath(named: ReadonlyMap<string, unknown>): string {
  const source = byPlainName(asFields(named.get('source')));
  for (const name of FIELD_NAMES) {
    const value = named.get(name) ?? source.get(name);
    const path = Array.isArray(value) ? joinPath(value) : pathOfPointer(asText(value) ?? '');
    if (path !== '') return path;
  }
  return '';
}

/** The parts of a request, which precede the name of a field. */
const PARTS = new Set(['body', 'query', 'params', 'data', 'attributes', 'header', 'headers', 'path']);

function joinPath(parts: readonly unknown[]): string {
  const names = parts.filter((part) => typeof part === 'string' || typeof part === 'number');
  while (names.length > 1 && PARTS.has(String(names[0]))) names.shift();
  return names.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
    '',
  );
}

/** Converts a JSON pointer to a path; leaves other texts unchanged. */
function pathOfPointer(text: string): string {
  if (!/^#?\//.test(text)) return text;
  return joinPath(
    text
      .split('/')
      .slice(1)
      .map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
  );
}
