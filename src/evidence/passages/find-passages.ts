import type { StoredJobs } from '../../jobs/ports/store.ts';
import { omitEmpty } from '../../lib/omit-undefined.ts';
import type { PaperToRead } from '../../papers/paper-to-read.ts';
import { pauseEvery } from '../../platform/turns.ts';
import type { Block, ReadDocument } from '../../reading/document.ts';
import type { FullTexts } from '../../reading/full-text.ts';
import { hasPhrases, phrasesIn } from '../../reading/quote/quoted-passages.ts';
import type { KnownFailure } from '../../wording/notes/source-outcomes.ts';
import type { Note } from '../../wording/notes.ts';
import { type AnalysedText, createAnalyser, type PassageRow, readRow } from './analyse-text.ts';
import { blocksOf, passageText } from './cut-passages.ts';
import type { NamedText } from './named-texts.ts';
import type { PassageIndex } from './passage-index.ts';
import type { FoundPassages, Passage, PassagesRequest } from './passages.ts';
import { type Question, readQuestion, scorePassages, termsOf } from './rank-passages.ts';
import { weighTexts } from './weigh-texts.ts';

/** A text to look into: a stored one, or an abstract. */
type Text = { ref: string; hash: string } | { ref: string; abstract: Outline; analysed: AnalysedText };
type Outline = Pick<ReadDocument, 'sections'>;

/** A passage of a text with its score. */
type Ranked = { text: Text; cut: PassageRow; score: number };

export type FindDeps = {
  /** Absent if full texts are switched off. */
  texts?: { full: Pick<FullTexts, 'hashes' | 'outline' | 'findHash' | 'namesOf'>; index: PassageIndex } | undefined;
  store: Pick<StoredJobs, 'libraryPaper'>;
  abstracts?: StoredAbstracts | undefined;
};

/** The papers of the library and of a collection whose abstracts fit a question best. */
export type StoredAbstracts = (
  find: string,
  count: number,
  call: { signal: AbortSignal },
) => Promise<{ papers: readonly PaperToRead[]; failed?: KnownFailure }>;

const MAX_CHARACTERS = 12_000;
const MAX_OF_A_PAPER = 2;
/** How long a question waits for texts that are not indexed yet. */
const MAX_INDEXING_MS = 20_000;
/** Texts whose passages are ranked: those that fit the question best as a whole. */
const MAX_TEXTS = 60;
/** Abstracts of the library among them. */
const MAX_ABSTRACTS = 40;
/** How much a text's own fit counts beside that of its passage: fitted as in rank-passages.ts. */
const TEXT_WEIGHT = 10;
/** Passages of which the words are read, for each that is shown. */
const MAX_READ = 60;
const SLICE_MS = 15;

/** The best passages of the papers for each question, or of every text held. */
export async function findPassages(
  deps: FindDeps,
  { papers, find, perPaper = MAX_OF_A_PAPER, count = MAX_CHARACTERS }: PassagesRequest,
  call: { signal: AbortSignal },
): Promise<FoundPassages> {
  const held = await textsOf(deps, papers, call.signal);
  const outlines = outlinesOf(deps, call);
  const share = Math.floor(count / Math.max(find.length, 1));
  const questions: FoundPassages['questions'] = [];
  const { fullTexts, onlyAbstract, withoutText, notes } = held;
  const looked = new Set<string>();
  for (const asked of find) {
    const stored = papers ? undefined : await deps.abstracts?.(asked, MAX_ABSTRACTS, call);
    const unread = (stored?.papers ?? []).filter((paper) => deps.texts?.full.findHash(paper) === undefined);
    const abstracts = await analyseAbstracts(unread, call.signal);
    for (const { ref } of abstracts) looked.add(ref);
    if (stored?.failed) notes.push({ kind: 'not-read-elsewhere', title: 'the collection', why: stored.failed });
    const { ranked, of } = await rank(deps, [...held.texts, ...abstracts], readQuestion(asked), call.signal);
    const passages = await choose(ranked, outlines, { asked, perPaper, count: share });
    questions.push({ find: asked, passages: passages.map((passage) => named(deps, passage)), of, all: ranked.length });
  }
  const abstracts = onlyAbstract.length + looked.size;
  return { questions, fullTexts, abstracts, onlyAbstract, withoutText, ...omitEmpty({ notes }) };
}

