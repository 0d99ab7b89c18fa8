import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { citationOf } from '../../../src/papers/citation.ts';
import type { ExportedPaper } from '../../../src/papers/formats/write/export-formats.ts';
import { writePapers } from '../../../src/papers/formats/write/write-papers.ts';
import { cleanLine } from '../../../src/papers/text.ts';
import { COLLECTIONS, exportedOne } from '../../helpers/exported-papers.ts';

/** Every token of marked has these, whatever its type. */
type Token = {
  type: string;
  raw: string;
  text?: string;
  href?: string;
  depth?: number;
  tokens?: Token[];
  items?: Token[];
};

function lex(source: string): Token[] {
  return lexer(source) as Token[];
}

/** All tokens of a document, the inner ones after their outer one. */
function allTokens(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    return [token, ...allTokens([...(token.tokens ?? []), ...(token.items ?? [])])];
  });
}

/** The text that a reader sees; `marked` gives what it shows as HTML, so its entities are read back. */
function shown(tokens: readonly Token[] = []): string {
  return tokens.map((token) => (token.tokens ? shown(token.tokens) : unescaped(token))).join('');
}

function unescaped(token: Token): string {
  const { text = token.raw } = token;
  return token.type === 'escape' && text.startsWith('&') ? (ENTITIES.get(text) ?? text) : text;
}

const ENTITIES = new Map(Object.entries({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }));

const KINDS = ['heading', 'list', 'paragraph', 'blockquote', 'space'];

type Entry = { heading: string; facts: Record<string, string>; summary?: string; abstract?: string };

/** The document as a reader sees it: one entry for each heading of the second level. */
function read(source: string): Entry[] {
  const entries: Entry[] = [];
  for (const token of lex(source)) {
    expect(KINDS).toContain(token.type);
    const entry = entries.at(-1);
    if (token.type === 'heading' && token.depth === 2) entries.push({ heading: shown(token.tokens), facts: {} });
    else if (entry && token.type === 'list') entry.facts = factsOf(token);
    else if (entry && token.type === 'paragraph') entry.summary = shown(token.tokens);
    else if (entry && token.type === 'blockquote') {
      const paragraphs = (token.tokens ?? []).filter(({ type }) => type !== 'space');
      entry.abstract = paragraphs.map((paragraph) => shown(paragraph.tokens)).join('\n');
    }
  }
  return entries;
}

function factsOf({ items = [] }: Token): Record<string, string> {
  return Object.fromEntries(
    items.map(({ tokens }) => {
      const [, name = '', value = ''] = /^([^:]+): ([\s\S]*)$/.exec(shown(tokens)) ?? [];
      return [name, value];
    }),
  );
}

function expectedEntry({ ref, key, paper, sameAs = [] }: ExportedPaper, index: number): Entry {
  const citation = citationOf(paper);
  const facts = {
    Reference: [ref, ...sameAs.map((other) => `same as ${other}`)].join(', '),
    'Citation key': key,
    Authors: citation.authors.join(', '),
    Published: citation.issued.map((part) => String(part).padStart(2, '0')).join('-'),
    Venue: citation.venue,
    Type: citation.publicationType,
    'Fields of study': citation.fieldsOfStudy.join(', '),
    Citations: citation.citationCount === undefined ? '' : String(citation.citationCount),
    DOI: citation.doi,
    arXiv: citation.arxiv?.id,
    OpenAlex: citation.openAlexId,
    Link: citation.link,
    PDF: citation.pdfLink,
  };
  // A tab is a blank in Markdown.
  const abstract = citation.abstract?.split('\n').map(cleanLine).join('\n');
  return {
    heading: `${index + 1}. ${citation.title || '(no title)'}`,
    facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => value)) as Record<string, string>,
    ...(citation.summary && { summary: citation.summary }),
    ...(abstract && { abstract }),
  };
}

const OWN_TYPES = new Set(
  'heading list list_item paragraph blockquote space text escape strong codespan link'.split(' '),
);

