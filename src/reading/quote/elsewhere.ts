import type { PaperToRead } from '../../papers/paper-to-read.ts';
import type { Note } from '../../wording/notes.ts';
import type { OpenWeb } from '../copies/open-web.ts';
import type { SourcePassage } from '../full-text.ts';
import type { ReadForeign } from '../text-view.ts';
import { cutPassage } from './quoted-passages.ts';

/** `first`: the position of the first matching word. */
type FoundPassage = SourcePassage & { first: number };

/** Characters of all passages together, beside those of texts that were read. */
const MAX_CHARACTERS = 4_000;

/** Among several papers, so that one does not fill the answer. */
const MAX_PASSAGES_OF_A_PAPER = 2;

/** Passages of unread papers, at most two of each, from a source with full-text search; a note says if it failed. */
export async function passagesElsewhere(
  web: OpenWeb,
  papers: readonly PaperToRead[],
  words: string,
  { signal, read }: { signal: AbortSignal; read: ReadForeign },
): Promise<{ passages: SourcePassage[]; notes?: Note[] }> {
  if (papers.length === 0) return { passages: [] };
  const reply = await web.passages(papers, words.replace(/["“”]/g, ' ').trim(), signal);
  signal.throwIfAborted();
  if (!reply) return { passages: [] };
  const { name, title, failure } = reply;
  if (failure) return { passages: [], notes: [{ kind: 'not-read-elsewhere', title, why: failure }] };
  const counted = await read({ blocks: reply.passages.map(({ text }) => ({ kind: 'paragraph', text })), find: words });
  if ('problem' in counted) return { passages: [], notes: [{ kind: 'text-not-compared' }] };
  const firsts = new Map(counted.best.map(({ at, first }) => [at, first]));
  const passages = reply.passages.map(({ paper: { ref }, section, text }, at) => ({
    ref,
    section,
    source: name,
    text,
    first: firsts.get(at) ?? 0,
  }));
  // The source compares meanings, but a passage must contain a phrase in quotation marks.
  const mustHold = /["“]/.test(words);
  return { passages: fewOfEach(passages.filter((_passage, at) => !mustHold || firsts.has(at))) };
}

function fewOfEach(passages: readonly FoundPassage[]): SourcePassage[] {
  const perPaper = new Map<string, number>();
  const few: SourcePassage[] = [];
  let used = 0;
  for (const { first, ...passage } of passages) {
    const sofar = perPaper.get(passage.ref) ?? 0;
    if (sofar === MAX_PASSAGES_OF_A_PAPER) continue;
    const text = cutPassage(passage.text, first);
    used += text.length;
    if (used > MAX_CHARACTERS) break;
    perPaper.set(passage.ref, sofar + 1);
    few.push({ ...passage, text });
  }
  return few;
}
