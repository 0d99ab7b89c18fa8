/**
 * Reads a page's `<meta>` tags, `<title>` and JSON-LD scripts as raw text. This is no HTML parser: it walks over the
 * text once and skips comments and the content of scripts, styles and similar elements. Every size has a limit, so that
 * a hostile page costs no more than a long one.
 */

export type PageTags = {
  /** By name in lower case, in the order of the page. */
  meta: Map<string, string[]>;
  title: string | undefined;
  jsonLd: string[];
};

/** Characters. */
const MAX_HTML_CHARACTERS = 2_000_000;
const MAX_TAG_CHARACTERS = 30_000;
const MAX_JSON_LD_CHARACTERS = 500_000;
/** Entries. */
const MAX_META_TAGS = 1_000;
const MAX_SCRIPTS = 20;
const MAX_VALUES = 100;

const TAG = /<(?:(!--)|(meta|title|script|style|textarea|template|noscript|iframe|xmp)(?=[\s/>]))/gi;
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/y;

export function readTags(html: string): PageTags {
  const page = html.slice(0, MAX_HTML_CHARACTERS);
  const tags: PageTags = { meta: new Map(), title: undefined, jsonLd: [] };
  const walk = new RegExp(TAG);
  let metas = 0;
  for (let tag = walk.exec(page); tag && metas < MAX_META_TAGS; tag = walk.exec(page)) {
    const [opening, comment, rawName = ''] = tag;
    const start = tag.index + opening.length;
    if (comment) {
      const end = page.indexOf('-->', start);
      if (end < 0) break;
      walk.lastIndex = end;
      continue;
    }
    const name = rawName.toLowerCase();
    const { attributes, end } = readAttributes(page, start);
    walk.lastIndex = end;
    if (name === 'meta') {
      metas += 1;
      addMeta(tags.meta, attributes);
      continue;
    }
    // Browsers treat the content of these elements as text, not as tags.
    const close = closingTag(page, name, end);
    if (close === undefined) break;
    walk.lastIndex = close;
    const content = page.slice(end, close);
    if (name === 'title') tags.title ??= withoutBracket(content);
    if (isJsonLd(name, attributes) && content.length <= MAX_JSON_LD_CHARACTERS && tags.jsonLd.length < MAX_SCRIPTS) {
      tags.jsonLd.push(withoutBracket(content));
    }
  }
  return tags;
}

type Attributes = Map<string, string>;

function readAttributes(page: string, start: number): { attributes: Attributes; end: number } {
  const window = page.slice(start, start + MAX_TAG_CHARACTERS);
  const attributes: Attributes = new Map();
  const reader = new RegExp(ATTRIBUTE);
  let end = 0;
  for (let match = reader.exec(window); match && match[0] !== ''; match = reader.exec(window)) {
    const [, name = '', double, single, bare] = match;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '');
    end = reader.lastIndex;
  }
  return { attributes, end: start + end };
}

function addMeta(meta: PageTags['meta'], attributes: Attributes): void {
  const name = attributes.get('name') || attributes.get('property') || attributes.get('itemprop');
  const content = attributes.get('content');
  if (!name || !content) return;
  const key = name.toLowerCase();
  const values = meta.get(key) ?? [];
  if (values.length < MAX_VALUES) meta.set(key, [...values, content]);
}

/** Where the closing tag begins; undefined if there is none, so that all the rest is inside the element. */
function closingTag(page: string, name: string, from: number): number | undefined {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  return closing.exec(page)?.index;
}

function isJsonLd(name: string, attributes: Attributes): boolean {
  return name === 'script' && /^\s*application\/ld\+json\b/i.test(attributes.get('type') ?? '');
}

/** The content began right after the last attribute, at the bracket that ends the tag. */
function withoutBracket(content: string): string {
  return content.replace(/^[\s/]*>/, '').trim();
}
