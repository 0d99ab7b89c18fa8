import { asFields, asText, asTexts, type Fields, oneOrMore as oneOrMoreOf, parseJson } from '../../lib/json.ts';

/** A page's schema.org description of one article; values are raw. */
export type LinkedArticle = {
  titles: string[];
  dois: string[];
  abstract?: string | undefined;
  /** May be truncated, or may be advertising. */
  description?: string | undefined;
  venue?: string | undefined;
  publisher?: string | undefined;
  date?: string | undefined;
  isFree?: boolean | undefined;
  pdfLink?: string | undefined;
};

const ARTICLES = /^(?:https?:\/\/schema\.org\/)?(?:\w*ScholarlyArticle|Article|Thesis|Report|Chapter)$/;
/** The chain is article, issue, volume, journal. */
const MAX_PARTS = 4;
const MAX_DEPTH = 6;
const MAX_NODES = 2_000;

/** The articles that a page's JSON-LD scripts describe; a script that is not JSON is ignored. */
export function readLinkedArticles(scripts: readonly string[]): LinkedArticle[] {
  const budget = { nodes: MAX_NODES };
  return scripts.flatMap((script) => articlesIn(parseJson(script), MAX_DEPTH, budget)).map(readArticle);
}

function articlesIn(value: unknown, depth: number, budget: { nodes: number }): Fields[] {
  budget.nodes -= 1;
  if (depth === 0 || budget.nodes < 0) return [];
  if (Array.isArray(value)) return value.slice(0, MAX_NODES).flatMap((entry) => articlesIn(entry, depth - 1, budget));
  const node = asFields(value);
  const inside = [node['@graph'], node.mainEntity, node.mainEntityOfPage].flatMap((entry) =>
    entry === undefined ? [] : articlesIn(entry, depth - 1, budget),
  );
  return asTexts(oneOrMore(node['@type'])).some((type) => ARTICLES.test(type)) ? [node, ...inside] : inside;
}

function readArticle(node: Fields): LinkedArticle {
  return {
    titles: [asText(node.headline), asText(node.name)].filter((title) => title !== undefined),
    dois: [node['@id'], node.identifier, node.sameAs, node.doi, node.url].flatMap(identifiersIn),
    abstract: asText(node.abstract),
    description: asText(node.description),
    venue: readVenue(node.isPartOf),
    publisher: readName(node.publisher),
    date: asText(node.datePublished),
    isFree: node.isAccessibleForFree === true || node.isAccessibleForFree === 'true' ? true : undefined,
    pdfLink: readPdfLink(node),
  };
}

/** An identifier is a text, or a node with the text as its `value`. */
function identifiersIn(value: unknown): string[] {
  return oneOrMore(value).flatMap((entry) => {
    const text = asText(entry) ?? asText(asFields(entry).value);
    return text === undefined ? [] : [text];
  });
}

/** The journal's name. An article is part of an issue, an issue of a volume, a volume of a journal. */
function readVenue(part: unknown): string | undefined {
  let name: string | undefined;
  let whole = asFields(oneOrMore(part)[0]);
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    name = asText(whole.name) ?? name;
    whole = asFields(oneOrMore(whole.isPartOf)[0]);
  }
  return name;
}

function readName(value: unknown): string | undefined {
  const [first] = oneOrMore(value);
  return asText(first) ?? asText(asFields(first).name);
}

function readPdfLink(node: Fields): string | undefined {
  const media = [node.encoding, node.associatedMedia].flatMap(oneOrMore).map(asFields);
  const pdf = media.find(({ encodingFormat, fileFormat }) => /pdf/i.test(asText(encodingFormat ?? fileFormat) ?? ''));
  return asText(pdf?.contentUrl);
}

/** No genuine page lists more. */
const MAX_LISTED = 100;

function oneOrMore(value: unknown): unknown[] {
  return oneOrMoreOf(value).slice(0, MAX_LISTED);
}
