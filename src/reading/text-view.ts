import { invalidInput } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import { omitEmpty } from '../lib/omit-undefined.ts';
import { shown } from '../lib/shown.ts';
import { shorten } from '../papers/text.ts';
import type { Advice, Note } from '../wording/notes.ts';
import type { Block, ReadDocument, Reference, Section } from './document.ts';
import { DEFAULT_TEXT_CHARACTERS, type TextRequest, type TextSource, type TextView } from './full-text.ts';
import { withoutPlaces } from './places.ts';
import type { Answer, Task } from './process/tasks.ts';

/** A text in an answer: limited in size, with the position of every passage and of the rest. */

const MAX_CAPTION_CHARACTERS = 120;
/** Minimum characters left for text beside the outline. */
const MIN_PIECE_CHARACTERS = 2_000;

/** Checks quotations in the process that external text cannot harm (process/). */
export type ReadForeign = <T extends Task>(task: T) => Promise<Answer<T>>;

/**
 * The answer to a request for one part: a quotation, an entry of the list of references, a page or a section.
 * Throws INVALID_INPUT for a section or position that the text does not have.
 */
export async function viewText(
  document: ReadDocument,
  source: TextSource,
  request: TextRequest,
  read: ReadForeign,
): Promise<TextView> {
  const { section, page, find, quote, reference, offset = 0, count = DEFAULT_TEXT_CHARACTERS } = request;
  if (quote !== undefined) return { source, ...(await viewQuote(document, source, quote, read)) };
  if (reference !== undefined) return { source, references: [referenceNamed(document, reference)] };
  if (find) return { source };
  if (section !== undefined && /^references$/i.test(section.trim()))
    return viewReferences(document, source, offset, count);
  if (page !== undefined) return { source, ...cutPiece(sectionsOfPage(document, page), offset, count) };
  if (section !== undefined)
    return {
      source,
      ...cutPiece(sectionsNamed(document, source, section), offset, count, POSITION.test(section.trim())),
    };
  if (offset > 0) return { source, ...cutPiece(document.sections, offset, count) };
  const outline = toOutline(document);
  const rest = Math.max(count - JSON.stringify(outline).length, Math.min(count, MIN_PIECE_CHARACTERS));
  const { notes } = document;
  return { source, ...outline, ...cutPiece(document.sections, 0, rest), ...(notes && { notes }) };
}

/** The sections with their sizes, and the captions. */
export function toOutline(document: ReadDocument): Pick<TextView, 'outline' | 'captions'> {
  const sizes = document.sections.map(({ id, title, blocks }) => ({ id, title, characters: countCharacters(blocks) }));
  const references = countCharacters(document.references);
  const captions = document.sections
    .flatMap(({ blocks }) => blocks)
    .filter(({ kind }) => kind === 'caption')
    .map(({ at, text }) => ({ at, text: shorten(withoutPlaces(text), MAX_CAPTION_CHARACTERS) }));
  const title = `References (${document.references.length})`;
  return {
    outline: references > 0 ? [...sizes, { id: 'references', title, characters: references }] : sizes,
    ...(captions.length > 0 && { captions }),
  };
}

