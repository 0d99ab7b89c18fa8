import type { AddOne } from './add-one.ts';
import type { EngineName, Limit } from './engines.ts';
import { describeGrowth, FAR_PAPERS } from './growth.ts';
import { ENGINE_LABELS, type EngineFigures, type SizeFigures } from './measure-size.ts';

export type Report = {
  machine: { node: string; processor: string; cores: number; load: number; at: string };
  limit: Limit;
  sizes: SizeFigures[];
};

const PEERS = ['fts5', 'lucene'] as const;

export function printMachine({ machine, limit }: Report): void {
  const { node, processor, cores, load, at } = machine;
  console.log(
    `Node ${node}, ${cores} x ${processor}, load at start ${load.toFixed(2)}, ${at}; ${limit} papers asked for`,
  );
}

/** The figures of a size for a terminal; ratios are the other engine's / ours: above 1 ours is quicker or smaller. */
export function printSize(figures: SizeFigures): void {
  const loads = figures.load.map((each) => each.toFixed(1)).join(' to ');
  console.log(`\n== ${figures.papers.toLocaleString('en')} papers (load ${loads}) ==`);
  printBuild(figures);
  printCold(figures);
  printWarm(figures);
  printAdding(figures);
}

/** What the sizes together make of ten million papers; nothing if they are too few. */
export function printGrowth(sizes: readonly SizeFigures[]): void {
  const growth = describeGrowth(sizes);
  if (growth.length === 0) return;
  console.log('\n== growth ==');
  const round = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 });
  const rows = growth.map(({ what, measured, foretold, atFar }) => [
    what,
    round(measured),
    round(foretold),
    `${((foretold / measured - 1) * 100).toFixed(0)} %`,
    round(atFar),
  ]);
  const far = `at ${FAR_PAPERS.toLocaleString('en')}`;
  printTable(['lines through the sizes', 'largest', 'foretold by the others', 'error', far], rows);
}

function printBuild({ engines }: SizeFigures): void {
  const rows = listEntries(engines).map(([engine, { build, warm }]) => [
    ENGINE_LABELS[engine],
    build.perSecond.toFixed(0),
    build.addSeconds.toFixed(1),
    build.mergeSeconds.toFixed(1),
    build.processorSeconds.toFixed(1),
    build.megabytes.toFixed(1),
    ((build.megabytes * 1e6) / build.papers).toFixed(0),
    String(build.segments),
    `${build.rssBefore.toFixed(0)} to ${build.rssMost.toFixed(0)}`,
    [warm.rss.start, warm.rss.open, warm.rss.after].map((value) => value.toFixed(0)).join(', '),
  ]);
  const after = ({ warm }: EngineFigures) => warm.rss.after - warm.rss.start;
  for (const name of PEERS) {
    const [own, peer] = [engines.own, engines[name]];
    if (!own || !peer) continue;
    rows.push([
      `${ENGINE_LABELS[name]} / ours`,
      ratio(1 / peer.build.perSecond, 1 / own.build.perSecond),
      ratio(peer.build.addSeconds, own.build.addSeconds),
      '',
      ratio(peer.build.processorSeconds, own.build.processorSeconds),
      ratio(peer.build.megabytes, own.build.megabytes),
      '',
      '',
      '',
      `${ratio(after(peer), after(own))} (growth)`,
    ]);
  }
  printTable(
    [
      'building',
      'papers/s',
      'adding, s',
      'merging, s',
      'processor, s',
      'MB',
      'bytes/paper',
      'segments',
      'memory building, MB',
      'memory start, open, searched, MB',
    ],
    rows,
  );
}

function printCold({ engines }: SizeFigures): void {
  const rows = (engines.own?.cold ?? []).map(({ kind, fromDisk, ...own }) => {
    const peers = peersOf(engines).map(({ cold }) =>
      cold.find((row) => row.kind === kind && row.fromDisk === fromDisk),
    );
    const figures = (['openMs', 'firstMs', 'mostFirstMs', 'secondMs'] as const).flatMap((name) =>
      beside(
        own[name],
        peers.map((peer) => peer?.[name]),
      ),
    );
    return [`${kind}${fromDisk ? ', from the disk' : ''}`, ...figures];
  });
  printTable(['fresh process, ms', ...headed(engines, 'open', 'first', 'first, most', 'second')], rows);
}

function printWarm({ engines }: SizeFigures): void {
  const rows = (engines.own?.warm.cells ?? []).map(({ kind, filter, callers, times: own, processorMs }) => {
    const peers = peersOf(engines).map(({ warm }) =>
      warm.cells.find((cell) => cell.kind === kind && cell.filter === filter && cell.callers === callers),
    );
    const figures = (['p50', 'p95', 'p99', 'max'] as const).flatMap((name) =>
      beside(
        own[name],
        peers.map((peer) => peer?.times[name]),
      ),
    );
    const notes = [...(filter === 'none' ? [] : [filter]), ...(callers === 1 ? [] : [`${callers} at a time`])];
    return [
      [kind, ...notes].join(', '),
      [own, ...peers.map((peer) => peer?.times)].map((times) => times?.searches ?? '').join('/'),
      ...figures,
      ...beside(
        processorMs,
        peers.map((peer) => peer?.processorMs),
      ),
    ];
  });
  printTable(['warm, ms', 'searches', ...headed(engines, 'p50', 'p95', 'p99', 'max', 'processor')], rows);
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

function peersOf(engines: SizeFigures['engines']): EngineFigures[] {
  return PEERS.flatMap((name) => engines[name] ?? []);
}

function headed(engines: SizeFigures['engines'], ...names: string[]): string[] {
  const peers = PEERS.filter((name) => engines[name]).flatMap((name) => [ENGINE_LABELS[name], 'ratio']);
  return names.flatMap((name) => [name, ...peers]);
}

function beside(own: number, peers: readonly (number | undefined)[]): string[] {
  const figures = peers.flatMap((peer) => (peer === undefined ? ['', ''] : [milliseconds(peer), ratio(peer, own)]));
  return [milliseconds(own), ...figures];
}

function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}

function ratio(peer: number, own: number): string {
  const value = peer / own;
  return own > 0 && peer > 0 && Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : 0) : '-';
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
