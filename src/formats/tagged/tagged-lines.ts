import { appendTo } from '../../lib/groups.ts';

/** Tagged text: one tag and value per line (`TI  - A title`); lines without a tag continue the value. */
export type Tags = ReadonlyMap<string, string[]>;

const NO_LISTS: ReadonlySet<string> = new Set();

/**
 * Characters that are line breaks elsewhere but not in these formats. Texts copied from web pages and PDFs contain
 * them. A regular expression would end the line there, and the rest would be lost or assigned to the tag before.
 */
const SEPARATORS = /[\u0085\u2028\u2029\v\f]+/g;

/**
 * The values of each tag in order; `tag` matches a tag and its value. Lines before the first tag are ignored. A line
 * without tag and indentation continues the value; for tags in `lists` it is another value.
 */
export function readTags(record: string, tag: RegExp, lists: ReadonlySet<string> = NO_LISTS): Tags {
  const tags = new Map<string, string[]>();
  /** The open tag, and the lines of its value. */
  let open: { name: string; lines: string[] } | undefined;
  const close = () => {
    if (!open) return;
    appendTo(tags, open.name, open.lines.filter(Boolean).join(' '));
  };
  for (const line of record.replace(SEPARATORS, ' ').split(/\r?\n|\r/)) {
    const [, name, value = ''] = tag.exec(line) ?? [];
    if (name !== undefined) {
      close();
      open = { name: name.toUpperCase(), lines: [value.trim()] };
    } else if (open && lists.has(open.name) && /^\S/.test(line)) {
      const { name } = open;
      close();
      open = { name, lines: [line.trim()] };
    } else open?.lines.push(line.trim());
  }
  close();
  return tags;
}

/** The first value of the first of these tags that is not empty. */
export function firstValue(tags: Tags, ...names: string[]): string | undefined {
  return names.flatMap((name) => tags.get(name) ?? []).find((value) => value !== '');
}

/** All values of the first of these tags that has any. */
export function allValues(tags: Tags, ...names: string[]): string[] {
  return (
    names.map((name) => (tags.get(name) ?? []).filter((value) => value !== '')).find((values) => values.length > 0) ??
    []
  );
}
