import { relative, resolve } from 'node:path';
import {
  API,
  type Checker,
  SignatureKind,
  SymbolFlags,
  type Symbol as SymbolOf,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';
import { OWN_TEXTS } from './exceptions.ts';
import { createShapes, isOurs } from './shapes.ts';
import { SOURCE_FILES } from './source-files.ts';
import { readsText, type Shape } from './values.ts';

/**
 * The readers of the source: every function that a module exports, by itself, in an object or by what it makes, whose
 * parameters hold text or bytes. They are found by their types, so that nobody has to list a new one.
 */

export type Reader = {
  file: string;
  /** From the export to the function: names of properties, and what a call takes that makes the next one. */
  path: (string | Shape[])[];
  takes: Shape[];
};

/**
 * What reads nothing of strangers: the process itself, and the files of this machine's programs. What has a thread read
 * a file of the user's is not fed, but the readers of that thread are.
 */
const NO_READERS =
  /^src\/(?:main\.ts|app\/|platform\/(?:sqlite\/|threads)|faces\/(?:setup|doctor)\/)|^src\/report\/view\/(?:main|app|page|dom)\.ts$|(?:-thread|-worker)\.ts$|^src\/faces\/ui\/(?:take-files|screening\/take-review-file)\.ts$/;

const MAX_STEPS = 6;

export function nameOf({ file, path }: Reader): string {
  return `${file} ${path.map((step) => (typeof step === 'string' ? step : '()')).join('.')}`;
}

function withOwnTexts(reader: Reader): Reader {
  const own = OWN_TEXTS[nameOf(reader)] ?? [];
  return { ...reader, takes: reader.takes.map((shape, index): Shape => (own.includes(index) ? { is: ';' } : shape)) };
}

/** The readers in these files. Takes seconds: it asks TypeScript for every type. */
export function findReaders(files: readonly string[] = SOURCE_FILES): Reader[] {
  const api = new API({ cwd: process.cwd() });
  try {
    const projects = api
      .updateSnapshot({ openProjects: ['tsconfig.json', 'src/report/view/tsconfig.json'] })
      .getProjects();
    return projects.flatMap(({ checker, program }) => {
      const isOfPage = program.getSourceFile(resolve('src/report/view/main.ts')) !== undefined;
      return files
        .filter((file) => file.startsWith('src/report/view/') === isOfPage && !NO_READERS.test(file))
        .flatMap((file) => {
          const source = program.getSourceFile(resolve(file));
          const module = source && checker.getSymbolAtLocation(source);
          return module ? readersOf(checker, file, module) : [];
        });
    });
  } finally {
    api.close();
  }
}

function readersOf(checker: Checker, file: string, module: SymbolOf): Reader[] {
  const shapeOf = createShapes(checker);
  const readers: Reader[] = [];
  const visit = (type: Type | undefined, path: Reader['path']): void => {
    if (!type || path.length > MAX_STEPS || (type.flags & TypeFlags.Object) === 0) return;
    const [call] = checker.getSignaturesOfType(type, SignatureKind.Call);
    if (call) {
      const takes = call.getParameters().map((parameter) => shapeOf(checker.getTypeOfSymbol(parameter)));
      if (takes.some(readsText)) readers.push(withOwnTexts({ file, path, takes }));
      // Whoever reads piece by piece is made first.
      else if (!takes.some((shape) => shape === 'other'))
        visitObject(checker.getReturnTypeOfSignature(call), [...path, takes]);
      return;
    }
    visitObject(type, path);
  };
  const visitObject = (type: Type | undefined, path: Reader['path']): void => {
    if (!type || (type.flags & TypeFlags.Object) === 0 || !isOurs(type)) return;
    if (checker.isArrayType(type) || checker.isTupleType(type)) return;
    for (const property of checker.getPropertiesOfType(type)) {
      const held = checker.getTypeOfSymbol(property);
      visit(held && checker.getNonNullableType(held), [...path, property.name]);
    }
  };
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    if ((symbol.flags & (SymbolFlags.Function | SymbolFlags.Variable)) === 0) continue;
    // What a module passes on is found where it is written.
    if (relative(process.cwd(), symbol.valueDeclaration?.path ?? '') !== file) continue;
    visit(checker.getTypeOfSymbol(symbol), [exported.name]);
  }
  return readers;
}
