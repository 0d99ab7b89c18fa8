import type { Fields } from './settings.ts';

/** Prints a TOML table; objects in it become tables below it. */
export function printToml(table: readonly string[], fields: Fields): string {
  const isTable = (value: unknown) => typeof value === 'object' && !Array.isArray(value);
  const entries = Object.entries(fields);
  const lines = entries.filter(([, value]) => !isTable(value)).map(([key, value]) => `${key} = ${printValue(value)}\n`);
  const tables = entries.filter(([, value]) => isTable(value));
  const below = tables.map(([key, value]) => `\n${printToml([...table, key], value as Fields)}`);
  return [`[${table.join('.')}]\n`, ...lines, ...below].join('');
}

/** A text, a number, or a list of them: TOML writes them as JSON does, but also escapes U+007F. */
function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}
