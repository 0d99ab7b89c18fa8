import type { EventLogs } from '../../jobs/ports/event-logs.ts';
import type { FullTexts } from '../../reading/full-text.ts';
import { openExportFolder } from '../../report/exporting/export-folder.ts';
import type { Passages } from '../passages/passages.ts';
import { createCellChecks } from './check-cells.ts';
import { createTables, type Tables } from './tables.ts';

export type TablesParts = {
  /** The data folder, which contains the folder for exports. */
  dataDir: string;
  store: { tableLogs: EventLogs };
  fullTexts: () => Promise<FullTexts>;
  passages: () => Promise<Passages>;
};

/** Connects evidence tables to the store, texts and passages of this machine. */
export function connectTables({ dataDir, store, fullTexts, passages }: TablesParts): Tables {
  return createTables({
    logs: store.tableLogs,
    checkCells: createCellChecks(fullTexts),
    passages,
    exports: openExportFolder(dataDir),
    async resolvePapers(spec, call) {
      const names = spec.split(/[\s,]+/).filter((name) => name !== '');
      const papers = await (await passages()).papersNamed(names, call);
      // A list of papers may be long, and is not a source that can be read again.
      const isSource = names.every((name) => /^[JR]\d+$/i.test(name));
      return { from: isSource ? names.join(',').toUpperCase() : 'refs', papers };
    },
  });
}
