import type { EventLogs } from '../../jobs/ports/event-logs.ts';
import type { FullTexts } from '../../reading/full-text.ts';
import { openExportFolder } from '../../report/exporting/export-folder.ts';
import type { Passages } from '../passages/passages.ts';
import { createCellChecks } from './check-cells.ts';
import { createTables, type Tables } from './tables.ts';

export type TablesParts = {
  /** The folder of the data, where exports go. */
  dataDir: string;
  store: { tableLogs: EventLogs };
  fullTexts: () => Promise<FullTexts>;
  passages: () => Promise<Passages>;
};

/** Tables of the store, over the texts and passages of this machine. */
export function connectTables({ dataDir, store, fullTexts, passages }: TablesParts): Tables {
  return createTables({
    logs: store.tableLogs,
    checkCells: createCellChecks(fullTexts),
    passages,
    exports: openExportFolder(dataDir),
    async resolvePapers(named, call) {
      const names = named.split(/[\s,]+/).filter((name) => name !== '');
      const papers = await (await passages()).papersNamed(names, call);
      // A list of papers is no source that could be named again, and may be long.
      const isSource = names.every((name) => /^[JR]\d+$/i.test(name));
      return { from: isSource ? names.join(',').toUpperCase() : 'refs', papers };
    },
  });
}
