import type { Model } from '../model.ts';
import { readFilters, writeFilters } from '../view-filters.ts';

const PAUSE_MS = 600;

/**
 * Keeps the filters and the last opened paper in the page's URL (`#topic=A&from=2010`, `#J1-40`), so that they can be
 * linked to and undone with Back.
 */
export function followAddress(model: Model): void {
  let isReading = false;
  const write = (hash: string, isNew: boolean) => {
    if (isReading || hash === location.hash.slice(1)) return;
    const address = hash === '' ? location.pathname + location.search : `#${hash}`;
    history[isNew ? 'pushState' : 'replaceState'](null, '', address);
  };
  const read = () => {
    isReading = true;
    const hash = location.hash.slice(1);
    const index = model.data.papers.findIndex(({ ref }) => ref === hash);
    if (index >= 0) model.open(index);
    else if (hash === '' || hash.includes('=')) model.filter(readFilters(hash));
    isReading = false;
  };
  let former = model.filters;
  let timer: ReturnType<typeof setTimeout> | undefined;
  model.onShown(() => {
    const { filters } = model;
    const hasOtherText = filters.text !== former.text;
    if (filters === former) return;
    former = filters;
    clearTimeout(timer);
    // Single letters of a word should not become history entries, and a browser takes time to create one.
    if (hasOtherText && !isReading) timer = setTimeout(() => write(writeFilters(filters), false), PAUSE_MS);
    else write(writeFilters(filters), true);
  });
  model.onOpen((index) => write(model.paper(index).ref, true));
  addEventListener('popstate', read);
  if (location.hash !== '') read();
}