/** The papers of these that have an abstract, each with the analysis of it. */
async function analyseAbstracts(papers: readonly PaperToRead[], signal: AbortSignal): Promise<Text[]> {
  if (papers.length === 0) return [];
  const analyse = createAnalyser();
  const pause = pauseEvery(SLICE_MS, signal);
  const found: Text[] = [];
  for (const { ref, abstract } of papers) {
    if (!abstract) continue;
    const outline = abstractOutline(abstract);
    const steps = analyse(outline);
    let step = steps.next();
    for (; !step.done; step = steps.next()) await pause();
    found.push({ ref, abstract: outline, analysed: step.value });
  }
  return found;
}

type Held = Omit<FoundPassages, 'questions' | 'notes' | 'abstracts'> & { texts: Text[]; notes: Note[] };

/** The texts of the papers; a text of several papers counts for the first of them. */
async function textsOf(
  { texts }: FindDeps,
  papers: readonly NamedText[] | undefined,
  signal: AbortSignal,
): Promise<Held> {
  const [onlyAbstract, withoutText, notes]: [string[], string[], Note[]] = [[], [], []];
  const byHash = new Map<string, Text>();
  const others: NamedText[] = [];
  const hashes = (papers ?? []).map((paper) => texts?.full.findHash(paper));
  const first = hashes.filter((hash) => hash !== undefined);
  const maxMs = MAX_INDEXING_MS;
  const pending = (await texts?.index.update({ ...(papers && { hashes: first }), maxMs, signal })) ?? 0;
  let fullTexts = 0;
  for (const [nth, paper] of (papers ?? []).entries()) {
    const { ref, abstract } = paper;
    const hash = hashes[nth];
    if (hash !== undefined && texts?.index.analysed(hash)) {
      fullTexts += 1;
      if (!byHash.has(hash)) byHash.set(hash, { ref, hash });
    } else if (abstract) {
      onlyAbstract.push(ref);
      others.push(paper);
    } else withoutText.push(ref);
  }
  if (papers) {
    const abstracts = await analyseAbstracts(others, signal);
    return { texts: [...byHash.values(), ...abstracts], fullTexts, onlyAbstract, withoutText, notes };
  }
  if (pending > 0) notes.push({ kind: 'texts-not-indexed', texts: pending });
  const all = texts?.index.hashes() ?? [];
  return { texts: all.map((hash) => ({ ref: '', hash })), fullTexts: all.length, onlyAbstract, withoutText, notes };
}

function abstractOutline(text: string): Outline {
  const block: Block = { kind: 'paragraph', at: 'abstract', text };
  return { sections: [{ id: 'abstract', title: 'Abstract', depth: 1, kind: 'abstract', blocks: [block] }] };
}

