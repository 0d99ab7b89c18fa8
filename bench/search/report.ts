import type { AddOne } from './add-one.ts';
import type { EngineName, Limit } from './engines.ts';
import type { EngineFigures, SizeFigures } from './measure-size.ts';

export type Report = {
  machine: { node: string; processor: string; cores: number; load: number; at: string };
  limit: Limit;
  sizes: SizeFigures[];
};

const LABELS: Record<EngineName, string> = { own: 'ours', fts5: 'FTS5' };

/** The figures for a terminal; ratios are FTS5 / ours, so that above 1 ours is quicker or smaller. */
export function printReport({ machine, limit, sizes }: Report): void {
  const { node, processor, cores, load, at } = machine;
  console.log(
    `Node ${node}, ${cores} x ${processor}, load at start ${load.toFixed(2)}, ${at}; ${limit} papers asked for`,
  );
  for (const figures of sizes) {
    console.log(`\n== ${figures.papers.toLocaleString('en')} papers ==`);
    printBuild(figures);
    printCold(figures);
    printWarm(figures);
    printAdding(figures);
  }
}

function printBuild({ engines }: SizeFigures): void {
  const rows = listEntries(engines).map(([engine, { build, warm }]) => [
    LABELS[engine],
    build.perSecond.toFixed(0),
    build.addSeconds.toFixed(1),
    build.mergeSeconds.toFixed(1),
    build.megabytes.toFixed(1),
    String(build.segments),
    `${build.rssBefore.toFixed(0)} to ${build.rssMost.toFixed(0)}`,
    [warm.rss.start, warm.rss.open, warm.rss.after].map((value) => value.toFixed(0)).join(', '),
  ]);
  const { own, fts5 } = engines;
  if (own && fts5) {
    const after = ({ warm }: EngineFigures) => warm.rss.after - warm.rss.start;
    rows.push([
      'ratio',
      ratio(1 / fts5.build.perSecond, 1 / own.build.perSecond),
      ratio(fts5.build.addSeconds, own.build.addSeconds),
      '',
      ratio(fts5.build.megabytes, own.build.megabytes),
      '',
      '',
      `${ratio(after(fts5), after(own))} (growth)`,
    ]);
  }
  printTable(
    [
      'building',
      'papers/s',
      'adding, s',
      'merging, s',
      'MB',
      'segments',
      'memory building, MB',
      'memory start, open, searched, MB',
    ],
    rows,
  );
}

function printCold({ engines }: SizeFigures): void {
  const rows = (engines.own?.cold ?? []).map(({ kind, fromDisk, ...own }) => {
    const fts5 = engines.fts5?.cold.find((row) => row.kind === kind && row.fromDisk === fromDisk);
    return [
      `${kind}${fromDisk ? ', from the disk' : ''}`,
      ...beside(own.openMs, fts5?.openMs),
      ...beside(own.firstMs, fts5?.firstMs),
      ...beside(own.mostFirstMs, fts5?.mostFirstMs),
      ...beside(own.secondMs, fts5?.secondMs),
    ];
  });
  printTable(['fresh process, ms', ...headed('open', 'first', 'first, most', 'second')], rows);
}

function printWarm({ engines }: SizeFigures): void {
  const rows = (engines.own?.warm.cells ?? []).map(({ kind, filter, callers, times: own }) => {
    const fts5 = engines.fts5?.warm.cells.find(
      (cell) => cell.kind === kind && cell.filter === filter && cell.callers === callers,
    )?.times;
    const notes = [...(filter === 'none' ? [] : [filter]), ...(callers === 1 ? [] : [`${callers} at a time`])];
    return [
      [kind, ...notes].join(', '),
      `${own.searches}${fts5 ? `/${fts5.searches}` : ''}`,
      ...beside(own.p50, fts5?.p50),
      ...beside(own.p95, fts5?.p95),
      ...beside(own.p99, fts5?.p99),
      ...beside(own.max, fts5?.max),
      own.perSecond.toFixed(1),
      fts5?.perSecond.toFixed(1) ?? '',
    ];
  });
  printTable(['warm, ms', 'searches', ...headed('p50', 'p95', 'p99', 'max'), 'ours/s', 'FTS5/s'], rows);
}

function printAdding({ addOne, library }: SizeFigures): void {
  const row = (name: string, times: AddOne) => [
    name,
    ...[times.addMs, times.searchMs, times.totalMs, times.maxMs].map(milliseconds),
  ];
  const rows = [row('index', addOne), ...(library ? [row('library', library.addOne)] : [])];
  printTable(['one more paper, ms', 'adding', 'search that finds it', 'together', 'most'], rows);
  if (!library) return;
  console.log(
    `\nlibrary: ${library.records} records are, with the starter catalogue, ${library.papers} papers; imported at ${library.importPerSecond.toFixed(0)} records/s`,
    `(${library.addSeconds.toFixed(1)} s, its index ${library.settleSeconds.toFixed(1)} s);`,
    `index built anew at ${library.rebuildPerSecond.toFixed(0)} papers/s (${library.rebuildSeconds.toFixed(1)} s);`,
    `${library.megabytes.toFixed(0)} MB and ${library.indexMegabytes.toFixed(0)} MB of index`,
  );
}

function listEntries(engines: SizeFigures['engines']): [EngineName, EngineFigures][] {
  return Object.entries(engines) as [EngineName, EngineFigures][];
}

const headed = (...names: string[]) => names.flatMap((name) => [name, 'FTS5', 'ratio']);

function beside(own: number, fts5: number | undefined): string[] {
  return [milliseconds(own), ...(fts5 === undefined ? ['', ''] : [milliseconds(fts5), ratio(fts5, own)])];
}

function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}

function ratio(fts5: number, own: number): string {
  const value = fts5 / own;
  return own > 0 && fts5 > 0 && Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : 0) : '-';
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  console.log(`\n${line(head)}`);
  for (const row of rows) console.log(line(row));
}
