type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type OmitUndefined<T> = Omit<T, OptionalKeys<T>> & { [K in OptionalKeys<T>]?: Exclude<T[K], undefined> };

/** A copy without the fields whose value is undefined. */
export function omitUndefined<T extends object>(fields: T): OmitUndefined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as OmitUndefined<T>;
}

/** The fields with a value: undefined, null, an empty text and an empty list are left out. */
export function omitEmpty<T extends Record<string, unknown>>(fields: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const hasValue = (value: unknown) => value != null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => hasValue(value))) as {
    [Name in keyof T]?: NonNullable<T[Name]>;
  };
}
