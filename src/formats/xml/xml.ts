import { XMLParser } from 'fast-xml-parser';
import { rethrowBug } from '../../lib/bugs.ts';
import { escapeXml } from '../../lib/escape-xml.ts';
import { asFields, asText, type Fields, oneOrMore } from '../../lib/json.ts';

/** Numbers remain texts (`2101.00010` is a name). Entities that a document defines could expand endlessly. */
const OPTIONS = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  processEntities: { enabled: true, maxEntityCount: 0 },
};

/**
 * Parses XML to an object: elements by name with prefix, attributes with `@`, their text as `#text`, repeated elements
 * as a list. The content of `texts` remains markup (`On <i>E. coli</i>`), which cleaning removes: in an object its
 * words would lose their order. Undefined if not well-formed.
 */
export function xmlReader(texts: readonly string[] = []): (text: string) => Fields | undefined {
  const parser = new XMLParser({ ...OPTIONS, stopNodes: texts.map((name) => `*.${name}`) });
  return (text) => {
    try {
      return parser.parse(text, true) as Fields;
    } catch (error) {
      rethrowBug(error);
      return undefined;
    }
  };
}

/** Parses XML in which no element mixes text and elements. */
export const parseXml = xmlReader();

/** The text of an element; an element with attributes is an object. */
export function textContent(element: unknown): string | undefined {
  return asText(element) ?? asText(asFields(element)['#text']);
}

export function textContents(elements: unknown): string[] {
  return oneOrMore(elements)
    .map(textContent)
    .filter((text) => text !== undefined);
}

/** Writes an element that contains only text. */
export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
