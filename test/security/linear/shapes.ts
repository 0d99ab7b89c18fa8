import { type Checker, SignatureKind, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';
import { readsText, type Shape } from './values.ts';

/** How deep a type is looked into: papers hold lists of authors, who hold lists of affiliations. */
const MAX_DEPTH = 7;

const ABSENT = TypeFlags.Undefined | TypeFlags.Null | TypeFlags.Void | TypeFlags.Never;
const BYTES = new Set(['Uint8Array', 'Buffer', 'ArrayBuffer']);

/** Whether a type is written in this repository; what is not is given only as far as it is known here. */
export function isOurs(type: Type): boolean {
  const declared = type.getSymbol()?.declarations ?? [];
  return !declared.some(({ path }) => path.includes('/node_modules/'));
}

/** What values of types hold, as far as texts are concerned. */
export function createShapes(checker: Checker): (type: Type | undefined) => Shape {
  const isAbsent = (type: Type) => (type.flags & ABSENT) !== 0;
  const argumentsOf = (type: Type) => (type.isTypeReference() ? checker.getTypeArguments(type) : []);

  const ofUnion = (parts: readonly Type[], depth: number): Shape => {
    const present = parts.filter((part) => !isAbsent(part));
    if (present.some((part) => part.flags & TypeFlags.String)) return 'text';
    if (present.length === 2 && present.every((part) => part.flags & TypeFlags.BooleanLiteral)) return 'boolean';
    const shapes = present.map((part) => of(part, depth));
    return shapes.find(readsText) ?? shapes[0] ?? 'absent';
  };

  /** Of what others have written: the types of the language. */
  const ofKnown = (type: Type, depth: number): Shape => {
    const name = type.getSymbol()?.name ?? '';
    const [first, second] = argumentsOf(type);
    if (BYTES.has(name)) return 'bytes';
    if (name === 'Date') return 'date';
    if (name === 'Headers') return 'headers';
    if (/^(?:Readonly)?Map$/.test(name)) return { map: [of(first, depth), of(second, depth)] };
    if (/^(?:Readonly)?Set$/.test(name)) return { set: of(first, depth) };
    if (/^Async(?:Iterable|Iterator|Generator)$/.test(name)) return { stream: of(first, depth) };
    if (/^(?:Iterable|Iterator|Generator)$/.test(name)) return { list: of(first, depth) };
    if (/^Promise(?:Like)?$/.test(name)) return { promise: of(first, depth) };
    return 'other';
  };

  const ofObject = (type: Type, depth: number): Shape => {
    if (checker.isTupleType(type)) {
      const parts = argumentsOf(type);
      return { tuple: parts.map((part) => of(part, depth + 1)) };
    }
    if (checker.isArrayType(type)) {
      const [part] = argumentsOf(type);
      return { list: of(part, depth + 1) };
    }
    const [call] = checker.getSignaturesOfType(type, SignatureKind.Call);
    if (call) return { call: of(checker.getReturnTypeOfSignature(call), depth + 1) };
    if (!isOurs(type)) return ofKnown(type, depth + 1);
    const properties = checker.getPropertiesOfType(type);
    const [index] = checker.getIndexInfosOfType(type);
    if (properties.length === 0 && index) {
      const isUnknown = (index.valueType.flags & (TypeFlags.Unknown | TypeFlags.Any)) !== 0;
      return isUnknown ? 'fields' : { record: of(index.valueType, depth + 1) };
    }
    const object: Record<string, Shape> = {};
    const types = checker.getTypeOfSymbol(properties);
    for (const [index, property] of properties.entries()) {
      const shape = of(types[index], depth + 1);
      const isOptional = (property.flags & SymbolFlags.Optional) !== 0;
      const isWork = typeof shape === 'object' && 'call' in shape;
      // What does something is no data, but a store or a connection.
      if (isWork && !isOptional) return 'other';
      if (!isWork && !(isOptional && !readsText(shape))) object[property.name] = shape;
    }
    return { object };
  };

  const known = new Map<number, Shape>();
  const of = (type: Type | undefined, depth: number): Shape => {
    if (!type || isAbsent(type)) return 'absent';
    const found = known.get(type.id);
    if (found !== undefined) return found;
    // Within itself it holds no more of its kind.
    known.set(type.id, 'absent');
    const shape = newShape(type, depth);
    known.set(type.id, shape);
    return shape;
  };

  const newShape = (type: Type, depth: number): Shape => {
    const { flags } = type;
    if (flags & (TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping)) return 'text';
    if (flags & (TypeFlags.Unknown | TypeFlags.Any)) return 'text';
    if (type.isLiteralType()) return typeof type.value === 'bigint' ? 'other' : { is: type.value };
    if (flags & TypeFlags.NumberLike) return 'number';
    if (flags & TypeFlags.BooleanLike) return 'boolean';
    if (type.isUnionType()) return ofUnion(type.getTypes(), depth);
    if (type.isIntersectionType() && type.getTypes().some((part) => part.flags & TypeFlags.String)) return 'text';
    if (type.isTypeParameter()) {
      const bound = checker.getConstraintOfTypeParameter(type);
      return bound ? of(bound, depth + 1) : 'text';
    }
    if (depth > MAX_DEPTH) return 'other';
    return flags & (TypeFlags.Object | TypeFlags.Intersection) ? ofObject(type, depth) : 'other';
  };

  return (type) => of(type, 0);
}
