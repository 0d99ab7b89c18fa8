import type { Note } from '../../contract/notes.ts';
import type { FoundPassages, PaperToRead } from '../../jobs/ports/full-text.ts';
import type { OpenWeb } from '../copies/open-web.ts';
import { findPassages, passageText } from './quoted-passages.ts';

type FoundPassage = FoundPassages['passages'][number];

/** Among several papers, so that one does not fill the answer. */
const MAX_PASSAGES_OF_A_PAPER = 2;

/** Passages of unread papers, from a source that searches in texts, and a note if it gave none. */
export async function passagesElsewhere(
  web: OpenWeb,
  papers: readonly PaperToRead[],
  words: string,
  signal: AbortSignal,
): Promise<{ passages: FoundPassage[]; notes?: Note[] }> {
  if (papers.length === 0) return { passages: [] };
  const reply = await web.passages(papers, words.replace(/["“”]/g, ' ').trim(), signal);
  signal.throwIfAborted();
  if (!reply) return { passages: [] };
  const { name, title, failure } = reply;
  if (failure) return { passages: [], notes: [{ kind: 'not-read-elsewhere', title, why: failure }] };
  const passages = reply.passages.map(({ paper: { ref }, section, text }) => ({ ref, section, source: name, text }));
  // The source compares meanings, but a passage must contain a phrase in quotes.
  const blocks = passages.map((passage) => ({ ...passage, kind: 'paragraph' as const, at: '' }));
  const blocksWithPhrase = /["“]/.test(words)
    ? new Set(findPassages(blocks, words).map(({ block }) => block.text))
    : undefined;
  return { passages: passages.filter(({ text }) => blocksWithPhrase?.has(text) ?? true) };
}

/** The first passages, at most two of a paper, and in all at most `count` characters. */
export function fewOfEach(passages: readonly FoundPassage[], words: string, count: number): FoundPassage[] {
  const perPaper = new Map<string, number>();
  const few: FoundPassage[] = [];
  let used = 0;
  for (const passage of passages) {
    const sofar = perPaper.get(passage.ref) ?? 0;
    if (sofar === MAX_PASSAGES_OF_A_PAPER) continue;
    const text = passageText(passage.text, words);
    used += text.length;
    if (used > count) break;
    perPaper.set(passage.ref, sofar + 1);
    few.push({ ...passage, text });
  }
  return few;
}