function countCharacters(parts: readonly { text: string }[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}

const POSITION = /^([a-z]\w*(?:\.\d+)*\.[p¶]\d+)(?:@([0-9a-f]{4,64}))?$/i;

/** Sections by id or words of the title, at every depth, with their subsections; or the single block at a position. */
function sectionsNamed(document: ReadDocument, source: TextSource, name: string): Section[] {
  const heading = name.trim().toLowerCase();
  const [, position, hash] = POSITION.exec(heading) ?? [];
  if (hash !== undefined && !source.hash.startsWith(hash)) {
    const problem = { kind: 'other-copy', given: shown(name), hash: source.hash } as const;
    throw invalidInput([invalidField('section', problem)]);
  }
  const { sections } = document;
  const [withPosition] = position === undefined ? [] : withBlocks(sections, ({ at }) => at.toLowerCase() === position);
  if (withPosition) return [withPosition];
  // A structured abstract has parts of the same names, which are only shorter.
  const inOrder = [...sections.filter(({ kind }) => kind !== 'abstract'), ...sections];
  const withTitle = (test: (title: string) => boolean) => inOrder.find(({ title }) => test(title.toLowerCase()));
  const section =
    sections.find(({ id }) => id.toLowerCase() === heading) ??
    withTitle((title) => title.replace(/^[\d.\s]+/, '') === heading) ??
    withTitle((title) => title.includes(heading));
  if (!section) throw noSection(name, sections);
  const start = sections.indexOf(section);
  const end = sections.findIndex(({ depth }, index) => index > start && depth <= section.depth);
  return sections.slice(start, end < 0 ? sections.length : end);
}

/** The sections that contain matching blocks, with only these blocks. */
function withBlocks(sections: readonly Section[], matches: (block: Block) => boolean): Section[] {
  return sections
    .map((section) => ({ ...section, blocks: section.blocks.filter(matches) }))
    .filter(({ blocks }) => blocks.length > 0);
}

/** The text that begins on a page. */
function sectionsOfPage({ sections }: ReadDocument, page: number): Section[] {
  const onPage = withBlocks(sections, (block) => block.page === page);
  if (onPage.length > 0) return onPage;
  const last = Math.max(0, ...sections.flatMap(({ blocks }) => blocks.map((block) => block.page ?? 0)));
  throw invalidInput([
    invalidField('page', last === 0 ? { kind: 'no-pages' } : { kind: 'past-last-page', page, last }),
  ]);
}

const MAX_NAMED_SECTIONS = 60;

function noSection(name: string, sections: readonly Section[]) {
  const outer = sections.filter(({ depth }) => depth === 1).slice(0, MAX_NAMED_SECTIONS);
  const names = outer.map(({ id, title }) => (id === title.toLowerCase() ? id : `${id} (${title})`));
  const problem = { kind: 'no-section', given: shown(name), sections: [...names, 'references'] } as const;
  return invalidInput([invalidField('section', problem)]);
}

/** As many blocks as fit, from character `offset` on, and the offset of the next piece. `isWhole`: tables in full. */
function cutPiece(
  sections: readonly Section[],
  offset: number,
  count: number,
  isWhole = false,
): Pick<TextView, 'sections' | 'next'> {
  const shownSections: NonNullable<TextView['sections']> = [];
  const cutTables: string[] = [];
  const next = (rest?: number): Pick<TextView, 'next'> => {
    const steps: Advice[] = [
      ...(rest === undefined ? [] : [{ kind: 'read-on', offset: rest } as const]),
      ...(cutTables.length > 0 ? [{ kind: 'read-tables', places: cutTables } as const] : []),
    ];
    return omitEmpty({ next: steps });
  };
  let [position, used] = [0, 0];
  for (const { id, title, blocks } of sections) {
    const parts: string[] = [];
    const close = () => parts.length > 0 && shownSections.push({ id, title, text: parts.join('\n') });
    for (const block of blocks) {
      const start = position;
      position += block.text.length;
      if (position <= offset) continue;
      const from = Math.max(offset - start, 0);
      const text = from === 0 && !isWhole ? shortTable(block) : block.text.slice(from);
      const isCut = from === 0 && text.length < block.text.length;
      const left = count - used;
      if (text.length > left && used > 0) {
        close();
        return { sections: shownSections, ...next(start) };
      }
      parts.push(`[${block.at}] ${withoutPlaces(text.slice(0, left))}`);
      if (isCut) cutTables.push(block.at);
      used += text.length;
      if (text.length > left) {
        close();
        return { sections: shownSections, ...next(start + from + left) };
      }
    }
    close();
  }
  return { sections: shownSections, ...next() };
}

const MAX_ROWS = 40;
const SHOWN_ROWS = 10;

/** The header and some rows of a long table. */
function shortTable({ kind, text }: Block): string {
  const lines = kind === 'table' ? text.split('\n') : [];
  if (lines.length <= MAX_ROWS + 2) return text;
  const left = lines.length - SHOWN_ROWS - 2;
  return `${lines.slice(0, SHOWN_ROWS + 2).join('\n')}\n(${left} more rows)`;
}

/** An entry of the list by its number or label, as `20`, `[20]` or `Smi19`. */
function referenceNamed({ references }: ReadDocument, name: string): Reference {
  const label = name
    .trim()
    .replace(/^[[(]|[\])]$/g, '')
    .trim()
    .toLowerCase();
  const entry = references.find(({ key }) => key.toLowerCase() === label) ?? references[Number(label) - 1];
  if (entry) return entry;
  const last = references.at(-1)?.key;
  const problem = { kind: 'no-reference', given: shown(name), last } as const;
  throw invalidInput([invalidField('reference', problem)]);
}

function viewReferences(document: ReadDocument, source: TextSource, offset: number, count: number): TextView {
  const references: NonNullable<TextView['references']> = [];
  let [position, used] = [0, 0];
  for (const reference of document.references) {
    const start = position;
    const size = JSON.stringify(reference).length;
    position += size;
    if (start < offset) continue;
    if (used > 0 && used + size > count) return { source, references, next: [{ kind: 'read-on', offset: start }] };
    used += size;
    references.push(reference);
  }
  return { source, references };
}

const NOT_COMPARED: Note = { kind: 'text-not-compared' };

const abstractBlock = (text: string) => ({ kind: 'paragraph', at: 'abstract', text }) as const;

/** Checks a quotation against the record's abstract, if no text contains it or no text is stored. */
export async function quoteInAbstract(
  abstract: string,
  quote: string,
  read: ReadForeign,
): Promise<Pick<TextView, 'quote' | 'next' | 'notes'>> {
  const result = await read({ blocks: [abstractBlock(abstract)], references: [], quote });
  if ('problem' in result) return { notes: [NOT_COMPARED] };
  const verdict = result.verdict === 'absent' || result.verdict === 'exact' ? result.verdict : 'compared';
  return { quote: result, next: [{ kind: 'cite-abstract', verdict, hasText: false }] };
}

/** The abstract of a record as a section, if there is no text. */
export function viewAbstract(abstract: string, { offset = 0, count = DEFAULT_TEXT_CHARACTERS }: TextRequest): TextView {
  const blocks = [abstractBlock(abstract)];
  return cutPiece([{ id: 'abstract', kind: 'abstract', title: 'Abstract', depth: 1, blocks }], offset, count);
}

async function viewQuote(
  { sections, references }: ReadDocument,
  { copy, hash }: TextSource,
  quote: string,
  read: ReadForeign,
): Promise<Pick<TextView, 'quote' | 'next' | 'notes'>> {
  const result = await read({ blocks: sections.flatMap(({ blocks }) => blocks), references, quote, hash });
  if ('problem' in result) return { notes: [NOT_COMPARED] };
  if (result.verdict !== 'absent') return { quote: result };
  const isOther = copy === 'preprint' || copy === 'accepted' || copy === 'unknown';
  return { quote: result, next: [isOther ? { kind: 'check-published', copy } : { kind: 'do-not-cite' }] };
}
