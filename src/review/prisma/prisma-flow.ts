/**
 * The flow diagram of PRISMA 2020 (Page et al. 2021, doi:10.1136/bmj.n71): where records came from, and what became of
 * them. A box that nobody filled is undefined, never 0.
 */
export type PrismaFlow = {
  /** Identified in databases and registers. */
  databases: FlowColumn;
  /** Identified otherwise: citation searching, websites, organisations; absent if that was not done. */
  other?: FlowColumn;
  /** Reports of one study count as one study. */
  included: { studies?: number; reports?: number };
};

export type FlowColumn = {
  identified: FlowSource[];
  removed: {
    duplicates?: number;
    /** By automation tools, where the protocol lets them. */
    automation?: number;
    /** A text is what is known of it. */
    otherReasons?: number | string;
    /** By which rules of the automation tools. */
    automatedBy?: FlowReason[];
  };
  screened?: number;
  /** Neither removed nor screened yet. Not a box of the diagram: it is said where the number of those screened is. */
  unscreened?: number;
  excluded?: number;
  sought?: number;
  notRetrieved?: number;
  assessed?: number;
  reportsExcluded?: FlowReason[];
};

/** `records` is a number, or what is known of it. */
type FlowSource = { name: string; kind?: FlowSourceKind; records: number; remark?: string };
export type FlowSourceKind = 'database' | 'register' | 'website' | 'organisation' | 'citation searching';

export type FlowReason = { reason: string; reports: number };

/** How many records a column identified. */
export function countIdentified({ identified }: FlowColumn): number {
  return identified.reduce((sum, { records }) => sum + records, 0);
}
