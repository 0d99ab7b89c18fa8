import type { DecidedInFile, ViewData } from '../../data/report-data.ts';
import { afterFirstFrame } from '../dom.ts';
import type { Model } from '../model.ts';
import { count } from '../summary.ts';
import type { Keep, KeepState } from './keep.ts';
import type { Decisions } from './person-decisions.ts';

/** For the file itself. */
export function packDecisions(decisions: Decisions): DecidedInFile {
  const { by } = decisions;
  return { v: 1, at: new Date().toISOString(), ...(by && { by }), decisions: decisions.all() };
}

/**
 * Keeps decisions in the browser, for all files with the same stored results, and takes those that came with the file:
 * the newer one of each paper counts. Where the browser keeps nothing, that is said, and closing the page asks back.
 */
export function keepInBrowser({ searches }: ViewData, ofFile?: DecidedInFile): Keep {
  const key = `paperqueue ${searches.map(({ sha256, ref, created }) => sha256 ?? ref + created).join(' ')}`;
  let written: string | null = null;
  const read = (): DecidedInFile | undefined => {
    const text = localStorage.getItem(key);
    if (text === written || text === null) return undefined;
    written = text;
    return JSON.parse(text) as DecidedInFile;
  };
  return (model, say) => {
    const { decisions } = model;
    const takeOthers = () => model.take(read()?.decisions ?? {});
    const write = () => {
      try {
        takeOthers();
        written = JSON.stringify(packDecisions(decisions));
        localStorage.setItem(key, written);
      } catch {
        refused();
      }
    };
    const refused = () => {
      const text = 'This browser keeps nothing: your decisions last until you close the file. Save them.';
      say({ text, isUrgent: true });
      addEventListener('beforeunload', askBack);
    };
    const askBack = (event: Event) => {
      if (decisions.canUndo()) event.preventDefault();
    };
    const begin = () => {
      try {
        const here = read();
        model.take(here?.decisions ?? {});
        decisions.by = here?.by ?? ofFile?.by ?? '';
        say({ text: 'Kept in this browser.' });
        if (ofFile) takeFile(model, ofFile, here, say, write);
      } catch {
        model.take(ofFile?.decisions ?? {});
        refused();
      }
      model.onDecided(write);
      addEventListener('storage', (event) => {
        if (event.key === key) takeOthers();
      });
    };
    // A browser that has just been started takes 50 ms to open what it keeps.
    afterFirstFrame(begin);
  };
}

function takeFile(
  model: Model,
  ofFile: DecidedInFile,
  here: DecidedInFile | undefined,
  say: (state: KeepState) => void,
  write: () => void,
): void {
  const newer = model.take(ofFile.decisions).length;
  const came = `This file came with ${describe(ofFile)}`;
  if (!here || JSON.stringify(here.decisions) === JSON.stringify(ofFile.decisions)) {
    say({ text: `${came}.`, isUrgent: true });
    return;
  }
  const only = (kept: DecidedInFile) => () => {
    model.replace(kept.decisions);
    say({ text: `Only ${describe(kept)}.`, isUrgent: true });
    write();
  };
  say({
    text: `${came}, this browser has ${describe(here)}. The newer one of each paper counts: ${newer} of the file.`,
    isUrgent: true,
    offers: [
      ['Only those of the file', only(ofFile)],
      ['Only those of this browser', only(here)],
    ],
  });
}

function describe({ decisions, by, at }: DecidedInFile): string {
  const number = Object.values(decisions).filter(({ decision }) => decision).length;
  const from =
    at === undefined ? ' of a review' : `${by ? ` by ${by}` : ''} of ${at.slice(0, 16).replace('T', ' ')} UTC`;
  return count(number, 'decision') + from;
}