/** Links other than to the paper's own DOI, and everything that is no plain text. */
function foreign(source: string): string[] {
  return allTokens(lex(source))
    .filter(
      (token) =>
        !OWN_TYPES.has(token.type) ||
        (token.type === 'link' && !/^https:\/\/doi\.org\/10\.[\w./:%-]+$/.test(token.href ?? '')),
    )
    .map(({ type, raw }) => `${type}: ${raw}`);
}

describe('Markdown, read by marked', () => {
  it.each(COLLECTIONS)('shows every fact of %s', (_name, papers) => {
    const entries = read(writePapers('markdown', papers));
    expect(entries.length).toBe(papers.length);
    for (const [index, exported] of papers.entries()) expect(entries[index]).toEqual(expectedEntry(exported, index));
  });

  it.each(COLLECTIONS)('holds no markup and no link of others, in %s', (_name, papers) => {
    const source = writePapers('markdown', papers);
    expect(foreign(source)).toEqual([]);
    const tokens = allTokens(lex(source));
    const withDoi = papers.filter(({ paper }) => citationOf(paper).doi !== undefined);
    expect(tokens.filter(({ type }) => type === 'link')).toHaveLength(withDoi.length);
    expect(tokens.filter(({ type }) => type === 'heading')).toHaveLength(papers.length + 1);
    expect(tokens.filter(({ type }) => type === 'list')).toHaveLength(papers.length);
  });
});

describe('a paper in Markdown', () => {
  it('looks like this', () => {
    const source = writePapers(
      'markdown',
      exportedOne({
        title: 'Cells *in* C#',
        authors: 'Ada Lovelace, Alan Turing',
        publishedAt: '2020-05-03',
        journalName: 'Nature',
        doi: '10.1000/(x)_y',
        link: 'https://example.org/a',
        impactFactor: { citationCount: 3 },
        tldr: '1. A summary.',
        abstract: '- One.\nTwo <b>.',
      }),
    );
    expect(source).toBe(`# Papers

## 1. Cells \\*in\\* C\\#

- **Reference:** J12-1
- **Citation key:** lovelace2020cells
- **Authors:** Ada Lovelace, Alan Turing
- **Published:** 2020-05-03
- **Venue:** Nature
- **Citations:** 3
- **DOI:** [\`10.1000/(x)_y\`](https://doi.org/10.1000/%28x%29%5Fy)
- **Link:** \`https://example.org/a\`

1\\. A summary.

> \\- One.
>
> Two .
`);
  });
});

describe('text that wants to be Markdown', () => {
  it.each([
    ...['[a](http://x.example)', '![a](http://x.example)', '<http://x.example>', 'http://x.example', 'www.example.org'],
    ...[
      'me@example.org',
      'mailto:me@example.org',
      'HTTPS://x.example',
      'ftp://x.example',
      '[a]: http://x.example',
      '[a][b]',
    ],
    ...['<script>alert(1)</script', '<x-y onload=a>', '<!DOCTYPE html>', '<?php ?>', '&lt;script&gt;', '&#60;b&#62;'],
    ...[
      '# h',
      '\n# h',
      '\n## h',
      '> q',
      '- l',
      '+ l',
      '* l',
      '1. n',
      '1) n',
      '---',
      '***',
      '===',
      '```\ncode',
      '~~~\ncode',
    ],
    ...[
      '    code',
      '\tcode',
      '| a | b |\n| - | - |',
      '`code`',
      '`` ` ``',
      '*a* __b__ ~~c~~',
      'a\\',
      '$x$',
      '\\[x\\]',
      'a  \nb',
    ],
    ...[
      '`http://x`',
      'a`http://x.example``b',
      '^[note](x)',
      '[^1]',
      '- [ ] task',
      ': definition',
      '%%%',
      '<a',
      'a<',
      '&copy;',
    ],
  ])('%j stays text', (evil) => {
    const paper = {
      ...{ title: evil, abstract: evil, tldr: evil, authors: evil, journalName: evil, publicationType: evil },
      ...{ fieldsOfStudy: [evil], link: `https://example.org/${evil}`, pdfLink: `https://example.org/?${evil}` },
    };
    const papers = exportedOne(paper);
    const source = writePapers('markdown', papers);
    expect(foreign(source)).toEqual([]);
    expect(read(source)).toEqual(papers.map(expectedEntry));
  });
});
