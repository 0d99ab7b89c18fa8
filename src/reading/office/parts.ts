import { type BlockKind, MAX_REFERENCES, type Reference, type Section } from '../document.ts';
import { cleanTextLine, createOutline, findDoi, nestParts } from '../markup/outline.ts';

/** Makes sections from headings with levels and the blocks between them, as Word documents and books have them. */

type PartBlock = { kind: BlockKind; text: string };
/** A heading of depth 1 or more with the blocks under it; the text before the first heading has depth 0. */
export type TextPart = { title: string; depth: number; blocks: PartBlock[] };

const REFERENCES =
  /^(?:[\dIVX]+[.)]?\s+)?(?:references(?: cited)?|bibliography|literature(?: cited)?|works cited|reference list)[.:]?$/i;
const ABSTRACT = /^(?:abstract|summary)[.:]?$/i;

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
      return { key: bracketed ?? dotted ?? String(at + 1), text: rest, doi: findDoi(rest) };
    });
  nestParts(
    parts.filter((part) => !isList(part)),
    ({ title, depth, blocks }, writeInner) => {
      const write = () => {
        for (const { kind, text } of blocks) outline.add(kind, text);
        writeInner();
      };
      if (depth > 0) outline.inSection(title, ABSTRACT.test(title.trim()) ? 'abstract' : 'body', write);
      else write();
    },
  );
  return { sections: outline.sections, references };
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
