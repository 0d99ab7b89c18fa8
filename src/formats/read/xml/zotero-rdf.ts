import { type Fields, fieldsOf, oneOrMore, textOf } from '../../../lib/json.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { readZotero } from '../zotero.ts';
import { contentOf, contentsOf, parseXml } from './xml.ts';

/**
 * Zotero's RDF: items, and journals that items name by their ISSN (`urn:issn:1234-5679`) and that mostly stand behind.
 * Each is read as the item that Zotero's JSON has for it.
 */

/** An element of the file: an item, or what items are in; undefined for what says nothing of either. */
type RdfNode = { about: string; item?: Fields; container?: Fields };

/** What may hold an item. Notes, collections and files are none. */
const CONTAINERS = /^bib:(?:Journal|Periodical|Newspaper|Book|CourtReporter)$|^z:(?:Website|Blog|Forum)$/;

/** One element with an address of its own. A text says why it cannot be read. */
export function readRdfNode(xml: string): RdfNode | string {
  const document = parseXml(xml);
  if (document === undefined) return 'it is no well-formed XML';
  const [name = '', content] = Object.entries(document)[0] ?? [];
  const node = fieldsOf(content);
  const about = textOf(node['@rdf:about']) ?? '';
  if (node['z:itemType'] !== undefined) return { about, item: node };
  return CONTAINERS.test(name) ? { about, container: node } : { about };
}

/** The address of what an item is in, where that stands elsewhere in the file. */
export function containerOf(item: Fields): string | undefined {
  return partsOf(item)
    .map((part) => textOf(part['@rdf:resource']))
    .find(Boolean);
}

/** An item, with what it is in where that stands elsewhere. */
export function readRdfItem(item: Fields, elsewhere: Fields = {}): ParsedEntry {
  const nested = partsOf(item).flatMap((part) => Object.entries(part).filter(([name]) => CONTAINERS.test(name)));
  const container = { ...elsewhere, ...fieldsOf(nested[0]?.[1]) };
  const identifiers = [...contentsOf(item['dc:identifier']), ...contentsOf(container['dc:identifier'])];
  const numberOf = (kind: string) => identifiers.find((text) => text.startsWith(`${kind} `))?.slice(kind.length + 1);
  const of = (name: string) => contentOf(oneOrMore(item[name])[0]) ?? contentOf(oneOrMore(container[name])[0]);
  const within = (name: string, ...path: string[]) =>
    contentOf(path.reduce<unknown>((value, step) => oneOrMore(fieldsOf(value)[step])[0], oneOrMore(item[name])[0]));
  return readZotero({
    itemType: contentOf(item['z:itemType']),
    title: contentOf(oneOrMore(item['dc:title'])[0]),
    abstractNote: of('dcterms:abstract'),
    creators: [...peopleIn(item, 'author'), ...peopleIn(item, 'editor'), ...peopleIn(item, 'presenter')],
    date: of('dc:date'),
    publicationTitle: contentOf(oneOrMore(container['dc:title'])[0]),
    conferenceName: within('bib:presentedAt', 'bib:Conference', 'dc:title'),
    repository: of('z:repository'),
    publisher: within('dc:publisher', 'foaf:Organization', 'foaf:name'),
    volume: of('prism:volume'),
    issue: of('prism:number'),
    pages: of('bib:pages'),
    language: of('z:language'),
    DOI: numberOf('DOI') ?? contentOf(item['z:DOI']),
    ISBN: numberOf('ISBN'),
    ISSN: numberOf('ISSN'),
    archiveID: of('z:archiveID'),
    url: addressIn(item),
    extra: of('dc:description'),
    citationKey: of('z:citationKey'),
    tags: oneOrMore(item['dc:subject']).map((subject) => ({
      tag: contentOf(subject) ?? contentOf(fieldsOf(fieldsOf(subject)['z:AutomaticTag'])['rdf:value']),
    })),
  });
}

function partsOf(item: Fields): Fields[] {
  return oneOrMore(item['dcterms:isPartOf']).map(fieldsOf);
}

/** The identifier that is an address. */
function addressIn(item: Fields): string | undefined {
  return oneOrMore(item['dc:identifier'])
    .map((identifier) => contentOf(fieldsOf(fieldsOf(identifier)['dcterms:URI'])['rdf:value']))
    .find(Boolean);
}

function peopleIn(item: Fields, creatorType: string): Fields[] {
  const list = oneOrMore(item[`bib:${creatorType}s`] ?? item[`z:${creatorType}s`])[0];
  return oneOrMore(fieldsOf(fieldsOf(list)['rdf:Seq'])['rdf:li']).map((entry) => {
    const person = fieldsOf(fieldsOf(entry)['foaf:Person']);
    return {
      creatorType,
      firstName: contentOf(person['foaf:givenName']) ?? contentOf(person['foaf:givenname']),
      lastName: contentOf(person['foaf:surname']) ?? contentOf(person['foaf:name']),
    };
  });
}
