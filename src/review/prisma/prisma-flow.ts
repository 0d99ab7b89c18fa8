/**
 * The flow diagram of PRISMA 2020 (Page et al. 2021, doi:10.1136/bmj.n71): the origin of records, and their outcome. An
 * empty box is undefined, never 0.
 */
export type PrismaFlow = {
  /** Identified in databases and registers. */
  databases: FlowColumn;
  /** Identified by other methods: citation searching, websites, organisations; absent if there were none. */
  other?: FlowColumn;
  /** Reports of one study count as one study. */
  included: { studies?: number; reports?: number };
};

export type FlowColumn = {
  identified: FlowSource[];
  removed: {
    duplicates?: number;
    /** Removed by automation tools, if the protocol allows them. */
    automation?: number;
    otherReasons?: number;
    /** The rules by which automation tools removed records. */
    automatedBy?: FlowReason[];
  };
  screened?: number;
  /** Neither removed nor screened yet. Not a box of the diagram; it is shown in the box of screened records. */
  unscreened?: number;
  excluded?: number;
  sought?: number;
  notRetrieved?: number;
  assessed?: number;
  reportsExcluded?: FlowReason[];
};

export type FlowSource = { name: string; kind?: FlowSourceKind; records: number; remark?: string };
export type FlowSourceKind = 'database' | 'register' | 'website' | 'organisation' | 'citation searching';

export type FlowReason = { reason: string; reports: number };

/**
 * The records that a search identified and those that it removed itself, as its receipt counts them; what remained was
 * imported. Absent for a service that does not report its sources, and for an import of earlier versions.
 */
export type SearchedRecords = {
  identified: { name: string; records: number }[];
  duplicates: number;
  automation: number;
  otherReasons: number;
};

/** The number of records identified in a column. */
export function countIdentified({ identified }: FlowColumn): number {
  return identified.reduce((sum, { records }) => sum + records, 0);
}
