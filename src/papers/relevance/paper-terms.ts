import type { WirePaper } from '../../contract/paper.ts';
import { inflectedForm } from '../analysis/inflection.ts';
import { forEachToken } from '../analysis/tokenizer.ts';
import type { Compound } from './question.ts';

/** Where each word stands, by its form, ascending; the texts of a paper stand one after the other, with a gap. */
type Places = Map<string, number[]>;

/** Where words of a question stand in a paper's title, summary and abstract. */
export type PaperTerms = {
  places: Places;
  /** Words of the title stand below this position; 0 for a paper without a title. */
  titleEnd: number;
  /** Where `of`, `in`, `with` and their like stand. */
  links: ReadonlySet<number>;
  /** The places before a word that is denied. */
  negations: ReadonlySet<number>;
};

/** Between two texts, so that no phrase runs from one into the other; and between two sentences. */
const GAP = 100;
const SENTENCE_GAP = 3;
const SENTENCE_END = /(?<=[\p{L}\d]{3}|[\s)\]"%])[.;!?]\s+/u;

const LINKS = new Set('of in to with for by from on among against'.split(' '));
/** What denies the next word, and what denies the one behind it, too: `without major depression`. */
const NEAR_NEGATIONS = new Set(['non', 'not', 'except']);
const NEGATIONS = new Set(['no', 'none', 'without', 'nor', 'neither', 'excluding', 'lacking']);

/** Where the words of a question stand in a paper, however they are inflected there. */
export function readPaperTerms(
  { title, tldr, abstract }: Pick<WirePaper, 'title' | 'tldr' | 'abstract'>,
  questionForms: ReadonlySet<string>,
): PaperTerms {
  const terms = { places: new Map(), links: new Set<number>(), negations: new Set<number>() };
  const titleLength = addText(terms, title ?? '', 0, questionForms);
  const titleEnd = titleLength === 0 ? 0 : titleLength + GAP;
  const summaryEnd = titleEnd + addText(terms, tldr ?? '', titleEnd, questionForms) + GAP;
  addText(terms, abstract ?? '', summaryEnd, questionForms);
  return { ...terms, titleEnd };
}

/** The same of one text. */
export function readTerms(text: string, questionForms: ReadonlySet<string>): Places {
  return readPaperTerms({ abstract: text }, questionForms).places;
}

/** Whether a word of a question is there. A part of a compound is, where the compound is written in one word. */
export function presenceIn(places: Places, compounds: readonly Compound[]): (form: string) => boolean {
  const oneWordCompounds = compounds.filter(({ joined }) => places.has(joined));
  if (oneWordCompounds.length === 0) return (form) => places.has(form);
  return (form) => places.has(form) || oneWordCompounds.some(({ parts }) => parts.includes(form));
}

type Mutable = { places: Places; links: Set<number>; negations: Set<number> };

/** Returns the number of places that the text takes. */
function addText(terms: Mutable, text: string, start: number, questionForms: ReadonlySet<string>): number {
  let at = start;
  for (const sentence of text.split(SENTENCE_END)) {
    const length = addSentence(terms, sentence, at, questionForms);
    if (length > 0) at += length + SENTENCE_GAP;
  }
  return at - start;
}

function addSentence(
  { places, links, negations }: Mutable,
  text: string,
  start: number,
  questionForms: ReadonlySet<string>,
): number {
  let before = '';
  return forEachToken(text, (word, position) => {
    const at = start + position;
    const form = formOf(word);
    if (questionForms.has(form)) {
      const positions = places.get(form);
      if (positions) positions.push(at);
      else places.set(form, [at]);
    }
    // `With or without X` and `whether or not X` deny nothing, nor does `not only X`.
    if (LINKS.has(word)) links.add(at);
    else if (word === 'only') negations.delete(at - 1);
    else if (before !== 'or' && NEGATIONS.has(word)) negations.add(at).add(at + 1);
    else if (before !== 'or' && NEAR_NEGATIONS.has(word)) negations.add(at);
    before = word;
  });
}

/** Papers of one job share most of their words, and finding their forms takes most of the time. */
const MAX_REMEMBERED = 20_000;
const forms = new Map<string, string>();

function formOf(word: string): string {
  const cached = forms.get(word);
  if (cached !== undefined) return cached;
  if (forms.size >= MAX_REMEMBERED) forms.clear();
  const form = inflectedForm(word);
  forms.set(word, form);
  return form;
}
