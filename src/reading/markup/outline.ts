import { visibleText } from '../../lib/visible-text.ts';
import { readDoi } from '../../papers/identifiers.ts';
import type { BlockKind, Section } from '../document.ts';

/** Collects sections and blocks in reading order and assigns each its position. */
export type Outline = {
  readonly sections: Section[];
  /** Begins a section inside the open one. A section without a title is merged into the one around it. */
  inSection(title: string, kind: Section['kind'], work: () => void): void;
  /** Adds a block to the open section, with its page if known; skips a block without letters or digits. */
  add(kind: BlockKind, text: string, page?: number): void;
};

/** Prefixes of ids by the kind of the outermost section. */
const PREFIXES: Record<Section['kind'], string> = {
  abstract: 'abstract',
  body: 'S',
  appendix: 'A',
  review: 'R',
  back: 'B',
};

type Open = { section: Section; parts: number };

export function createOutline(): Outline {
  const sections: Section[] = [];
  const open: Open[] = [];
  const counts = new Map<Section['kind'], number>();
  const onPages = new Map<number, number>();

  const begin = (title: string, kind: Section['kind']): Open => {
    const parent = open.at(-1);
    const outer = parent?.section.kind ?? kind;
    let id: string;
    if (parent) {
      parent.parts += 1;
      id = `${parent.section.id}.${parent.parts}`;
    } else {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      id = kind === 'abstract' && count === 1 ? PREFIXES.abstract : `${PREFIXES[kind]}${count}`;
    }
    return { section: { id, title, depth: open.length + 1, kind: outer, blocks: [] }, parts: 0 };
  };

  /** A section for text outside sections, as in letters. */
  const outsideSections = (): Section => {
    const last = sections.at(-1);
    if (last?.kind === 'body' && last.title === UNTITLED.body) return last;
    const { section } = begin(UNTITLED.body, 'body');
    sections.push(section);
    return section;
  };

  const nextPosition = (section: Section, page: number | undefined) => {
    if (page === undefined) return { at: `${section.id}.p${section.blocks.length + 1}` };
    const count = (onPages.get(page) ?? 0) + 1;
    onPages.set(page, count);
    return { at: `p${page}.¶${count}`, page };
  };

  return {
    sections,
    inSection(title, kind, work) {
      const begun = begin(cleanTextLine(title).slice(0, MAX_TITLE_CHARACTERS) || UNTITLED[kind], kind);
      open.push(begun);
      sections.push(begun.section);
      work();
      open.pop();
    },
    add(kind, raw, page) {
      const text = kind === 'table' ? cleanLines(raw) : cleanTextLine(raw);
      if (!/[\p{L}\p{N}]/u.test(text)) return;
      const section = open.at(-1)?.section ?? outsideSections();
      section.blocks.push({ kind, ...nextPosition(section, page), text });
    },
  };
}

const UNTITLED: Record<Section['kind'], string> = {
  abstract: 'Abstract',
  body: 'Text',
  appendix: 'Appendix',
  review: 'Reviewer comments',
  back: 'Notes',
};

const MAX_TITLE_CHARACTERS = 300;

/**
 * External text on one line, without characters that hide or reorder text, and without the whitespace of markup.
 */
export function cleanTextLine(raw: string): string {
  return visibleText(raw)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/ ([,;:.)\]](?:\s|$))/g, '$1')
    .trim();
}

function cleanLines(raw: string): string {
  return raw
    .split('\n')
    .map(cleanTextLine)
    .filter((line) => line !== '')
    .join('\n');
}

/** Writes parts in order: those after one of lesser depth are inside it, and `writeInner` writes them. */
export function nestParts<Part extends { depth: number }>(
  parts: readonly Part[],
  write: (part: Part, writeInner: () => void) => void,
): void {
  for (let at = 0; at < parts.length; ) {
    const part = parts[at] as Part;
    const rest = parts.slice(at + 1);
    const length = rest.findIndex(({ depth }) => depth <= part.depth);
    const inner = length < 0 ? rest : rest.slice(0, length);
    write(part, () => nestParts(inner, write));
    at += 1 + inner.length;
  }
}

/** The DOI that the text of a reference states. */
export function findDoi(text: string): string | undefined {
  return readDoi(/\b(?:doi:\s*|doi\.org\/)(10\.\d{4,9}\/\S+)/i.exec(text)?.[1]);
}
