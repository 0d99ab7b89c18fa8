import { stem } from '../../papers/analysis/stem.ts';
import type { PaperToRead } from '../../papers/paper-to-read.ts';
import { readQueryTokens } from '../../papers/query/terms.ts';
import type { Note } from '../../wording/notes.ts';
import type { SourcePassage } from '../full-text.ts';
import type { OpenWeb } from '../open-web.ts';
import { withoutPlaces } from '../places.ts';
import { hasPhrases, phrasesIn, tokenise } from './phrases.ts';

/** Characters of all passages of unread papers together. */
const MAX_CHARACTERS = 4_000;

/** So that one paper does not fill the answer. */
const MAX_PASSAGES_OF_A_PAPER = 2;

/** Passages of unread papers, at most two of each, from a source with full-text search; a note says if it failed. */
export async function passagesElsewhere(
  web: OpenWeb,
  papers: readonly PaperToRead[],
  words: string,
  { signal }: { signal: AbortSignal },
): Promise<{ passages: SourcePassage[]; notes?: Note[] }> {
  if (papers.length === 0) return { passages: [] };
  const reply = await web.passages(papers, words.replace(/["“”]/g, ' ').trim(), signal);
  signal.throwIfAborted();
  if (!reply) return { passages: [] };
  const { name, title, failure } = reply;
  if (failure) return { passages: [], notes: [{ kind: 'not-read-elsewhere', title, why: failure }] };
  // The source compares meanings, but a passage must contain a phrase in quotation marks.
  const phrases = phrasesIn(words);
  const matching = reply.passages.filter(({ text }) => hasPhrases(text, phrases));
  const terms = new Set(readQueryTokens(words).map(({ term }) => term));
  const passages = matching.map(({ paper: { ref }, section, text }) => {
    return { ref, section, source: name, text: cutPassage(text, terms) };
  });
  return { passages: limitPassages(passages) };
}

function limitPassages(passages: readonly SourcePassage[]): SourcePassage[] {
  const perPaper = new Map<string, number>();
  const few: SourcePassage[] = [];
  let used = 0;
  for (const passage of passages) {
    const count = perPaper.get(passage.ref) ?? 0;
    if (count === MAX_PASSAGES_OF_A_PAPER) continue;
    used += passage.text.length;
    if (used > MAX_CHARACTERS) break;
    perPaper.set(passage.ref, count + 1);
    few.push(passage);
  }
  return few;
}

const MAX_PASSAGE_CHARACTERS = 1_200;

/** The text of a passage; of a long one only the part around the first of the terms. */
function cutPassage(text: string, terms: ReadonlySet<string>): string {
  if (text.length <= MAX_PASSAGE_CHARACTERS) return withoutPlaces(text);
  const first = firstTerm(text, terms);
  const from = Math.floor(
    Math.max(0, Math.min(first - MAX_PASSAGE_CHARACTERS / 3, text.length - MAX_PASSAGE_CHARACTERS)),
  );
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const rest = text.slice(start, start + MAX_PASSAGE_CHARACTERS);
  const isWhole = start + rest.length >= text.length;
  const end = isWhole || !rest.includes(' ') ? rest.length : rest.lastIndexOf(' ');
  const isCut = start + end < text.length;
  return `${start > 0 ? '… ' : ''}${withoutPlaces(rest.slice(0, end))}${isCut ? ' …' : ''}`;
}

function firstTerm(text: string, terms: ReadonlySet<string>): number {
  for (const { word, start } of tokenise(text)) if (terms.has(stem(word))) return start;
  return 0;
}
