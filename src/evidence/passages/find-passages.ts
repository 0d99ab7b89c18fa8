import type { StoredJobs } from '../../jobs/ports/store.ts';
import { omitEmpty } from '../../lib/omit-undefined.ts';
import type { PaperToRead } from '../../papers/paper-to-read.ts';
import { pauseEvery } from '../../platform/turns.ts';
import type { Block, ReadDocument } from '../../reading/document.ts';
import type { FullTexts } from '../../reading/full-text.ts';
import { hasPhrases, phrasesIn } from '../../reading/quote/phrases.ts';
import type { KnownFailure } from '../../wording/notes/source-outcomes.ts';
import type { Note } from '../../wording/notes.ts';
import { type AnalysedText, createAnalyser, type PassageRow, readRow } from './analyse-text.ts';
import { blocksOf, passageText } from './cut-passages.ts';
import type { NamedText } from './named-texts.ts';
import type { PassageIndex } from './passage-index.ts';
import type { FoundPassages, Passage, PassagesRequest } from './passages.ts';
import { type Question, readQuestion, scorePassages, termsOf } from './rank-passages.ts';
import { weighTexts } from './weigh-texts.ts';

/** A text to search: a stored one, or an abstract. */
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

/** Finds the papers of the library and of a collection whose abstracts match a question best. */
export type StoredAbstracts = (
  find: string,
  count: number,
  call: { signal: AbortSignal },
) => Promise<{ papers: readonly PaperToRead[]; failed?: KnownFailure }>;

const MAX_CHARACTERS = 12_000;
const MAX_OF_A_PAPER = 2;
/** Maximum time to wait for texts that are not indexed yet. */
const MAX_INDEXING_MS = 20_000;
/** Maximum texts whose passages are ranked: those that match the question best as a whole. */
const MAX_TEXTS = 60;
/** Maximum abstracts of the library among them. */
const MAX_ABSTRACTS = 40;
/** Weight of the whole text's score in the score of its passages; fitted as in `rank-passages.ts`. */
const TEXT_WEIGHT = 10;
/** Maximum passages that are compared with those already chosen. */
const MAX_READ = 60;
const SLICE_MS = 15;

/** Finds the best passages for each question, in the texts of some papers or in all stored texts. */
export async function findPassages(
  deps: FindDeps,
  { papers, find, perPaper = MAX_OF_A_PAPER, count = MAX_CHARACTERS }: PassagesRequest,
  call: { signal: AbortSignal },
): Promise<FoundPassages> {
  const searched = await collectTexts(deps, papers, call.signal);
  const outlineOf = outlinesOf(deps, call);
  const share = Math.floor(count / Math.max(find.length, 1));
  const questions: FoundPassages['questions'] = [];
  const { fullTexts, onlyAbstract, withoutText, notes } = searched;
  const abstractRefs = new Set<string>();
  for (const question of find) {
    const stored = papers ? undefined : await deps.abstracts?.(question, MAX_ABSTRACTS, call);
    const unread = (stored?.papers ?? []).filter((paper) => deps.texts?.full.findHash(paper) === undefined);
    const abstracts = await analyseAbstracts(unread, call.signal);
    for (const { ref } of abstracts) abstractRefs.add(ref);
    if (stored?.failed) notes.push({ kind: 'not-read-elsewhere', title: 'the collection', why: stored.failed });
    const read = { ...readQuestion(question), phrases: phrasesIn(question) };
    const { ranked, of } = await rank(
      deps,
      [...searched.texts, ...abstracts],
      { question: read, outlineOf },
      call.signal,
    );
    const chosen = await choose(ranked, outlineOf, { question: read, perPaper, count: share });
    const passages = chosen.map((passage) => withReference(deps, passage));
    questions.push({ find: question, passages, of, all: ranked.length });
  }
  const abstracts = onlyAbstract.length + abstractRefs.size;
  return { questions, fullTexts, abstracts, onlyAbstract, withoutText, ...omitEmpty({ notes }) };
}

/** Analyses the abstracts of papers. */
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

type CollectedTexts = Omit<FoundPassages, 'questions' | 'notes' | 'abstracts'> & { texts: Text[]; notes: Note[] };

/** Collects the texts of the papers, or all indexed ones. A text shared by several papers belongs to the first. */
async function collectTexts(
  { texts }: FindDeps,
  papers: readonly NamedText[] | undefined,
  signal: AbortSignal,
): Promise<CollectedTexts> {
  const [onlyAbstract, withoutText, notes]: [string[], string[], Note[]] = [[], [], []];
  const byHash = new Map<string, Text>();
  const others: NamedText[] = [];
  const hashes = (papers ?? []).map((paper) => texts?.full.findHash(paper));
  const first = hashes.filter((hash) => hash !== undefined);
  const maxMs = MAX_INDEXING_MS;
  const pending = (await texts?.index.update({ ...(papers && { hashes: first }), maxMs, signal })) ?? 0;
  if (pending > 0) notes.push({ kind: 'texts-not-indexed', texts: pending });
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
  const all = texts?.index.hashes() ?? [];
  return { texts: all.map((hash) => ({ ref: '', hash })), fullTexts: all.length, onlyAbstract, withoutText, notes };
}

function abstractOutline(text: string): Outline {
  const block: Block = { kind: 'paragraph', at: 'abstract', text };
  return { sections: [{ id: 'abstract', title: 'Abstract', depth: 1, kind: 'abstract', blocks: [block] }] };
}

type Asked = Question & { phrases: readonly string[] };
type OutlineOf = (text: Text) => Promise<Outline | undefined>;

