/** Reading JSON of strangers: what is not of the wanted type counts as absent. */
export type Fields = Record<string, unknown>;

/** The entries of a JSON object; of anything else there are none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The entries of a list; a single value is a list of one, and null of none. */
export function oneOrMore(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value == null ? [] : [value];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The texts of a list; a single text is a list of one. */
export function textsOf(value: unknown): string[] {
  return (typeof value === 'string' ? [value] : listOf(value)).map(textOf).filter((text) => text !== undefined);
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A text, or a number as text: identifiers come as either. */
export function idOf(value: unknown): string | undefined {
  return numberOf(value)?.toString() ?? textOf(value);
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
