import { asFields, asText, type Fields } from '../../lib/json.ts';
import { byPlainName, hasContent, plainName } from '../../lib/plain-names.ts';
import { unpackJson } from './containers.ts';

/** Finds the list of papers in an answer, wherever it is. */

/** A list with one of these names is the results, even if it is empty. */
const LIST_NAMES = new Set(
  (
    'results result papers data items articles records documents docs works hits publications entries matches rows ' +
    'searchresults searchresult paperlist resultlist output edges nodes content value values list paper hit'
  ).split(' '),
);
/** Longer names of results: `organic_results`. */
const LIST_NAME = /(?:results|papers|articles|publications|documents)$/;
/** Lists of other things, some with titles. */
const OTHER_LISTS = new Set(
  (
    'request query input params parameters filters facets aggregations sources progress notes notedata errors warnings ' +
    'logs messages steps keywords pagination links user account'
  ).split(' '),
);
const MAX_DEPTH = 6;
const MAX_OBJECTS = 1_000;

const TITLES =
  'title displayname papertitle articletitle documenttitle worktitle maintitle fulltitle titles headline titledisplay'.split(
    ' ',
  );
/** Fields that a paper has and a step or source of a search does not. */
const EVIDENCE = (
  'authors author authorships creators creator doi abstract year publicationyear publishedat publicationdate journal ' +
  'journalname venue externalids citationcount tldr issued abstractinvertedindex paperid pmid arxivid'
).split(' ');
/** Names under which an entry holds its paper: Elastic's hits, GraphQL's edges, JSON:API's attributes. */
const INNER = new Set(
  (
    'source paper item work node document doc article record attributes fields data publication metadata entry hit ' +
    'result value payload content bibliographic biblio citation bibjson metadata'
  ).split(' '),
);

/** Parts of an entry with further fields of the paper. */
const OF_FACTS = new Set(
  'bibliographic metadata attributes publication publicationinfo details bibliographicdata'.split(' '),
);
/** Names that in such a part describe something else, such as the journal. */
const OF_OTHERS = new Set('name title displayname id type url'.split(' '));
const MAX_WRAPPERS = 2;

/** An entry's paper: the entry itself, or the object that it wraps, with the fields beside that. */
export function unwrapEntry(entry: unknown, levels = MAX_WRAPPERS): Fields | undefined {
  const value = unpackJson(entry);
  const fields = asFields(value);
  if (fields !== value) return undefined;
  if (hasTitle(fields, byPlainName(fields))) return withInnerFacts(fields);
  if (levels === 0) return fields;
  for (const [name, part] of Object.entries(fields)) {
    if (!INNER.has(plainName(name))) continue;
    const inner = unwrapEntry(part, levels - 1);
    if (inner === undefined || !hasTitle(inner, byPlainName(inner))) continue;
    return withInner(fields, name, inner);
  }
  // `{ score, volumeInfo: { title, ... } }`
  const others = Object.entries(fields).filter(([, part]) => isPaperObject(part));
  const [[name = '', part] = []] = others;
  return others.length === 1 ? withInner(fields, name, asFields(part)) : fields;
}

function withInner(fields: Fields, name: string, inner: Fields): Fields {
  const { [name]: _, ...beside } = fields;
  return { ...beside, ...inner };
}

function isPaperObject(value: unknown): boolean {
  const fields = asFields(value);
  return fields === value && isPaperItself(fields, false);
}

function withInnerFacts(fields: Fields): Fields {
  const names = Object.keys(fields).filter((name) => OF_FACTS.has(plainName(name)));
  const facts = names.flatMap((name) => Object.entries(asFields(fields[name])));
  const further = facts.filter(([name]) => !OF_OTHERS.has(plainName(name)));
  return further.length === 0 ? fields : { ...Object.fromEntries(further), ...fields };
}

function hasTitle(fields: Fields, values: ReadonlyMap<string, unknown>): boolean {
  if (TITLES.some((name) => isTitle(values.get(name)))) return true;
  // Anything may have a name.
  return isTitle(fields.name) && hasEvidence(values);
}

function isTitle(value: unknown): boolean {
  const one = Array.isArray(value) ? value[0] : value;
  return asText(one) !== undefined || Object.values(asFields(one)).some((part) => asText(part) !== undefined);
}

function hasEvidence(values: ReadonlyMap<string, unknown>): boolean {
  return EVIDENCE.some((name) => hasContent(values.get(name)));
}

function isPaper(entry: unknown): boolean {
  const paper = unwrapEntry(entry);
  if (paper === undefined) return false;
  const values = byPlainName(paper);
  return hasTitle(paper, values) && hasEvidence(values);
}

/** An object of a list that may have papers and other things, such as people. */
function isSomethingElse(entry: unknown): boolean {
  const fields = unwrapEntry(entry);
  const values = byPlainName(fields);
  return fields !== undefined && !hasTitle(fields, values) && !hasEvidence(values);
}

