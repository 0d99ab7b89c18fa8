import { visibleText } from '../../lib/visible-text.ts';
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

  const nextPlace = (section: Section, page: number | undefined) => {
    if (page === undefined) return { at: `${section.id}.p${section.blocks.length + 1}` };
    const count = (onPages.get(page) ?? 0) + 1;
    onPages.set(page, count);
    return { at: `p${page}.¶${count}`, page };
  };

  return {
    sections,
    inSection(title, kind, work) {
      const begun = begin(cleanTitle(title) || UNTITLED[kind], kind);
      open.push(begun);
      sections.push(begun.section);
      work();
      open.pop();
    },
    add(kind, raw, page) {
      const text = kind === 'table' ? cleanLines(raw) : cleanTextLine(raw);
      if (!/[\p{L}\p{N}]/u.test(text)) return;
      const section = open.at(-1)?.section ?? outsideSections();
      section.blocks.push({ kind, ...nextPlace(section, page), text });
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

function cleanTitle(raw: string): string {
  return cleanTextLine(raw).slice(0, MAX_TITLE_CHARACTERS);
}

/**
 * External text on one line, without characters that hide or reorder, and without the whitespace that markup leaves.
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
