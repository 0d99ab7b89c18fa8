import { FIELDS_OF_STUDY } from '../../../contract/rules.ts';

/** Metadata that filters and sorts read; absent if unknown. */
export type PaperMetadata = {
  year?: number;
  citations?: number;
  influentialCitations?: number;
  references?: number;
  publicationType?: string;
  /** Bit n is the nth field of study of the contract, bit 30 any other; 0 is unknown. */
  fieldBits: number;
  /** 1 to 4. */
  quartile?: number;
  isOpenAccess?: boolean;
  isDownloadable: boolean;
};

/** A field of study outside the contract: it is known, but no filter can request it. */
const OTHER_FIELD = 1 << 30;

/** Fields of study as a bit set; 0 if none is known. */
export function fieldBits(names: readonly string[]): number {
  return names.reduce((bits, name) => {
    const at = (FIELDS_OF_STUDY as readonly string[]).indexOf(name);
    return bits | (at < 0 ? OTHER_FIELD : 1 << at);
  }, 0);
}

export type FieldLengths = { title: number; abstract: number; summary: number };

export const MetadataFlag = { openAccessKnown: 1, openAccess: 2, downloadable: 4 } as const;

/** Further values in columns; `typeNumber` is the index of the paper's type in the segment's list. */
type Counted = { id: number; lengths: FieldLengths; typeNumber: number };

type ColumnArray = typeof Uint8Array | typeof Uint16Array | typeof Int16Array | typeof Int32Array;
type Column = { array: ColumnArray; value?: (paper: PaperMetadata, counted: Counted) => number };

const MAX_LENGTH_WORDS = 65_535;
const MAX_COUNT = 0x7fffffff;

function cap(count = -1): number {
  return Math.min(count, MAX_COUNT);
}

/**
 * The columns of a segment, by their names in the file, indexed by docId. Unknown is -1 where 0 is a valid value,
 * otherwise 0. Columns without a value are counted when the terms are written.
 */
const COLUMNS = {
  ids: { array: Int32Array, value: (_, { id }) => id },
  year: { array: Int16Array, value: ({ year = 0 }) => year },
  citations: { array: Int32Array, value: ({ citations }) => cap(citations) },
  influentialCitations: { array: Int32Array, value: ({ influentialCitations }) => cap(influentialCitations) },
  references: { array: Int32Array, value: ({ references }) => cap(references) },
  publicationType: { array: Uint16Array, value: (_, { typeNumber }) => typeNumber },
  fieldBits: { array: Int32Array, value: ({ fieldBits }) => fieldBits },
  quartile: { array: Uint8Array, value: ({ quartile = 0 }) => quartile },
  flags: { array: Uint8Array, value: flagsOf },
  titleLength: { array: Uint16Array, value: (_, { lengths }) => Math.min(lengths.title, MAX_LENGTH_WORDS) },
  abstractLength: { array: Uint16Array, value: (_, { lengths }) => Math.min(lengths.abstract, MAX_LENGTH_WORDS) },
  summaryLength: { array: Uint16Array, value: (_, { lengths }) => Math.min(lengths.summary, MAX_LENGTH_WORDS) },
  tellingTerms: { array: Uint16Array },
  tellingTitleTerms: { array: Uint16Array },
} as const satisfies Record<string, Column>;

type ColumnName = keyof typeof COLUMNS;
type ArrayOf<Name extends ColumnName> = InstanceType<(typeof COLUMNS)[Name]['array']>;

/** The columns, and the publication types that `publicationType` indexes; the first one is unknown. */
export type Columns = { [Name in ColumnName]: ArrayOf<Name> } & { publicationTypes: readonly string[] };

/** Columns for filters and sorts. */
export type MetadataColumns = Pick<Columns, keyof Columns & (keyof PaperMetadata | 'flags' | 'publicationTypes')>;

/** Makes every column from its name and kind of array. */
export function mapColumns(make: (name: ColumnName, array: ColumnArray) => InstanceType<ColumnArray>) {
  const made = Object.entries(COLUMNS).map(([name, { array }]) => [name, make(name as ColumnName, array)]);
  return Object.fromEntries(made) as { [Name in ColumnName]: ArrayOf<Name> };
}

/** The columns that hold a value of each paper. */
const VALUES = Object.entries(COLUMNS as Record<string, Column>).flatMap(([name, { array, value }]) =>
  value ? [{ name, array, value }] : [],
);

export type ColumnBuilder = {
  add(id: number, metadata: PaperMetadata, lengths: FieldLengths): void;
  tables(): Record<string, InstanceType<ColumnArray>>;
  publicationTypes(): string[];
  clear(): void;
};

export function createColumnBuilder(): ColumnBuilder {
  const columns = VALUES.map((column) => ({ ...column, numbers: [] as number[] }));
  let types = new Map<string, number>([['', 0]]);
  const numberType = (type = '') => {
    const known = types.get(type);
    if (known !== undefined) return known;
    types.set(type, types.size);
    return types.size - 1;
  };
  return {
    add(id, metadata, lengths) {
      const counted = { id, lengths, typeNumber: numberType(metadata.publicationType) };
      for (const { numbers, value } of columns) numbers.push(value(metadata, counted));
    },
    tables: () => Object.fromEntries(columns.map(({ name, array, numbers }) => [name, array.from(numbers)])),
    publicationTypes: () => [...types.keys()],
    clear() {
      for (const { numbers } of columns) numbers.length = 0;
      types = new Map([['', 0]]);
    },
  };
}

function flagsOf({ isOpenAccess, isDownloadable }: PaperMetadata): number {
  const access =
    isOpenAccess === undefined ? 0 : MetadataFlag.openAccessKnown | (isOpenAccess ? MetadataFlag.openAccess : 0);
  return access | (isDownloadable ? MetadataFlag.downloadable : 0);
}
