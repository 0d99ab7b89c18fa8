/** Tagged text: one tag and value a line (`TI  - A title`), which further lines without a tag go on with. */
export type Tags = ReadonlyMap<string, string[]>;

/**
 * The values of each tag in their order; `tag` finds tag and value of a line. Lines before the first tag are left out.
 */
export function readTags(record: string, tag: RegExp): Tags {
  const tags = new Map<string, string[]>();
  let values: string[] | undefined;
  for (const line of record.split(/\r?\n|\r/)) {
    const [, name, value = ''] = tag.exec(line) ?? [];
    if (name !== undefined) {
      values = tags.get(name.toUpperCase()) ?? [];
      tags.set(name.toUpperCase(), values);
      values.push(value.trim());
    } else if (line.trim() !== '' && values) values.push(`${values.pop() ?? ''} ${line.trim()}`.trim());
  }
  return tags;
}

/** The first value of the first of these tags that says anything. */
export function firstOf(tags: Tags, ...names: string[]): string | undefined {
  return names.flatMap((name) => tags.get(name) ?? []).find((value) => value !== '');
}

/** All values of the first of these tags that has any. */
export function allOf(tags: Tags, ...names: string[]): string[] {
  return (
    names.map((name) => (tags.get(name) ?? []).filter((value) => value !== '')).find((values) => values.length > 0) ??
    []
  );
}
