import { XMLParser } from 'fast-xml-parser';
import type { Fields } from '../../lib/json.ts';

/** Numbers stay texts (`2101.00010` is a name). Entities of a document's own could expand without end. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  processEntities: { enabled: true, maxEntityCount: 0 },
});

/**
 * XML as an object: elements by name with prefix, attributes with `@`, their text as `#text`, repeated elements as a
 * list. Undefined if not well-formed.
 */
export function parseXml(text: string): Fields | undefined {
  try {
    return parser.parse(text, true) as Fields;
  } catch {
    return undefined;
  }
}
