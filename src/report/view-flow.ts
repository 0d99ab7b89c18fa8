import { BELOW_LIMIT } from '../contract/answers.ts';
import { drawPrisma } from '../review/prisma/prisma-drawing.ts';
import type { PrismaFlow } from '../review/prisma/prisma-flow.ts';
import type { ViewFlow } from './data/report-data.ts';
import { describeDatabase } from './exporting/prisma.ts';
import type { SearchLog } from './exporting/search-log.ts';
import { cleanName } from './view-searches.ts';

/** What happened to the records of all searches, with the drawing of it. */
export function viewFlow({ prisma, searches }: SearchLog): ViewFlow {
  const leftOut: Record<string, number> = {};
  // Excludes those that `otherReasons` counts.
  for (const { flow } of searches)
    for (const [reason, count] of Object.entries(flow?.leftOut ?? {}))
      if (reason !== BELOW_LIMIT) leftOut[cleanName(reason)] = (leftOut[cleanName(reason)] ?? 0) + count;
  const flow = {
    identified: prisma.identified.map((entry) => ({
      database: cleanName(describeDatabase(entry)),
      records: entry.records,
    })),
    duplicates: prisma.removed.duplicates,
    byAutomation: prisma.removed.byAutomation,
    otherReasons: prisma.removed.otherReasons,
    toScreen: prisma.toScreen,
    leftOut,
  };
  return { ...flow, ...(flow.identified.length > 0 && { drawing: drawPrisma(toPrismaFlow(flow)) }) };
}

/** The numbers of a search, and empty boxes for manual screening. */
function toPrismaFlow(flow: ViewFlow): PrismaFlow {
  const { identified, duplicates, byAutomation, otherReasons, toScreen, leftOut } = flow;
  const automatedBy = Object.entries(leftOut).map(([reason, reports]) => ({ reason, reports }));
  return {
    databases: {
      identified: identified.map(({ database, records }) => ({ name: database, records })),
      removed: { duplicates, automation: byAutomation, otherReasons, automatedBy },
      unscreened: toScreen,
    },
    included: {},
  };
}
