import { lazyPart, load } from '../platform/lifetime.ts';
import type { ChoiceDeps } from './choose-readings.ts';
import type { ExportsDeps } from './exports.ts';

/** Reads stored papers for answers, exports and the report, in this process or in a thread. */
export async function openReadings<Deps extends Omit<ChoiceDeps, 'exports'>>(dataDir: string, deps: Deps) {
  const { openExportFolder } = await load(import('./exporting/export-folder.ts'));
  const { chooseReadings } = await load(import('./choose-readings.ts'));
  const all = { ...deps, exports: openExportFolder(dataDir) };
  return { ...all, ...chooseReadings(all) };
}

/** Exports of stored papers and reviews. */
export function openExports(deps: () => Promise<ExportsDeps>) {
  return lazyPart(async () => {
    const { createExports } = await load(import('./exports.ts'));
    return createExports(await deps());
  });
}