/**
 * Ranks the passages of the texts that match the question best; with phrases, those that hold them, of every text that
 * has their words. `of`: how many texts match at all.
 */
async function rank(
  { texts }: FindDeps,
  candidates: readonly Text[],
  { question, outlineOf }: { question: Asked; outlineOf: OutlineOf },
  signal: AbortSignal,
): Promise<{ ranked: Ranked[]; of: number }> {
  const abstracts = candidates.flatMap((text) => ('analysed' in text ? [text.analysed] : []));
  const fitsOf = (concepts: Question['concepts']) => {
    const fits = texts?.index.weigh(concepts, abstracts) ?? {
      indexed: () => 0,
      others: weighTexts(concepts, { lengths: new Uint32Array(), postings: () => [] }, abstracts).others,
    };
    let nthAbstract = 0;
    return candidates.map((text) => ('hash' in text ? fits.indexed(text.hash) : (fits.others[nthAbstract++] ?? 0)));
  };
  const required = question.required.map((term) => fitsOf([[term]]));
  const fits = fitsOf(question.concepts);
  const best = candidates
    .map((text, nth) => ({ text, fit: required.every((each) => each[nth]) ? (fits[nth] as number) : 0 }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit);
  const hasPhrase = question.phrases.length > 0;
  const pause = pauseEvery(SLICE_MS, signal);
  const ranked: Ranked[] = [];
  for (const { text, fit } of hasPhrase ? best : best.slice(0, MAX_TEXTS)) {
    const analysed = 'analysed' in text ? text.analysed : texts?.index.analysed(text.hash);
    if (!analysed) continue;
    const cuts = scorePassages(analysed, question).flatMap((score, nth) =>
      score === undefined ? [] : [{ text, cut: readRow(analysed, nth), score: score + TEXT_WEIGHT * fit }],
    );
    const outline = hasPhrase && cuts.length > 0 ? await outlineOf(text) : undefined;
    const blocks = outline && blocksOf(outline);
    ranked.push(
      ...cuts.filter(({ cut }) => !hasPhrase || (blocks && hasPhrases(passageText(blocks, cut), question.phrases))),
    );
    await pause();
  }
  const of = hasPhrase ? new Set(ranked.map(({ text }) => text)).size : best.length;
  return { ranked: ranked.sort((one, other) => other.score - one.score), of };
}

type Found = Passage & { hash?: string };

/**
 * Chooses the best passages, at most `perPaper` per paper and `count` characters in total. Skips passages that are
 * nearly equal to a chosen one, such as a preprint's.
 */
async function choose(
  ranked: readonly Ranked[],
  outlineOf: OutlineOf,
  { question, perPaper, count }: { question: Question; perPaper: number; count: number },
): Promise<Found[]> {
  const ofText = new Map<Text, number>();
  const chosen: { passage: Found; words: Set<string> }[] = [];
  let [used, read] = [0, 0];
  for (const { text, cut } of ranked) {
    const ofThisText = ofText.get(text) ?? 0;
    if (ofThisText >= perPaper) continue;
    const outline = await outlineOf(text);
    if (!outline || read === MAX_READ) continue;
    read += 1;
    const passage = toPassage(text.ref, outline, cut, question);
    const words = new Set(passage.text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
    if (chosen.some((other) => areAlike(words, other.words))) continue;
    if (used + passage.text.length > count && chosen.length > 0) break;
    used += passage.text.length;
    ofText.set(text, ofThisText + 1);
    chosen.push({ passage: { ...passage, ...('hash' in text && { hash: text.hash }) }, words });
  }
  return chosen.map(({ passage }) => passage);
}

/** Two passages count as equal if they share this part of their words, and all numbers. */
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

/** Reads the sections of stored texts, each once for all questions. */
function outlinesOf({ texts }: FindDeps, call: { signal: AbortSignal }): OutlineOf {
  const known = new Map<string, Promise<Outline | undefined> | undefined>();
  return async (text) => {
    if (!('hash' in text)) return text.abstract;
    if (!known.has(text.hash)) known.set(text.hash, texts?.full.outline(text.hash, call));
    return known.get(text.hash);
  };
}

/** `at` is the location of the passage's paragraph that contains most terms of the question. */
function toPassage(ref: string, outline: Outline, cut: PassageRow, question: Question): Passage {
  const blocks = blocksOf(outline);
  const terms = new Set(question.concepts.flat());
  const paragraphs = blocks.slice(cut.first, cut.last + 1).map(({ at }, nth) => {
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
  const [{ at = '' } = {}] = paragraphs.sort((one, other) => other.found - one.found);
  const section = outline.sections.find((each) => each.blocks.some((block) => block.at === at));
  const isWhole = section?.id.toLowerCase() === section?.title.toLowerCase();
  const title = isWhole ? section?.title : `${section?.id} ${section?.title}`;
  return { ref, at, section: title ?? '', text: passageText(blocks, cut) };
}

/** Adds a reference to a passage whose paper was not named in the request: that of the library, or an identifier. */
function withReference({ texts, store }: FindDeps, { hash, ...passage }: Found): Passage {
  if (passage.ref !== '' || hash === undefined) return passage;
  const names = texts?.full.namesOf(hash) ?? [];
  const [reference] = names.flatMap((name) => (name.startsWith('ref:') ? [name.slice('ref:'.length)] : []));
  const ids = names.map((name) => name.replace(/^(?:doi|arxiv|pmcid|key):/, '').replace(/^pmid:/, 'PMID '));
  const libraryRef = ids.map((id) => store.libraryPaper?.(id)?.ref).find((ref) => ref !== undefined);
  return { ...passage, ref: reference ?? libraryRef ?? ids[0] ?? hash };
}
