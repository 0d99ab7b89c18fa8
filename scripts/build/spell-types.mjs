import { resolve } from 'node:path';
import { API, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';

const MAX_COLUMNS = 120;

/**
 * The declarations of the types that a module exports, each written out with the comments of its fields. A type that
 * names nothing but globals and the module's other types stays as it is written.
 */
export function spellTypes(path, config) {
  const api = new API({ cwd: process.cwd() });
  try {
    const [{ checker, program }] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    const file = program.getSourceFile(resolve(path));
    const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(file));
    const types = new Map(symbols.map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]));
    const statements = file.statements.filter(({ name }) => name);
    const inside = new Set([
      ...[...file.text.matchAll(/^import .*?;/gms)].flatMap(([text]) => text.match(/\w+(?=,| \}| from)/g)),
      ...statements.map(({ name }) => name.text).filter((name) => !types.has(name)),
    ]);
    const print = printerOf(checker, types);
    const declarations = statements.flatMap(({ name, pos, end }) => {
      const type = types.get(name.text);
      if (!type) return [];
      const text = file.text.slice(pos, end).trim();
      const words = text.replace(/\/\*\*.*?\*\//gs, '').match(/\w+/g);
      if (!words.some((word) => inside.has(word))) return text;
      const symbol = symbols.find((each) => each.name === name.text);
      const start = `export type ${name.text} =`;
      return `${comment(symbol.getDocumentationComment(checker), '')}${start}${spaced(print(type, '', start.length, true))};`;
    });
    return `${declarations.join('\n\n')}\n`;
  } finally {
    api.close();
  }
}

/** Apart from what stands before it, on the same line or on lines of its own. */
function spaced(text) {
  return text.startsWith('\n') ? text : ` ${text}`;
}

function comment(text, indent) {
  if (text === '') return '';
  const line = `${indent}/** ${text} */\n`;
  if (!text.includes('\n') && line.length <= MAX_COLUMNS) return line;
  return `${indent}/**\n${text.replaceAll(/^/gm, `${indent} * `)}\n${indent} */\n`;
}

/** How a type is written: one of `named` by its name, an object field by field. */
function printerOf(checker, named) {
  const isObject = (type) => (type.flags & TypeFlags.Object) !== 0;
  const isAbsent = (type) => (type.flags & (TypeFlags.Undefined | TypeFlags.Null)) !== 0;
  // An optional field lacks its value, which is not undefined.
  const partsOf = (type) =>
    (type.isUnionType() ? type.getTypes() : [type]).filter(
      (part) => (part.flags & TypeFlags.Undefined) === 0 || part === checker.getUndefinedType(),
    );
  const wordsOf = (type) => partsOf(type).filter((part) => !isAbsent(part));
  const isSame = (one, other) => one.length === other.length && one.every((part) => other.includes(part));
  const nameOf = (type) => [...named].find(([, known]) => isSame(wordsOf(known), wordsOf(type)))?.[0];

  function print(type, indent, column, isNew = false) {
    const name = isNew ? undefined : nameOf(type);
    const parts = wordsOf(type);
    const isFlag = parts.length === 2 && parts.every((part) => (part.flags & TypeFlags.BooleanLiteral) !== 0);
    const words = name ? [name] : isFlag ? ['boolean'] : parts.map((part) => printPart(part, indent));
    const all = [
      ...words,
      ...partsOf(type)
        .filter(isAbsent)
        .map((part) => checker.typeToString(part))
        .sort(),
    ];
    const line = all.join(' | ');
    if (words.length === 1 || line.length + column <= MAX_COLUMNS) return line;
    return all.map((word) => `\n${indent}  | ${word}`).join('');
  }

  function printPart(type, indent) {
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type);
      const of = print(item, indent, 0);
      const readonly = checker.typeToString(type).startsWith('readonly') ? 'readonly ' : '';
      return `${readonly}${of.includes(' | ') ? `(${of})` : of}[]`;
    }
    return isObject(type) ? printObject(type, indent) : checker.typeToString(type).replaceAll('"', "'");
  }

  function printObject(type, indent) {
    const fields = checker.getPropertiesOfType(type);
    const [index] = checker.getIndexInfosOfType(type);
    if (fields.length === 0 && index)
      return `Record<${checker.typeToString(index.keyType)}, ${print(index.valueType, indent, 0)}>`;
    const inner = `${indent}  `;
    const lines = fields.map((field) => {
      const start = `${inner}${field.name}${(field.flags & SymbolFlags.Optional) === 0 ? '' : '?'}:`;
      const value = print(checker.getTypeOfSymbol(field), inner, start.length);
      return `${comment(field.getDocumentationComment(checker), inner)}${start}${spaced(value)};\n`;
    });
    if (index) lines.unshift(`${inner}[further: string]: ${print(index.valueType, inner, 0)};\n`);
    return `{\n${lines.join('')}${indent}}`;
  }

  return print;
}
