import { omitUndefined } from '../../lib/omit-undefined.ts';
import { readDoi } from '../../papers/identifiers.ts';
import type { BlockKind, Section } from '../document.ts';
import type { Reference } from '../full-text.ts';
import { cleanTextLine, createOutline, type Outline } from '../markup/outline.ts';

/** Texts whose headings have a level and stand between the blocks, as in Word and in books, made sections. */

type PartBlock = { kind: BlockKind; text: string };
/** A heading of depth 1 or more with the blocks under it; the text before the first heading has depth 0. */
export type TextPart = { title: string; depth: number; blocks: PartBlock[] };

const REFERENCES =
  /^(?:[\dIVX]+[.)]?\s+)?(?:references(?: cited)?|bibliography|literature(?: cited)?|works cited|reference list)[.:]?$/i;
const ABSTRACT = /^(?:abstract|summary)[.:]?$/i;
const MAX_REFERENCES = 3_000;

/** The sections of some parts, and the entries of their lists of references. */
export function toSections(parts: readonly TextPart[]): { sections: Section[]; references: Reference[] } {
  const outline = createOutline();
  const isList = ({ title }: TextPart) => REFERENCES.test(cleanTextLine(title));
  const references = parts
    .filter(isList)
    .flatMap(({ blocks }) => blocks.map(({ text }) => cleanTextLine(text)).filter((text) => text !== ''))
    .slice(0, MAX_REFERENCES)
    .map((text, at) => {
      const [, bracketed, dotted, rest = text] = /^(?:\[(\d{1,4})\]|(\d{1,4})\.)\s+(\S.*)$/.exec(text) ?? [];
      const doi = readDoi(/\b(?:doi:\s*|doi\.org\/)(10\.\d{4,9}\/\S+)/i.exec(rest)?.[1]);
      return { key: bracketed ?? dotted ?? String(at + 1), text: rest, ...omitUndefined({ doi }) };
    });
  writeParts(
    parts.filter((part) => !isList(part)),
    outline,
  );
  return { sections: outline.sections, references };
}

/** A part after one of lesser depth is inside it. */
function writeParts(parts: readonly TextPart[], outline: Outline): void {
  for (let at = 0; at < parts.length; ) {
    const part = parts[at] as TextPart;
    const rest = parts.slice(at + 1);
    const length = rest.findIndex(({ depth }) => depth <= part.depth);
    const inner = part.depth === 0 ? [] : length < 0 ? rest : rest.slice(0, length);
    const work = () => {
      for (const { kind, text } of part.blocks) outline.add(kind, text);
      writeParts(inner, outline);
    };
    if (part.depth > 0) outline.inSection(part.title, ABSTRACT.test(part.title.trim()) ? 'abstract' : 'body', work);
    else work();
    at += 1 + inner.length;
  }
}

/** Collects parts in the order of a text. */
export function collectParts() {
  const parts: TextPart[] = [{ title: '', depth: 0, blocks: [] }];
  return {
    parts,
    begin: (title: string, depth: number) => void parts.push({ title, depth, blocks: [] }),
    add: (kind: BlockKind, text: string) => void parts.at(-1)?.blocks.push({ kind, text }),
  };
}
export type PartCollector = ReturnType<typeof collectParts>;
