const KEY = /^[23456789A-NP-Z]{8}$/;

/** Whether a value is the key of an item or collection, as Zotero makes them. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && KEY.test(value);
}