/** Whether an object is a paper itself, not a wrapper of one. Outside of a list, a title alone does not show it. */
export function isPaperItself(fields: Fields, isListed: boolean): boolean {
  const values = byPlainName(fields);
  return hasTitle(fields, values) && (isListed || hasEvidence(values));
}

const MAX_JUDGED = 50;

function mostly(entries: readonly unknown[], holds: (entry: unknown) => boolean): boolean {
  const judged = entries.slice(0, MAX_JUDGED);
  return judged.filter(holds).length * 2 > judged.length;
}

export const isTitled = (entry: unknown): boolean => {
  const paper = unwrapEntry(entry);
  return paper !== undefined && hasTitle(paper, byPlainName(paper));
};

export type ResultList = {
  /** As received. */
  entries: unknown[];
  /** Whether most entries have a title. */
  hasPapers: boolean;
  /** The objects around it, inner ones first, which may describe pages. */
  around: Fields[];
};

type Found = ResultList & { rank: number };

/**
 * The first list of papers: one with a usual name, otherwise any list whose entries look like papers; otherwise, with a
 * usual name, one without papers. Papers that are named as something else than results, such as `related`, count only
 * if there is no other list. Undefined if there is none.
 */
export function findResults(json: unknown): ResultList | undefined {
  let best: Found | undefined;
  const consider = (value: unknown, name: string | undefined, around: Fields[]): boolean => {
    // The whole answer needs no name.
    const isExact = name === undefined || LIST_NAMES.has(name);
    const isBeside = !isExact && LISTS_BESIDE.test(name);
    const isNamed = isExact || (LIST_NAME.test(name) && !isBeside && !NO_RESULTS.test(name));
    const all = readEntries(value, isNamed);
    if (all === undefined) return false;
    const hasPapers = mostly(all, isNamed ? isTitled : isPaper);
    if (!hasPapers && !isExact) return false;
    const entries = isNamed ? all : all.filter((entry) => !isSomethingElse(entry));
    const others = isBeside ? 4 : 1;
    const rank = hasPapers ? (isExact ? 0 : NO_RESULTS.test(name) ? 5 : others) : entries.length > 0 ? 2 : 3;
    if (!best || rank < best.rank) best = { entries, hasPapers, around, rank };
    return true;
  };
  const whole = unpackJson(json);
  if (Array.isArray(whole) && consider(whole, undefined, []) && best?.hasPapers) return best;
  const parts = Object.values(asFields(whole));
  if (parts.length > 1 && parts.every(isPaper) && consider(whole, undefined, []) && best?.hasPapers) return best;
  const open: { fields: Fields; depth: number; around: Fields[] }[] = [
    { fields: asFields(Array.isArray(whole) ? whole[0] : whole), depth: 0, around: [] },
  ];
  const columns = findColumns(whole);
  const names = columnNames(columns ?? []);
  let seen = 0;
  for (let next = open.shift(); next && seen <= MAX_OBJECTS && best?.rank !== 0; next = open.shift()) {
    const { fields, depth } = next;
    const around = [fields, ...next.around];
    const inside: unknown[] = [];
    for (const [name, part] of Object.entries(fields)) {
      const plain = plainName(name);
      if (OTHER_LISTS.has(plain) || part === columns) continue;
      const value = columns ? asRows(unpackJson(part), names) : unpackJson(part);
      if (typeof value !== 'object' || value === null) continue;
      seen += 1;
      if (seen > MAX_OBJECTS) break;
      if (consider(value, plain, around) && best?.hasPapers) continue;
      const one = Array.isArray(value) && value.length === 1 ? unpackJson(value[0]) : value;
      if (!Array.isArray(one) && typeof one === 'object' && one !== null) inside.push(one);
    }
    if (depth >= MAX_DEPTH) continue;
    for (const value of inside) open.push({ fields: value as Fields, depth: depth + 1, around });
  }
  return best;
}

