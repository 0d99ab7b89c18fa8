const KEY = /^[23456789A-NP-Z]{8}$/;

/** Whether a value is a valid Zotero key of an item or collection. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && KEY.test(value);
}
