/** Reads JSON that others wrote: a value of another type than the wanted one counts as absent. */
export type Fields = Record<string, unknown>;

/** The entries of a JSON object; anything else has none. */
export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The entries of a list; a single value is a list of one, and null of none. */
export function oneOrMore(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value == null ? [] : [value];
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The texts in a list; a single text is a list of one. */
export function asTexts(value: unknown): string[] {
  return (typeof value === 'string' ? [value] : asList(value)).map(asText).filter((text) => text !== undefined);
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A text, or a number as a text: identifiers come as either. */
export function asId(value: unknown): string | undefined {
  return asNumber(value)?.toString() ?? asText(value);
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
