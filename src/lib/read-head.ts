import { Parser } from 'htmlparser2';

/** A page's tags for machines: `<meta>`, `<link>`, `<title>` and JSON-LD scripts, with their raw text. */
export type PageHead = {
  /** Contents by lower-case name, in the order of the page. */
  meta: Map<string, string[]>;
  links: { rel: string; type: string; href: string }[];
  title: string | undefined;
  jsonLd: string[];
};

/** Characters. */
const MAX_HTML_CHARACTERS = 2_000_000;
const MAX_VALUE_CHARACTERS = 30_000;
const MAX_JSON_LD_CHARACTERS = 500_000;
/** Entries. */
const MAX_TAGS = 1_000;
const MAX_SCRIPTS = 20;
const MAX_VALUES = 100;
/** Browsers nest no deeper. The parser takes a time that grows with the elements that are open. */
const MAX_OPEN_ELEMENTS = 512;

/** Elements whose content is text, or is not rendered. */
const SKIPPED = new Set(['template', 'noscript', 'iframe', 'xmp', 'textarea', 'style']);

/**
 * Reads the tags, up to a place that is nested too deeply. Takes time linear in the page, whose size is bounded: a
 * hostile page costs no more than a long one.
 */
export function readHead(html: string): PageHead {
  const head: PageHead = { meta: new Map(), links: [], title: undefined, jsonLd: [] };
  let tags = 0;
  let open = 0;
  let skipped: string | undefined;
  let content: { name: 'title' | 'json-ld'; text: string } | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open += 1;
        if (open > MAX_OPEN_ELEMENTS) parser.pause();
        if (skipped) return;
        if (SKIPPED.has(name)) skipped = name;
        else if (name === 'title') content = { name: 'title', text: '' };
        else if (name === 'script' && /^\s*application\/ld\+json\b/i.test(attributes.type ?? ''))
          content = { name: 'json-ld', text: '' };
        else if ((name === 'meta' || name === 'link') && tags < MAX_TAGS) {
          tags += 1;
          if (name === 'meta') addMeta(head.meta, attributes);
          else head.links.push({ rel: '', type: '', href: '', ...attributes });
        }
      },
      ontext(part) {
        if (content && content.text.length <= MAX_JSON_LD_CHARACTERS) content.text += part;
      },
      onclosetag(name) {
        open -= 1;
        if (name === skipped) skipped = undefined;
        if (!content || (name !== 'title' && name !== 'script')) return;
        const { text } = content;
        if (content.name === 'title') head.title ??= text.trim();
        else if (text.length <= MAX_JSON_LD_CHARACTERS && head.jsonLd.length < MAX_SCRIPTS)
          head.jsonLd.push(text.trim());
        content = undefined;
      },
    },
    { decodeEntities: false },
  );
  parser.end(html.slice(0, MAX_HTML_CHARACTERS));
  return head;
}

function addMeta(meta: PageHead['meta'], { name, property, itemprop, content }: Record<string, string>): void {
  const key = (name || property || itemprop || '').toLowerCase();
  if (!key || !content || content.length > MAX_VALUE_CHARACTERS) return;
  const values = meta.get(key) ?? [];
  if (values.length >= MAX_VALUES) return;
  values.push(content);
  meta.set(key, values);
}
