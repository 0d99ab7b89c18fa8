import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import type { ExportedPaper } from '../../src/formats/format.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { exportedOne } from '../helpers/exported.ts';
import { CLEAN_RECORDS, COLLECTIONS, designAsRead, type Expected, linesOf } from '../helpers/exported-papers.ts';

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

/** The entry that has to be shown; `Published` and `arXiv`, which are read out of several fields, have tests below. */
function expectedEntry({ ref, key, sameAs = [] }: ExportedPaper, expected: Expected, index: number): Entry {
  const facts = {
    Reference: [ref, ...sameAs.map((other) => `same as ${other}`)].join(', '),
    'Citation key': key,
    Authors: expected.authors.join(', '),
    Venue: expected.venue,
    Type: expected.publicationType,
    Design: designAsRead(expected),
    'Fields of study': expected.fieldsOfStudy.join(', '),
    Citations: expected.citationCount === undefined ? '' : String(expected.citationCount),
    DOI: expected.doi,
    OpenAlex: expected.openAlexId,
    Link: expected.link,
    PDF: expected.pdfLink,
  };
  // A tab is a blank in Markdown.
  const abstract = expected.abstract?.replace(/[ \t]+/g, ' ');
  return {
    heading: `${index + 1}. ${expected.title || '(no title)'}`,
    facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => value)) as Record<string, string>,
    ...(expected.summary && { summary: expected.summary }),
    ...(abstract && { abstract }),
  };
}

/** The entries without what `expectedEntry` leaves out. */
function comparable(entries: readonly Entry[]): Entry[] {
  return entries.map(({ facts: { Published: _, arXiv: __, ...facts }, ...entry }) => ({ ...entry, facts }));
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
  it('shows of real records what they say themselves', () => {
    const entries = read(
      writePapers(
        'markdown',
        CLEAN_RECORDS.map(({ exported }) => exported),
      ),
    );
    expect(comparable(entries)).toEqual(
      CLEAN_RECORDS.map(({ exported, expected }, index) => expectedEntry(exported, expected, index)),
    );
    expect(entries.map(({ facts }) => facts.Published)).toEqual(
      CLEAN_RECORDS.map(({ expected }) => expected.publishedAt),
    );
  });

  it.each(COLLECTIONS)('shows the same as JSON Lines of %s', (_name, papers) => {
    const lines = linesOf(papers);
    const expected = papers.map((each, index) => expectedEntry(each, lines[index] as Expected, index));
    expect(comparable(read(writePapers('markdown', papers)))).toEqual(expected);
  });

  it.each(COLLECTIONS)('holds no markup and no link of others, in %s', (_name, papers) => {
    const source = writePapers('markdown', papers);
    expect(foreign(source)).toEqual([]);
    const tokens = allTokens(lex(source));
    const withDoi = linesOf(papers).filter(({ doi }) => doi !== undefined);
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
      title: evil,
      abstract: evil,
      tldr: evil,
      authors: evil,
      journalName: evil,
      publicationType: evil,
      fieldsOfStudy: [evil],
      link: `https://example.org/${evil}`,
      pdfLink: `https://example.org/?${evil}`,
    };
    const papers = exportedOne(paper);
    const source = writePapers('markdown', papers);
    expect(foreign(source)).toEqual([]);
    const lines = linesOf(papers);
    expect(comparable(read(source))).toEqual(
      papers.map((each, index) => expectedEntry(each, lines[index] as Expected, index)),
    );
  });
});
