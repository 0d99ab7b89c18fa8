import { asFields, asText, type Fields, oneOrMore } from '../../lib/json.ts';
import type { Format } from '../format.ts';
import { readZotero } from '../json/zotero-json.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import type { LocatedEntry, PieceReader } from '../pieces.ts';
import { splitXml } from './split-xml.ts';
import { parseXml, textContent, textContents } from './xml.ts';

/**
 * Zotero's RDF: items and journals. Items refer to a journal by its ISSN (`urn:issn:1234-5679`), and it usually comes
 * later. Each is read as the item that Zotero's JSON would contain for it.
 */

/** An element of the file: an item, or a container of items; undefined for anything else. */
type RdfNode = { about: string; item?: Fields; container?: Fields };

/** Elements that may contain an item. Notes, collections and files do not count. */
const CONTAINERS = /^bib:(?:Journal|Periodical|Newspaper|Book|CourtReporter)$|^z:(?:Website|Blog|Forum)$/;

/** One element with its own URI. A returned text says why it cannot be read. */
function readRdfNode(xml: string): RdfNode | string {
  const document = parseXml(xml);
  if (document === undefined) return 'it is not well-formed XML';
  const [name = '', content] = Object.entries(document)[0] ?? [];
  const node = asFields(content);
  const about = asText(node['@rdf:about']) ?? '';
  if (node['z:itemType'] !== undefined) return { about, item: node };
  return CONTAINERS.test(name) ? { about, container: node } : { about };
}

/** The URI of an item's container, if the container is elsewhere in the file. */
function findContainer(item: Fields): string | undefined {
  return findParts(item)
    .map((part) => asText(part['@rdf:resource']))
    .find(Boolean);
}

/** An item, with its container if that is elsewhere in the file. */
function readRdfItem(item: Fields, elsewhere: Fields = {}): ParsedEntry {
  const nested = findParts(item).flatMap((part) => Object.entries(part).filter(([name]) => CONTAINERS.test(name)));
  const container = { ...elsewhere, ...asFields(nested[0]?.[1]) };
  const identifiers = [...textContents(item['dc:identifier']), ...textContents(container['dc:identifier'])];
  const findNumber = (kind: string) => identifiers.find((text) => text.startsWith(`${kind} `))?.slice(kind.length + 1);
  const first = (name: string) => textContent(oneOrMore(item[name])[0]) ?? textContent(oneOrMore(container[name])[0]);
  const within = (name: string, ...path: string[]) =>
    textContent(path.reduce<unknown>((value, step) => oneOrMore(asFields(value)[step])[0], oneOrMore(item[name])[0]));
  return readZotero({
    itemType: textContent(item['z:itemType']),
    title: textContent(oneOrMore(item['dc:title'])[0]),
    abstractNote: first('dcterms:abstract'),
    creators: [...readPeople(item, 'author'), ...readPeople(item, 'editor'), ...readPeople(item, 'presenter')],
    date: first('dc:date'),
    publicationTitle: textContent(oneOrMore(container['dc:title'])[0]),
    conferenceName: within('bib:presentedAt', 'bib:Conference', 'dc:title'),
    repository: first('z:repository'),
    publisher: within('dc:publisher', 'foaf:Organization', 'foaf:name'),
    volume: first('prism:volume'),
    issue: first('prism:number'),
    pages: first('bib:pages'),
    language: first('z:language'),
    DOI: findNumber('DOI') ?? textContent(item['z:DOI']),
    ISBN: findNumber('ISBN'),
    ISSN: findNumber('ISSN'),
    archiveID: first('z:archiveID'),
    url: findAddress(item),
    extra: first('dc:description'),
    citationKey: first('z:citationKey'),
    tags: oneOrMore(item['dc:subject']).map((subject) => ({
      tag: textContent(subject) ?? textContent(asFields(asFields(subject)['z:AutomaticTag'])['rdf:value']),
    })),
  });
}

function findParts(item: Fields): Fields[] {
  return oneOrMore(item['dcterms:isPartOf']).map(asFields);
}

function findAddress(item: Fields): string | undefined {
  return oneOrMore(item['dc:identifier'])
    .map((identifier) => textContent(asFields(asFields(identifier)['dcterms:URI'])['rdf:value']))
    .find(Boolean);
}

function readPeople(item: Fields, creatorType: string): Fields[] {
  const list = oneOrMore(item[`bib:${creatorType}s`] ?? item[`z:${creatorType}s`])[0];
  return oneOrMore(asFields(asFields(list)['rdf:Seq'])['rdf:li']).map((entry) => {
    const person = asFields(asFields(entry)['foaf:Person']);
    return {
      creatorType,
      firstName: textContent(person['foaf:givenName']) ?? textContent(person['foaf:givenname']),
      lastName: textContent(person['foaf:surname']) ?? textContent(person['foaf:name']),
    };
  });
}

/** Items of Zotero's RDF wait for the journal that they refer to, because it comes later in the file. */
function openZoteroRdf(): PieceReader {
  const containers = new Map<string, Fields>();
  let waiting: { line: number; item: Fields; container: string }[] = [];
  let unread: { text: string; line: number } | undefined;

  const settle = (text: string, line: number): LocatedEntry[] => {
    const node = readRdfNode(text);
    if (typeof node === 'string') return [{ line, entry: { problem: node } }];
    if (node.item) return take(node.item, line);
    return node.container ? release(node.about, node.container) : [];
  };
  const take = (item: Fields, line: number): LocatedEntry[] => {
    const about = findContainer(item);
    const container = about === undefined ? {} : containers.get(about);
    if (container) return [{ line, entry: readRdfItem(item, container) }];
    waiting.push({ line, item, container: about as string });
    return [];
  };
  const release = (about: string, container: Fields): LocatedEntry[] => {
    containers.set(about, container);
    const ready = waiting.filter((each) => each.container === about);
    waiting = waiting.filter((each) => each.container !== about);
    return ready.map(({ line, item }) => ({ line, entry: readRdfItem(item, container) }));
  };

  return {
    learn(text, line) {
      // An element that an earlier run processed may still be waiting, or others may be waiting for it.
      if (unread !== undefined) settle(unread.text, unread.line);
      unread = { text, line };
    },
    read(text, line) {
      unread = undefined;
      return settle(text, line);
    },
    end() {
      if (unread !== undefined) settle(unread.text, unread.line);
      const entries = waiting.map(({ line, item }): LocatedEntry => ({ line, entry: readRdfItem(item) }));
      waiting = [];
      return entries;
    },
  };
}

export const format: Format = {
  name: 'zotero-rdf',
  title: 'Zotero RDF',
  place: 150,
  read: {
    what: 'as Zotero exports it',
    endings: ['.rdf'],
    text: {
      signature: /<rdf:RDF[\s>]/,
      // An element within another has no URI of its own.
      split: () => splitXml(['(?:bib|z):[A-Za-z]{1,30}', 'rdf:Description'], { behindName: '\\srdf:about=' }),
      open: openZoteroRdf,
    },
  },
};
