import { omitEmpty } from '../../lib/omit-undefined.ts';
import type { FullTexts } from '../../reading/full-text.ts';
import { withoutPlaces } from '../../reading/places.ts';
import { countWords, rankBlocks } from '../../reading/quote/quoted-passages.ts';
import { type Cut, cutPassages } from './cut-passages.ts';
import type { NamedText } from './named-texts.ts';
import type { FoundPassages, Passage, PassagesRequest } from './passages.ts';

const MAX_CHARACTERS = 12_000;
const MAX_OF_A_PAPER = 2;

type Candidate = { ref: string; cut: Cut };

/** The best passages of the papers for each question. */
export async function findPassages(
  texts: FullTexts | undefined,
  { papers = [], find, perPaper = MAX_OF_A_PAPER, count = MAX_CHARACTERS }: PassagesRequest,
  call: { signal: AbortSignal },
): Promise<FoundPassages> {
  const read: { paper: NamedText; cuts: Cut[] }[] = [];
  const [onlyAbstract, withoutText]: [string[], string[]] = [[], []];
  for (const paper of papers) {
    call.signal.throwIfAborted();
    const hash = texts?.findHash(paper);
    const sections = hash === undefined ? undefined : await texts?.sections(hash, call);
    if (sections) read.push({ paper, cuts: cutPassages(sections) });
    else if (paper.abstract) {
      onlyAbstract.push(paper.ref);
      read.push({ paper, cuts: cutPassages([abstractSection(paper.abstract)]) });
    } else withoutText.push(paper.ref);
  }
  const share = Math.floor(count / Math.max(find.length, 1));
  const questions = find.map((question) => {
    const counted = read.map(({ cuts }) =>
      countWords(
        cuts.map(({ block, from, to }) => ({ kind: block.kind, text: block.text.slice(from, to) })),
        question,
      ),
    );
    const ranked = rankBlocks(counted).map(({ text, at }) => {
      const { paper, cuts } = read[text] as (typeof read)[number];
      return { ref: paper.ref, cut: cuts[at] as Cut };
    });
    return { find: question, passages: choose(ranked, perPaper, share) };
  });
  return {
    questions,
    fullTexts: papers.length - onlyAbstract.length - withoutText.length,
    onlyAbstract,
    withoutText,
    ...omitEmpty({}),
  };
}

function abstractSection(text: string) {
  const block = { kind: 'paragraph', at: 'abstract', text } as const;
  return { id: 'abstract', title: 'Abstract', depth: 1, kind: 'abstract' as const, blocks: [block] };
}

/** The first passages, at most so many of a paper and characters in all. */
function choose(ranked: readonly Candidate[], perPaper: number, count: number): Passage[] {
  const ofPaper = new Map<string, number>();
  const chosen: Passage[] = [];
  let used = 0;
  for (const { ref, cut } of ranked) {
    const sofar = ofPaper.get(ref) ?? 0;
    if (sofar >= perPaper) continue;
    const passage = toPassage(ref, cut);
    used += passage.text.length;
    if (used > count && chosen.length > 0) break;
    ofPaper.set(ref, sofar + 1);
    chosen.push(passage);
  }
  return chosen;
}

function toPassage(ref: string, { section, block, from, to }: Cut): Passage {
  const title =
    section.kind === 'abstract' && section.id === 'abstract' ? section.title : `${section.id} ${section.title}`;
  return { ref, at: block.at, section: title, text: withoutPlaces(block.text.slice(from, to).trim()) };
}
