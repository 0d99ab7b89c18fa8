import type { ByKind } from '../../wording/notes.ts';

/** What is said about a condition on stored papers. */
export type WhereNote =
  /**
   * For one job or the library, counts its papers; for several jobs their records, which may belong to fewer `works`.
   */
  | { kind: 'left-by-where'; papers: number; of: number; jobs: 'one' | 'several' | 'library'; works?: number }
  /** Records without a field that a condition needs. */
  | { kind: 'facts-lacking'; fields: readonly { field: string; records: number }[] };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<WhereNote> {}
}
