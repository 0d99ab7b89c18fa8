import type { DecidedInFile, ViewData } from '../../data/report-data.ts';
import { afterFirstFrame } from '../dom.ts';
import { count } from '../facts.ts';
import type { Model } from '../model.ts';
import type { Keep, KeepState } from './keep.ts';
import type { DecidedPapers, Decisions } from './person-decisions.ts';

/** Decisions in the form that the file contains. */
export function packDecisions(decisions: Decisions): DecidedInFile {
  const { by } = decisions;
  return { v: 1, at: new Date().toISOString(), ...(by && { by }), decisions: decisions.all() };
}

/**
 * Stores decisions in the browser, shared by all files with the same results, and merges those inside the file: the
 * newer decision on each paper counts. If the browser cannot store anything, the page says so, and asks before it is
 * closed.
 */
export function keepInBrowser({ searches }: ViewData, inFile?: DecidedInFile): Keep {
  const key = `paperqueue ${searches.map(({ sha256, ref, created }) => sha256 ?? ref + created).join(' ')}`;
  const stored = () => localStorage.getItem(key);
  return (model, say) => {
    const { decisions } = model;
    let isTaking = false;
    const take = (others: DecidedPapers) => {
      isTaking = true;
      try {
        model.take(others);
      } finally {
        isTaking = false;
      }
    };
    const write = () => localStorage.setItem(key, JSON.stringify(packDecisions(decisions)));
    /** Takes newer decisions of another window, and writes those that it lacks: both may write at the same moment. */
    const exchange = (text: string | null) => {
      const others = parse(text)?.decisions ?? {};
      take(others);
      if (hasNewer(decisions.all(), others)) write();
    };
    const attempt = (work: () => void) => {
      try {
        work();
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
        const here = parse(stored());
        // Decisions may have been made before the browser's storage was read.
        exchange(stored());
        decisions.by = here?.by ?? inFile?.by ?? '';
        say({ text: 'Kept in this browser.' });
        if (inFile) takeFile(model, inFile, here, say);
      } catch {
        model.take(inFile?.decisions ?? {});
        refused();
      }
      model.onDecided(() => {
        if (isTaking) return;
        attempt(() => {
          take(parse(stored())?.decisions ?? {});
          write();
        });
      });
      addEventListener('storage', ({ key: changed, newValue }) => {
        if (changed === key && newValue !== null) attempt(() => exchange(newValue));
      });
    };
    // A newly started browser takes 50 ms to open its storage.
    afterFirstFrame(begin);
  };
}

function parse(text: string | null): DecidedInFile | undefined {
  return text === null ? undefined : (JSON.parse(text) as DecidedInFile);
}

/** Whether a paper has a decision that the other set lacks, or a newer one. */
function hasNewer(decided: DecidedPapers, others: DecidedPapers): boolean {
  return Object.entries(decided).some(([ref, { at }]) => at > (others[ref]?.at ?? ''));
}

function takeFile(
  model: Model,
  inFile: DecidedInFile,
  here: DecidedInFile | undefined,
  say: (state: KeepState) => void,
): void {
  const newer = model.take(inFile.decisions).length;
  const came = `This file came with ${describe(inFile)}`;
  if (!here || JSON.stringify(here.decisions) === JSON.stringify(inFile.decisions)) {
    say({ text: `${came}.`, isUrgent: true });
    return;
  }
  const only = (kept: DecidedInFile) => () => {
    model.replace(kept.decisions);
    say({ text: `Only ${describe(kept)}.`, isUrgent: true });
  };
  say({
    text: `${came}, this browser has ${describe(here)}. The newer one of each paper counts: ${newer} of the file.`,
    isUrgent: true,
    offers: [
      ['Only those of the file', only(inFile)],
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
