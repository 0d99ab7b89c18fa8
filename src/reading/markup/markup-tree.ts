import { Parser } from 'htmlparser2';
import { decodeEntity } from '../../papers/entities.ts';
import type { ReadingProblem } from '../notes.ts';

/** An element of XML or HTML. Names in HTML are in lower case. */
export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
};

export type Node = Element | string;

/** Formulas and figures nest deepest: real documents stay below 60. */
const MAX_DEPTH = 300;

/** A document type with its own declarations. */
const INTERNAL_SUBSET = /^\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<!DOCTYPE[^>[]*\[/i;

/**
 * Parses the elements of a text. Rejects entities that a document defines, resolves those of HTML, and never fetches
 * external ones. `isWhole`: whether the text closes the element named `whole`, so that it is not cut off.
 */
export function parseTree(
  text: string,
  { isXml, whole }: { isXml: boolean; whole: string },
): { root: Element; isWhole: boolean } | { problem: ReadingProblem } {
  if (isXml && INTERNAL_SUBSET.test(text)) return { problem: 'own entities' };
  const root: Element = { name: '', attributes: {}, children: [] };
  const path: Element[] = [root];
  let isTooDeep = false;
  let isWhole = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (path.length > MAX_DEPTH) {
          isTooDeep = true;
          parser.reset();
          return;
        }
        const element: Element = { name, attributes, children: [] };
        path.at(-1)?.children.push(element);
        path.push(element);
      },
      ontext(part) {
        path.at(-1)?.children.push(part);
      },
      onclosetag(name, isImplied) {
        if (path.length > 1) path.pop();
        if (name === whole && !isImplied) isWhole = true;
      },
    },
    { xmlMode: isXml, decodeEntities: true },
  );
  parser.write(text);
  if (isTooDeep) return { problem: 'nested too deeply' };
  parser.end();
  return { root, isWhole };
}

/** An element's attribute; undefined if it is absent or blank. */
export function readAttribute(element: Element, name: string): string | undefined {
  return element.attributes[name]?.trim() || undefined;
}

export function isElement(node: Node): node is Element {
  return typeof node !== 'string';
}

export function childElements(element: Element, ...names: string[]): Element[] {
  return element.children.filter(isElement).filter(({ name }) => names.length === 0 || names.includes(name));
}

export function childElement(element: Element | undefined, name: string): Element | undefined {
  return element && childElements(element, name)[0];
}

/** All matching elements below this one, in order; does not look inside a matching element. */
export function descendants(element: Element, matches: (element: Element) => boolean): Element[] {
  return childElements(element).flatMap((child) => (matches(child) ? [child] : descendants(child, matches)));
}

/** The first matching element below this one. */
export function firstDescendant(
  element: Element | undefined,
  matches: (element: Element) => boolean,
): Element | undefined {
  for (const child of element ? childElements(element) : []) {
    const match = matches(child) ? child : firstDescendant(child, matches);
    if (match) return match;
  }
  return undefined;
}

/** The characters below a node, unchanged. */
export function rawText(node: Node): string {
  return isElement(node) ? node.children.map(rawText).join('') : readEntities(node);
}

/** Resolves the entities of the JATS document types; the parser itself supports only XML's own five. */
export function readEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([a-z][a-z0-9]{1,8});/gi, (whole, name: string) => decodeEntity(name) ?? whole);
}
