import { invalidInput } from '../../contract/errors.ts';
import { type InvalidField, invalidField, knownSpelling } from '../../contract/invalid.ts';
import { byWord } from '../../lib/groups.ts';
import { splitTrimmed } from '../../lib/line.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { shown } from '../../lib/shown.ts';
import { readKeywords, readNotes } from '../../papers/clean-fields.ts';
import { normalisePaper, type Paper, type PaperInput } from '../../papers/paper.ts';
import { type Edits, withEdits } from '../../papers/works/edited-fields.ts';
import { EDITABLE_FIELDS, type EditableField } from './editable-fields.ts';

/** A user's edit of papers in the library. */
export type PaperEdit = {
  /** Values by field name, as the user wrote them; they replace the current values. */
  set: Readonly<Record<string, string>>;
  /** Names of fields to empty. */
  unset: readonly string[];
  tags: readonly string[];
  untags: readonly string[];
  notes: readonly string[];
};

type Rule = {
  field: keyof PaperInput & keyof Paper;
  /** Parses the text for the normaliser, which may still reject the value. */
  read: (text: string, paper: Paper) => unknown;
  /** Fields to change along with this one, if they contradict the new value. */
  also?: (edited: Edits, paper: Paper) => Edits;
  /** The field identifies the journal, so the quartile must be looked up again. */
  isJournal?: true;
};

const plain = (text: string) => text;
const list = (text: string) => splitTrimmed(text, ';');
const text = (field: Rule['field']): Rule => ({ field, read: plain });
const names = (field: Rule['field']): Rule => ({ field, read: list });

/** The editable fields, by the names that commands use. */
const RULES: Readonly<Record<EditableField, Rule>> = {
  title: text('title'),
  abstract: text('abstract'),
  summary: text('summary'),
  authors: names('authors'),
  editors: names('editors'),
  year: {
    field: 'year',
    read: (year) => (/^\d{4}$/.test(year) ? Number(year) : undefined),
    also: ({ year }, { publishedAt }) => (publishedAt?.startsWith(String(year)) ? {} : { publishedAt: undefined }),
  },
  publishedAt: {
    field: 'publishedAt',
    read: (date) => (/^\d{4}(-\d{2}){0,2}$/.test(date) ? date : undefined),
    also: ({ publishedAt }) => (publishedAt === undefined ? {} : { year: Number(publishedAt.slice(0, 4)) }),
  },
  venue: { ...text('venue'), isJournal: true },
  publisher: text('publisher'),
  publisherPlace: text('publisherPlace'),
  edition: text('edition'),
  series: text('series'),
  seriesNumber: text('seriesNumber'),
  volume: text('volume'),
  issue: text('issue'),
  pages: text('pages'),
  isbns: { field: 'isbns', read: list },
  issns: { field: 'issns', read: list, isJournal: true },
  language: text('language'),
  type: { field: 'publicationType', read: plain },
  doi: { field: 'doi', read: plain },
  arxivId: { field: 'arxivId', read: plain },
  pmid: { field: 'pmid', read: plain },
  pmcid: { field: 'pmcid', read: plain },
  link: { field: 'link', read: plain },
  pdfLink: { field: 'pdfLink', read: plain },
  citationKey: {
    field: 'bibtex',
    read: (key, { bibtex }) => ({ ...bibtex, key }),
  },
  tags: { field: 'keywords', read: list },
  notes: { field: 'notes', read: (note) => [note] },
};

/** Aliases that people also use. */
const OTHER_NAMES = byWord(
  {
    authors: 'author',
    editors: 'editor',
    publishedAt: 'date',
    venue: 'journal',
    publisherPlace: 'place',
    issue: 'number',
    isbns: 'isbn',
    issns: 'issn',
    arxivId: 'arxiv',
    link: 'url',
    citationKey: 'key',
    tags: 'tag|keywords|keyword',
    notes: 'note',
  },
  '|',
);

/** A validated edit, applicable to any paper of the library. */
export type CheckedEdit = {
  /** The identifiers that the edit assigns to a paper. */
  identifiers: string[];
  /** The edited record; `on` is the day (ISO, UTC). Throws INVALID_INPUT for a tag that the paper does not have. */
  apply: (record: Paper, on: string) => Paper;
};