/** The passages of the texts that fit the question best, best first. */
async function rank(
  { texts }: FindDeps,
  candidates: readonly Text[],
  question: Question,
  signal: AbortSignal,
): Promise<{ ranked: Ranked[]; of: number }> {
  const abstracts = candidates.flatMap((text) => ('analysed' in text ? [text.analysed] : []));
  const fits = texts?.index.weigh(question.terms, abstracts) ?? {
    indexed: () => 0,
    others: weighTexts(question.terms, { lengths: new Uint32Array(), postings: () => [] }, abstracts).others,
  };
  let nthAbstract = 0;
  const best = candidates
    .map((text) => ({ text, fit: 'hash' in text ? fits.indexed(text.hash) : (fits.others[nthAbstract++] ?? 0) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit);
  const pause = pauseEvery(SLICE_MS, signal);
  const ranked: Ranked[] = [];
  for (const { text, fit } of best.slice(0, MAX_TEXTS)) {
    const analysed = 'analysed' in text ? text.analysed : texts?.index.analysed(text.hash);
    const scores = analysed ? scorePassages(analysed, question) : [];
    for (const [nth, score] of scores.entries())
      if (score !== undefined && analysed)
        ranked.push({ text, cut: readRow(analysed, nth), score: score + TEXT_WEIGHT * fit });
    await pause();
  }
  return { ranked: ranked.sort((one, other) => other.score - one.score), of: best.length };
}

type Found = Passage & { hash?: string };

/**
 * The first passages, at most so many of a paper and characters in all. One that says the same as an earlier one of
 * another text, such as a preprint's, is left out.
 */
async function choose(
  ranked: readonly Ranked[],
  outlineOf: (hash: string) => Promise<Outline | undefined>,
  { asked, perPaper, count }: { asked: string; perPaper: number; count: number },
): Promise<Found[]> {
  const ofText = new Map<Text, number>();
  const chosen: { passage: Found; words: Set<string> }[] = [];
  const phrases = phrasesIn(asked);
  let [used, read] = [0, 0];
  for (const { text, cut } of ranked) {
    const sofar = ofText.get(text) ?? 0;
    if (sofar >= perPaper) continue;
    const outline = 'hash' in text ? await outlineOf(text.hash) : text.abstract;
    if (!outline || read === MAX_READ) continue;
    read += 1;
    const passage = toPassage(text.ref, outline, cut, asked);
    if (!hasPhrases(passage.text, phrases)) continue;
    const words = new Set(passage.text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
    if (chosen.some((other) => areAlike(words, other.words))) continue;
    if (used + passage.text.length > count && chosen.length > 0) break;
    used += passage.text.length;
    ofText.set(text, sofar + 1);
    chosen.push({ passage: { ...passage, ...('hash' in text && { hash: text.hash }) }, words });
  }
  return chosen.map(({ passage }) => passage);
}

/** Share of common words, numbers among them, above which two passages say the same. */
const ALIKE = 0.92;

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (Math.min(one.size, other.size) < ALIKE * Math.max(one.size, other.size)) return false;
  let common = 0;
  for (const word of one) {
    if (other.has(word)) common += 1;
    else if (/^\d/.test(word)) return false;
  }
  return common >= ALIKE * (one.size + other.size - common);
}

/** The sections of stored texts, each read once for all questions. */
function outlinesOf({ texts }: FindDeps, call: { signal: AbortSignal }) {
  const known = new Map<string, Promise<Outline | undefined> | undefined>();
  return async (hash: string) => {
    if (!known.has(hash)) known.set(hash, texts?.full.outline(hash, call));
    return known.get(hash);
  };
}

/** The place is that of the paragraph with most of the question's terms, as far as the passage has it. */
function toPassage(ref: string, outline: Outline, cut: PassageRow, asked: string): Passage {
  const blocks = blocksOf(outline);
  const terms = new Set(termsOf(asked));
  const own = blocks.slice(cut.first, cut.last + 1).map(({ at }, nth) => {
    const block = cut.first + nth;
    const part = passageText(blocks, {
      ...cut,
      first: block,
      from: nth === 0 ? cut.from : 0,
      last: block,
      to: block === cut.last ? cut.to : Number.POSITIVE_INFINITY,
    });
    return { at, found: termsOf(part).filter((term) => terms.has(term)).length };
  });
  const [{ at = '' } = {}] = own.sort((one, other) => other.found - one.found);
  const section = outline.sections.find((each) => each.blocks.some((block) => block.at === at));
  const isWhole = section?.id.toLowerCase() === section?.title.toLowerCase();
  const title = isWhole ? section?.title : `${section?.id} ${section?.title}`;
  return { ref, at, section: title ?? '', text: passageText(blocks, cut) };
}

/** A passage of a text that no paper of the request named gets the reference of the library, or an identifier. */
function named({ texts, store }: FindDeps, { hash, ...passage }: Found): Passage {
  if (passage.ref !== '' || hash === undefined) return passage;
  const names = texts?.full.namesOf(hash) ?? [];
  const [reference] = names.flatMap((name) => (name.startsWith('ref:') ? [name.slice('ref:'.length)] : []));
  const ids = names.map((name) => name.replace(/^(?:doi|arxiv|pmcid|key):/, '').replace(/^pmid:/, 'PMID '));
  const held = ids.map((id) => store.libraryPaper?.(id)?.ref).find((ref) => ref !== undefined);
  return { ...passage, ref: reference ?? held ?? ids[0] ?? hash };
}
