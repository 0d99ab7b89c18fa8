import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

export const ROOT = new URL('../../', import.meta.url);

/** Writes each file that its writer makes anew of the former text; with --check it only names those out of date. */
export async function writeAll(writers) {
  for (const [path, write] of Object.entries(writers)) {
    const file = new URL(path, ROOT);
    const old = existsSync(file) ? await readFile(file, 'utf8') : '';
    const text = write(old);
    if (text === old) continue;
    if (process.argv.includes('--check')) {
      console.error(`${path} is out of date: npm run docs`);
      process.exitCode = 1;
    } else await writeFile(file, text);
  }
}

/** Replaces what stands between the markers of a part; a document without them is a mistake. */
export function replacePart(text, part, lines) {
  const [begin, end] = [`<!-- ${part}: npm run docs -->`, `<!-- /${part} -->`];
  const [before, rest] = text.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined) throw new Error(`there are no markers of ${part}`);
  return `${before}${begin}\n${lines.join('\n')}\n${end}${after}`;
}

/** A value as Biome writes it on one line. */
export function toCode(value) {
  if (Array.isArray(value)) return `[${value.map(toCode).join(', ')}]`;
  if (typeof value === 'string')
    return value.includes("'")
      ? JSON.stringify(value)
      : `'${value.replaceAll('\n', '\\n').replaceAll('\ufeff', '\\ufeff')}'`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{ ${entries.map(([name, each]) => `${toName(name)}: ${toCode(each)}`).join(', ')} }`;
}

/** The name of a property. */
export function toName(name) {
  return /^[\w$]+$/.test(name) ? name : toCode(name);
}

/** Longer lines are broken, as Biome breaks them. */
function isShort(line) {
  return line.trimEnd().length <= 120;
}

/** A constant list of names. */
export function toConstant(constant, names) {
  const line = `export const ${constant} = ${toCode(names)} as const;`;
  return isShort(line)
    ? line
    : `export const ${constant} = [\n${names.map((name) => `  ${toCode(name)},\n`).join('')}] as const;`;
}

/** Imports of what each part exports under one name, and others, in Biome's order. */
export function toImports(exported, parts, ...others) {
  const own = parts.map(({ local, path }) => `import { ${exported} as ${local} } from '${path}';\n`);
  const pathOf = (line) => /'(.*)'/.exec(line)[1];
  return [...own, ...others].sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1)).join('');
}