/** Throws INVALID_INPUT naming every wrong field and value. */
export function checkEdit({ set, unset, tags, untags, notes }: PaperEdit): CheckedEdit {
  const wrong: InvalidField[] = [];
  const ruleOf = (flag: string, name: string) => {
    const known = knownSpelling(name, [...EDITABLE_FIELDS, ...OTHER_NAMES.keys()]) ?? name;
    const editable = OTHER_NAMES.get(known) ?? EDITABLE_FIELDS.find((field) => field === known);
    if (editable !== undefined) return { name: editable, rule: RULES[editable] };
    wrong.push(invalidField(flag, { kind: 'not-editable', fields: EDITABLE_FIELDS, given: shown(name) }));
    return undefined;
  };
  const values = new Map<string, [rule: Rule, value: string]>();
  for (const [name, value] of Object.entries(set)) {
    const found = ruleOf('set', name);
    if (!found) continue;
    if (values.has(found.name)) wrong.push(invalidField('set', { kind: 'edited-twice', field: found.name }));
    else if (readValue(found.rule, value, BLANK) === undefined)
      wrong.push(invalidField('set', { kind: 'not-its-value', of: found.name, given: shown(value) }));
    values.set(found.name, [found.rule, value]);
  }
  const emptied = new Map<string, Rule>();
  for (const name of unset) {
    const found = ruleOf('unset', name);
    if (!found) continue;
    if (values.has(found.name)) wrong.push(invalidField('unset', { kind: 'edited-twice', field: found.name }));
    if (found.name === 'title' || found.name === 'citationKey')
      wrong.push(invalidField('unset', { kind: 'always-there', field: found.name }));
    emptied.set(found.name, found.rule);
  }
  for (const [flag, texts] of Object.entries({ tag: tags, untag: untags, note: notes }))
    if (texts.some((each) => each.trim() === '')) wrong.push(invalidField(flag, { kind: 'no-text' }));
  if (wrong.length > 0) throw invalidInput(wrong);

  return {
    identifiers: ['doi', 'arxivId', 'pmid', 'pmcid'].flatMap((name) => values.get(name)?.[1] ?? []),
    apply(record, on) {
      const edits: Edits = {};
      for (const [rule, value] of values.values()) {
        const edited = readValue(rule, value, record) ?? {};
        Object.assign(edits, rule.also?.(edited, record), edited);
      }
      for (const { field, also } of emptied.values()) {
        const none = field === 'authors' ? [] : undefined;
        Object.assign(edits, also?.({ [field]: none }, record), { [field]: none });
      }
      const isOtherJournal = [...values.values()].some(([{ isJournal }]) => isJournal);
      const edited = withEdits(isOtherJournal ? withoutQuartile(record) : record, edits, on);
      return changeLists(edited, { tags, untags, notes }, on);
    },
  };
}

const BLANK: Paper = { key: 'blank', title: 'Blank', authors: [], fieldsOfStudy: [], downloadable: false };

/** The normalised value; undefined if the text is not a valid value of this field. */
function readValue({ field, read }: Rule, value: string, record: Paper): Edits | undefined {
  const input = { ...BLANK, familyNames: record.familyNames, [field]: read(value.trim(), record) } as PaperInput;
  const normal = normalisePaper(input);
  const isRead = Array.isArray(normal[field]) ? normal[field].length > 0 : normal[field];
  if (!isRead || (field === 'bibtex' && normal.bibtex?.key !== value.trim())) return undefined;
  return { [field]: normal[field], ...(field === 'authors' && { familyNames: normal.familyNames }) };
}

function withoutQuartile({ quartile: _, quartileSource: __, quartileYear: ___, ...record }: Paper): Paper {
  return record;
}

/**
 * Adds and removes tags and notes. Added ones are merged with those that later files bring. Once a tag is removed, the
 * tags belong to the user alone, so that no file restores it.
 */
function changeLists(record: Paper, { tags, untags, notes }: Omit<PaperEdit, 'set' | 'unset'>, on: string): Paper {
  const removed = new Set(untags.map((tag) => tag.trim().toLowerCase()));
  const before = record.keywords ?? [];
  const isRemoved = (tag: string) => removed.has(tag.toLowerCase());
  const keywords = readKeywords([...before.filter((tag) => !isRemoved(tag)), ...tags]);
  const allNotes = readNotes([...(record.notes ?? []), ...notes]);
  const untagged = before.some(isRemoved) ? withEdits(record, { keywords }, on) : record;
  const { keywords: _, notes: __, ...rest } = untagged;
  return { ...rest, ...omitUndefined({ keywords, notes: allNotes }) };
}

/** The fields that an edit changed, by their user-visible names. */
export function listChanges(before: Paper, after: Paper): { field: string; from: unknown; to: unknown }[] {
  return Object.entries(RULES).flatMap(([name, { field }]) => {
    const read = ({ [field]: value, bibtex }: Paper) => (name === 'citationKey' ? bibtex?.key : value);
    const [from, to] = [read(before), read(after)];
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field: name, from, to }];
  });
}
