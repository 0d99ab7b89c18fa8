import { counted } from '../../lib/counted.ts';
import { listNamed } from '../../lib/line.ts';
import type { CitationEnd, CitationProgress } from '../notes/citation-notes.ts';
import type { SearchNote } from '../notes/search-notes.ts';
import type { SentencesOf } from './vocabulary.ts';

/** The notes of a citation search, in words of no face. */

type CitationNote = Extract<SearchNote, { kind: `citations-${string}` }>;

const ENDS: Record<Exclude<CitationEnd, 'requests'>, string> = {
  exhausted: 'It ended because no paper was left to follow',
  rounds: 'It ended after its last round; papers that it found are still to follow',
  yield: 'It ended because two steps in a row gave hardly anything new',
  recall: 'It ended because the estimate of recall was high enough and stable',
};

export const CITATION_WORDING: SentencesOf<{ notes: CitationNote }>['notes'] = {
  'citations-followed': ({ seeds, of = seeds, directions, progress, known, ended, limit = 0 }) => {
    const ways = directions.length > 1 ? 'backward and forward' : directions.join();
    const followed = `Citations were followed ${ways} from ${seeds === of ? '' : `${seeds} of `}${counted(of, 'paper')}: ${describeProgress(progress)}`;
    const again =
      known > 0 ? `; ${counted(known, 'known paper was', 'known papers were')} found again and left out` : '';
    const end = ended === 'requests' ? `It ended at its limit of ${counted(limit, 'request')}` : ENDS[ended];
    return `${followed}${again}. ${end}.`;
  },
  'citations-unfinished': ({ progress }) =>
    `Not finished: ${describeProgress(progress)}; ${counted(progress.waiting, 'paper')} of this round still to follow. All answers are kept for a week.`,
  'citations-by-index': ({ indexes }) => {
    const each = indexes.map(({ title, identified, duplicates, known }) => {
      const less = [
        ...(duplicates > 0 ? [counted(duplicates, 'duplicate')] : []),
        ...(known > 0 ? [`${known} of known papers`] : []),
      ];
      return `${title} ${identified}${less.length > 0 ? ` (${less.join(', ')})` : ''}`;
    });
    return `Records identified: ${each.join('; ')}.`;
  },
  'citations-recall': ({ indexes: [one, other], first, second, both, all, share = 0, isStable }) => {
    const counts = `${one} has ${first} of the linked papers, ${other} ${second}, both ${both}`;
    if (all === undefined) return `No estimate of recall: ${counts}, which is too few in common.`;
    const steady = isStable ? 'stable over the last three steps' : 'not yet stable';
    return `Estimated recall of linked papers: ${percent(share)} of about ${all} (${counts}; ${steady}). Indexes copy from each other, so the true number may be higher; it says nothing about papers without such links.`;
  },
  'citations-one-index': ({ titles }) =>
    `No estimate of recall: it needs two indexes with the same links${titles.length > 0 ? `, and only ${titles.join(', ')} answered` : ''}.`,
  'citations-blind': ({ works, of, named }) =>
    `No reference list is known for ${of === 1 ? 'the one paper' : `${works} of ${of} papers`} followed backward, so what ${works === 1 ? 'it cites' : 'they cite'} is missing: ${listNamed(named, works)}.`,
  'citations-unasked': ({ works, named }) =>
    `${counted(works, 'paper')} could not be followed, because no index that answered knows ${works === 1 ? 'it' : 'them'} by an identifier: ${listNamed(named, works)}.`,
  'citations-cut': ({ works, named }) =>
    `${counted(works, 'paper has', 'papers have')} more links than an index gives: ${listNamed(named, works)}.`,
  'citations-planned': ({ title, works, requests, isAtLeast, left, renewsAt }) => {
    const planned = `${title}: ${isAtLeast ? 'at least ' : ''}${counted(requests, 'request')} for ${counted(works, 'paper')} of the first round`;
    const allowance =
      left === undefined ? '' : `; its allowance has ${left} left${renewsAt ? ` until ${renewsAt}` : ''}`;
    return `${planned}${allowance}.`;
  },
};

function describeProgress({ round, followed, requests, found }: CitationProgress): string {
  return `${counted(found, 'new paper')} in ${counted(round, 'round')}, ${counted(followed, 'paper')} followed, ${counted(requests, 'request')}`;
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
