import { containerOf, readRdfItem, readRdfNode } from '../formats/read/xml/zotero-rdf.ts';
import type { Fields } from '../lib/json.ts';
import type { LocatedEntry, PieceReader } from './pieces.ts';

/** Items of Zotero's RDF wait for the journal that they name, which stands behind them. */
export function openZoteroRdf(): PieceReader {
  const containers = new Map<string, Fields>();
  let waiting: { line: number; item: Fields; container: string }[] = [];
  let unread: { text: string; line: number } | undefined;

  const settle = (text: string, line: number): LocatedEntry[] => {
    const node = readRdfNode(text);
    if (typeof node === 'string') return [{ line, entry: { problem: node } }];
    if (node.item) return take(node.item, line);
    return node.container ? release(node.about, node.container) : [];
  };
  const take = (item: Fields, line: number): LocatedEntry[] => {
    const about = containerOf(item);
    const container = about === undefined ? {} : containers.get(about);
    if (container) return [{ line, entry: readRdfItem(item, container) }];
    waiting.push({ line, item, container: about as string });
    return [];
  };
  const release = (about: string, container: Fields): LocatedEntry[] => {
    containers.set(about, container);
    const ready = waiting.filter((each) => each.container === about);
    waiting = waiting.filter((each) => each.container !== about);
    return ready.map(({ line, item }) => ({ line, entry: readRdfItem(item, container) }));
  };

  return {
    learn(text, line) {
      // An element read by an earlier run may still be waiting, or be waited for.
      if (unread !== undefined) settle(unread.text, unread.line);
      unread = { text, line };
    },
    read(text, line) {
      unread = undefined;
      return settle(text, line);
    },
    end() {
      if (unread !== undefined) settle(unread.text, unread.line);
      const entries = waiting.map(({ line, item }): LocatedEntry => ({ line, entry: readRdfItem(item) }));
      waiting = [];
      return entries;
    },
  };
}
