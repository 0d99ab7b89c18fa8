import { type FieldLengths, MetadataFlag, type PaperMetadata } from '../index-reader.ts';
import type { Table } from './segment-file.ts';

export type ColumnBuilder = {
  add(id: number, metadata: PaperMetadata, lengths: FieldLengths): void;
  tables(): Record<string, Table>;
  publicationTypes(): string[];
  clear(): void;
};

const MAX_LENGTH_WORDS = 65_535;
const MAX_COUNT = 0x7fffffff;

export function createColumnBuilder(): ColumnBuilder {
  const columns = {
    ids: [] as number[],
    year: [] as number[],
    citations: [] as number[],
    influentialCitations: [] as number[],
    references: [] as number[],
    publicationType: [] as number[],
    fieldBits: [] as number[],
    quartile: [] as number[],
    flags: [] as number[],
    titleLength: [] as number[],
    abstractLength: [] as number[],
    summaryLength: [] as number[],
  };
  let types = new Map<string, number>([['', 0]]);
  const typeNumber = (type = '') => {
    const typeNumber = types.get(type);
    if (typeNumber !== undefined) return typeNumber;
    types.set(type, types.size);
    return types.size - 1;
  };
  return {
    add(id, metadata, lengths) {
      columns.ids.push(id);
      columns.year.push(metadata.year ?? 0);
      columns.citations.push(Math.min(metadata.citations ?? -1, MAX_COUNT));
      columns.influentialCitations.push(Math.min(metadata.influentialCitations ?? -1, MAX_COUNT));
      columns.references.push(Math.min(metadata.references ?? -1, MAX_COUNT));
      columns.publicationType.push(typeNumber(metadata.publicationType));
      columns.fieldBits.push(metadata.fieldBits);
      columns.quartile.push(metadata.quartile ?? 0);
      columns.flags.push(flagsOf(metadata));
      columns.titleLength.push(Math.min(lengths.title, MAX_LENGTH_WORDS));
      columns.abstractLength.push(Math.min(lengths.abstract, MAX_LENGTH_WORDS));
      columns.summaryLength.push(Math.min(lengths.summary, MAX_LENGTH_WORDS));
    },
    tables: () => ({
      ids: Int32Array.from(columns.ids),
      year: Int16Array.from(columns.year),
      citations: Int32Array.from(columns.citations),
      influentialCitations: Int32Array.from(columns.influentialCitations),
      references: Int32Array.from(columns.references),
      publicationType: Uint16Array.from(columns.publicationType),
      fieldBits: Int32Array.from(columns.fieldBits),
      quartile: Uint8Array.from(columns.quartile),
      flags: Uint8Array.from(columns.flags),
      titleLength: Uint16Array.from(columns.titleLength),
      abstractLength: Uint16Array.from(columns.abstractLength),
      summaryLength: Uint16Array.from(columns.summaryLength),
    }),
    publicationTypes: () => [...types.keys()],
    clear() {
      for (const column of Object.values(columns)) column.length = 0;
      types = new Map([['', 0]]);
    },
  };
}

function flagsOf({ isOpenAccess, isDownloadable }: PaperMetadata): number {
  const access =
    isOpenAccess === undefined ? 0 : MetadataFlag.openAccessKnown | (isOpenAccess ? MetadataFlag.openAccess : 0);
  return access | (isDownloadable ? MetadataFlag.downloadable : 0);
}