/** The entries of a list, of nested lists, of lists by source, or of an object with papers by id; or one paper. */
function readEntries(value: unknown, isNamed: boolean): unknown[] | undefined {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(Array.isArray)) return value.flat(1);
    return value.length > 0 && value.length <= MAX_OBJECTS ? (readEntriesOfParts(value) ?? value) : value;
  }
  const fields = asFields(value);
  if (fields !== value) return undefined;
  const parts = Object.entries(fields);
  const byPart = parts.length > 1 ? readEntriesOfParts(parts.map(([, part]) => part)) : undefined;
  if (byPart || !isNamed) return byPart;
  const rows = readColumnTable(fields);
  if (rows) return rows;
  if (
    isPaper(fields) &&
    !Object.values(fields).some((part) => Array.isArray(part) && mostly(part, isPaper) && part.length > 0)
  )
    return [fields];
  if (parts.length === 0) return undefined;
  const bySource = parts.filter(([name]) => !LISTS_BESIDE.test(plainName(name)));
  const lists = bySource.map(([, part]) => part).filter(Array.isArray);
  const hasResults = parts.filter(([name]) => LIST_NAMES.has(plainName(name))).length === 1;
  if (
    parts.length > 1 &&
    !hasResults &&
    lists.length === bySource.length &&
    lists.some((list) => mostly(list, isTitled))
  )
    return lists.flat(1);
  const papers = parts.filter(([, part]) => isPaper(part));
  if (papers.length === 0 || papers.length * 2 <= parts.length) return undefined;
  return papers.map(([key, part]) => withKey(key, part));
}

/** Lists that belong to a single paper. */
const LISTS_OF_A_PAPER = /reference|citation|citing|cited|related|similar|recommend/;
/** Beside an empty list of results, such papers are not results. */
const LISTS_BESIDE = new RegExp(`${LISTS_OF_A_PAPER.source}|suggest|trending|popular|example|sample`);
/** What went into a search, or was left out of it. */
const NO_RESULTS = /^(?:seed|input|exclud|reject|duplicat|removed|discard|failed|previous)/;

/** The papers of pages, groups or sources: objects that are not papers but each hold a list of papers. */
function readEntriesOfParts(parts: readonly unknown[]): unknown[] | undefined {
  const found: unknown[][] = [];
  for (const part of parts) {
    const fields = asFields(part);
    // A group may have a title, too.
    if (isPaper(fields)) return undefined;
    const lists = Object.entries(fields).filter(([name]) => !LISTS_OF_A_PAPER.test(plainName(name)));
    const list = lists
      .map(([, inner]) => inner)
      .find((inner) => Array.isArray(inner) && inner.length > 0 && mostly(inner, isPaper));
    if (!Array.isArray(list)) return undefined;
    found.push(list);
  }
  return found.flat(1);
}

/** The names of a table's columns, which are stored anywhere beside its rows. */
function findColumns(json: unknown): unknown[] | undefined {
  const open: { value: unknown; depth: number }[] = [{ value: json, depth: 0 }];
  for (let at = 0; at < open.length && at < MAX_OBJECTS; at += 1) {
    const { value, depth } = open[at] as (typeof open)[number];
    for (const [name, part] of Object.entries(asFields(value))) {
      const isColumns = Array.isArray(part) && COLUMNS.has(plainName(name));
      if (isColumns && columnNames(part).some((each) => plainName(each) === 'title')) return part;
      if (depth < MAX_DEPTH && asFields(part) === part) open.push({ value: part, depth: depth + 1 });
    }
  }
  return undefined;
}

const COLUMNS = new Set('columns fields header headers columnnames schema rowtype columninfo'.split(' '));

const columnNames = (columns: readonly unknown[]): string[] =>
  columns.map((column) => asText(byPlainName(column).get('name') ?? column) ?? '');

/** Converts rows of values to objects keyed by column name; a first row with the names is left out. */
function asRows(value: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const rows = value.map(cellsOf);
  if (!rows.every((row) => row !== undefined)) return value;
  const [first = []] = rows;
  const body = names.every((name, at) => first[at] === name) ? rows.slice(1) : rows;
  return body.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
}

/** The cells of a row, plain or as databases give them: `{ "f": [{ "v": "Owls" }] }`. */
function cellsOf(row: unknown): unknown[] | undefined {
  const cells = onlyPart(row);
  return Array.isArray(cells) ? cells.map(onlyPart) : undefined;
}

function onlyPart(value: unknown): unknown {
  const parts = Object.values(asFields(value));
  return parts.length === 1 ? parts[0] : value;
}

/** The rows of a table that is stored by columns: `{"title": ["A", "B"], "year": [2001, 2002]}`. */
function readColumnTable(fields: Fields): unknown[] | undefined {
  const columns = Object.entries(fields).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const titles = columns.find(([name]) => TITLES.includes(plainName(name)))?.[1] ?? [];
  const isTable = titles.length > 1 && columns.length > 1 && titles.every((title) => asText(title) !== undefined);
  if (!isTable || columns.some(([, column]) => column.length !== titles.length)) return undefined;
  return titles.map((_, at) => Object.fromEntries(columns.map(([name, column]) => [name, column[at]])));
}

/** A key that is not a list index becomes the paper's id, if it has none. */
function withKey(key: string, part: unknown): unknown {
  const values = byPlainName(part);
  const hasId = ['id', 'paperid', 'uid'].some((name) => hasContent(values.get(name)));
  return hasId || /^\d{1,3}$/.test(key) ? part : { id: key, ...asFields(part) };
}
