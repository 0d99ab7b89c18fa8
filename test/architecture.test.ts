import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/**
 * Which rooms a room may import from, beside itself and lib/. docs/architecture.md says why. A room that is not listed
 * may import nothing; a file directly under src/ is a room of its own name.
 */
const MAY_IMPORT: Record<string, string[]> = {
  lib: [],
  // Notes and advice as values, and their sentences.
  wording: [],
  // The service's rules.
  contract: ['wording'],
  papers: ['contract', 'wording'],
  formats: ['papers'],
  // What the machine gives: network, databases, settings, processes, files, the log.
  platform: ['contract', 'wording'],
  // The core, which keeps money safe. It knows no feature.
  jobs: ['contract', 'wording', 'papers', 'platform'],
  // The kit for tools, resources and their server; the tools of searches and jobs. It knows no feature.
  mcp: ['contract', 'wording', 'papers', 'platform', 'jobs'],
  library: ['contract', 'wording', 'papers', 'formats', 'platform'],
  // Kits for people and programs, and the commands of jobs, the library and operators.
  faces: ['contract', 'wording', 'papers', 'formats', 'platform', 'jobs', 'library'],
  search: ['contract', 'wording', 'papers', 'formats', 'platform', 'jobs', 'library', 'mcp', 'faces'],
  review: ['contract', 'wording', 'papers', 'formats', 'platform', 'jobs', 'library', 'mcp', 'faces'],
  reading: ['contract', 'wording', 'papers', 'platform', 'jobs', 'search', 'mcp', 'faces'],
  report: ['contract', 'wording', 'papers', 'formats', 'platform', 'jobs', 'library', 'review', 'mcp', 'faces'],
  // Passages, tables of evidence and drafts, over what other features hold.
  evidence: [
    ...['contract', 'wording', 'papers', 'formats', 'platform', 'jobs', 'search', 'reading', 'report'],
    ...['mcp', 'faces'],
  ],
  service: ['contract', 'wording', 'papers', 'platform', 'jobs', 'review'],
  app: [
    ...['contract', 'wording', 'platform', 'jobs', 'library', 'search', 'review', 'reading', 'report', 'evidence'],
    ...['service', 'mcp', 'faces'],
  ],
  'main.ts': ['app', 'platform'],
};

const MAX_ROOMS = 18;
const MAX_ARROWS = 112;

/** How many modules of ours a file imports, types included. */
const MAX_FAN_OUT = 16;
/** Files whose subject is a list. */
const LISTS = ['app/all-sentences.ts', 'app/commands.ts', 'formats/all-formats.ts'];

/** Packages, by the only places that may name them. */
const MAY_USE: [package_: RegExp, places: RegExp][] = [
  [/^@modelcontextprotocol\//, /^mcp\//],
  [/^undici$/, /^platform\/net\/dial\.ts$/],
  [/^pg$/, /^service\/store\/postgres\//],
  [/^@opensearch-project\//, /^search\/collection\/engine-client\.ts$/],
  [/^p-retry$/, /^platform\/net\/retry\.ts$/],
  [/^(hono|@hono\/)/, /^(service|faces\/ui)\/|\/pages\//],
  [/^prom-client/, /^service\//],
  [/^(libsql|node:sqlite)$/, /^platform\/sqlite\/driver\.ts$/],
  [/^(cli-progress|string-width)$/, /^faces\/cli\//],
  [/^commander$/, /^faces\/cli\/|\/command\.ts$|\/commands\//],
  [/^(unicode2latex|papaparse|fast-xml-parser)/, /^formats\//],
  [/^env-paths$/, /^platform\/config\.ts$/],
  [/^d3-force$/, /^report\/data\/topic-map\.ts$/],
  [/^stemmer$/, /^papers\/analysis\//],
  [/^jsonc-parser$/, /^faces\/setup\//],
  [/^pdfjs-dist/, /^reading\/pdf\/open-pdf\.ts$/],
  [/^htmlparser2$/, /^(?:reading\/markup\/markup-tree|lib\/read-head)\.ts$/],
];

/** What adapters, which the core is given, may take of the core: its ports, and how a job is named. */
const PORTS = /^jobs\/ports\//;
const ADAPTERS = /^(?:service|search\/(?:federated|sources|collection|embeddings))\//;

/**
 * Rooms inside rooms: what each folder, and each file that a folder needs, may import from its siblings. A file that is
 * not listed is the front of its room: it may import all of them, and none of them may import it. So a source knows the
 * port and pure helpers, never the registry, the runner or the transport, and never another source.
 */
const PAPER = ['paper.ts', 'identifiers.ts', 'arxiv-number.ts', 'text.ts', 'source-words.ts'];
/** The folder of a source has an index, which the registry takes. */
const SOURCE_FOLDERS = readdirSync(new URL('../src/search/sources', import.meta.url)).filter((name) =>
  existsSync(new URL(`../src/search/sources/${name}/index.ts`, import.meta.url)),
);

const SOURCE_HELPERS = [
  'source.ts',
  'source-failures.ts',
  'parameters.ts',
  'query-phrases.ts',
  'batches.ts',
  'life-sciences.ts',
  'lucene.ts',
  'translate.ts',
];
/** What its commands and pages show. */
const REVIEW_PARTS = [
  ...['accept.ts', 'criterion-line.ts', 'event-rules.ts', 'events.ts', 'protocol.ts', 'queue.ts', 'review-files.ts'],
  ...['review-state.ts', 'sentences.ts', 'simulate.ts', 'exchange', 'prisma', 'screening', 'stopping'],
];
const FORMAT_HELPERS = [
  ...['format.ts', 'latex.ts', 'databases.ts', 'field-values.ts', 'parsed-entry.ts', 'pieces.ts'],
  ...['read-retraction.ts', 'split-lines.ts'],
];
const MAY_IMPORT_INSIDE: Record<string, Record<string, string[]>> = {
  jobs: {
    ports: [],
    'features.ts': [],
    'job-refs.ts': ['ports'],
    spending: ['ports', 'job-refs.ts'],
    answers: ['ports', 'job-refs.ts', 'spending'],
    // Adapters: of the core they know the ports, and never each other.
    store: ['ports'],
    upstream: ['ports'],
  },
  search: {
    sources: [],
    collection: [],
    embeddings: [],
    federated: ['sources', 'collection', 'embeddings'],
    'look-up': [],
    citations: ['look-up'],
  },
  reading: {
    'document.ts': ['notes.ts'],
    'full-text.ts': ['document.ts'],
    'names.ts': [],
    'places.ts': [],
    // Its kinds of notes, advice and problems.
    'notes.ts': [],
    // The port to the network.
    'open-web.ts': ['full-text.ts', 'notes.ts'],
    sources: ['notes.ts', 'open-web.ts'],
    markup: ['document.ts', 'notes.ts'],
    jats: ['markup', 'document.ts'],
    html: ['markup', 'document.ts', 'names.ts'],
    pdf: ['markup', 'document.ts', 'names.ts', 'notes.ts'],
    office: ['html', 'markup', 'document.ts', 'notes.ts'],
    store: ['document.ts', 'full-text.ts'],
    'read-document.ts': ['jats', 'html', 'pdf', 'office', 'document.ts'],
    copies: ['markup', 'document.ts', 'full-text.ts', 'notes.ts', 'open-web.ts'],
    quote: ['document.ts', 'full-text.ts', 'open-web.ts', 'places.ts'],
    process: ['quote', 'document.ts', 'read-document.ts', 'full-text.ts'],
  },
  evidence: { 'numbers.ts': [], passages: [], table: ['passages', 'numbers.ts'], draft: ['numbers.ts'] },
  report: {
    data: [],
    exporting: [],
    pages: ['data'],
    // Runs in a browser: it knows its data and nothing of Node's side.
    view: ['data'],
  },
  mcp: {
    'define-tool.ts': [],
    'inputs.ts': [],
    'outputs.ts': [],
    'define-resource.ts': [],
    tools: ['define-tool.ts', 'inputs.ts', 'outputs.ts'],
    'resources.ts': ['define-resource.ts'],
    'prompts.ts': ['define-resource.ts'],
    skills: [],
  },
  faces: { setup: [], doctor: ['setup'], cli: ['setup', 'doctor'], ui: [], sdk: [] },
  'faces/cli': {
    'io.ts': [],
    'wording.ts': ['search-options.ts'],
    print: ['wording.ts'],
    'command-outline.ts': ['search-options.ts'],
    'completion-scripts.ts': ['command-outline.ts'],
    'completion.ts': ['command-outline.ts', 'completion-scripts.ts', 'io.ts', 'output.ts'],
    'output.ts': ['io.ts', 'print'],
    'paper-text.ts': ['print'],
    'paper-output.ts': ['io.ts', 'output.ts', 'wording.ts', 'paper-text.ts', 'print'],
    'progress-bar.ts': ['io.ts', 'output.ts', 'print'],
    'search-options.ts': [],
    'selection-options.ts': ['search-options.ts'],
    commands: [
      ...['import-texts.ts', 'wording.ts', 'print', 'io.ts', 'output.ts', 'paper-output.ts'],
      ...['paper-text.ts', 'progress-bar.ts', 'search-options.ts', 'selection-options.ts'],
    ],
  },
  service: {
    'answer-schemas.ts': [],
    store: ['answer-schemas.ts'],
    'openapi-parts.ts': ['answer-schemas.ts'],
    'openapi.ts': ['answer-schemas.ts', 'openapi-parts.ts', 'routes'],
    callbacks: ['poller.ts', 'store'],
    'admin-page': ['store'],
    queue: ['poller.ts', 'store', 'scraping'],
    'deps.ts': ['store', 'queue', 'scraping'],
    routes: ['answer-schemas.ts', 'deps.ts', 'store', 'queue'],
    scraping: [],
    enrichment: ['scraping'],
  },
  'search/sources': {
    'source.ts': [],
    'source-failures.ts': ['source.ts'],
    'parameters.ts': ['source.ts'],
    'query-phrases.ts': ['source.ts'],
    'batches.ts': ['source.ts'],
    'life-sciences.ts': [],
    'lucene.ts': ['batches.ts', 'query-phrases.ts', 'source.ts', 'translate.ts'],
    'translate.ts': ['source.ts'],
    transport: ['source.ts'],
    'runner.ts': ['source.ts', 'translate.ts', 'transport'],
    'look-up-by-id.ts': ['source.ts', 'runner.ts', 'transport'],
    'known-failure.ts': ['source.ts', 'runner.ts'],
    ...Object.fromEntries(SOURCE_FOLDERS.map((folder) => [folder, SOURCE_HELPERS])),
  },
  papers: {
    analysis: ['markup.ts'],
    journals: PAPER,
    references: [...PAPER, 'analysis', 'people.ts'],
    design: ['text.ts'],
    works: [
      ...[...PAPER, 'bibtex-source.ts', 'clean-fields.ts'],
      ...['analysis', 'journals', 'query', 'references', 'relevance', 'retraction'],
    ],
    relevance: ['analysis', 'text.ts', 'strategy', 'query'],
    strategy: ['paper.ts', 'language.ts', 'analysis', 'design'],
    query: ['analysis', 'strategy'],
    retraction: ['text.ts', 'found-paper.ts'],
    filters: [
      ...PAPER,
      'found-paper.ts',
      'language.ts',
      'open-access.ts',
      'journals',
      'references',
      'relevance',
      'analysis',
      'design',
      'retraction',
    ],
  },
  formats: {
    // What files say about screening; a table may have it in columns.
    decisions: [],
    'field-values.ts': ['decisions'],
    'parsed-entry.ts': ['decisions'],
    'pieces.ts': ['parsed-entry.ts'],
    'writing.ts': [],
    'format.ts': ['decisions', 'parsed-entry.ts', 'pieces.ts', 'writing.ts'],
    'split-lines.ts': ['pieces.ts'],
    'latex.ts': ['latex-characters.json'],
    'databases.ts': [],
    'read-retraction.ts': [],
    'format-facts.ts': ['writing.ts'],
    'export-kinds.ts': ['format-facts.ts'],
    bibliography: ['format.ts', 'export-kinds.ts'],
    bibtex: FORMAT_HELPERS,
    tagged: FORMAT_HELPERS,
    xml: [...FORMAT_HELPERS, 'tagged', 'json'],
    json: FORMAT_HELPERS,
    tables: [...FORMAT_HELPERS, 'json', 'decisions'],
    // Records with decisions, as programs for screening take them.
    screened: ['decisions', 'format.ts', 'tables', 'tagged'],
  },
  'library/engine': { index: [], rank: ['index'] },
  review: {
    'seeded-numbers.ts': [],
    ranking: ['seeded-numbers.ts'],
    stopping: [],
    // Its drawing is also made in a browser.
    prisma: [],
    exchange: [],
    commands: REVIEW_PARTS,
    pages: REVIEW_PARTS,
    screening: [
      ...['accept.ts', 'check-writer.ts', 'decision-limits.ts', 'event-rules.ts', 'events.ts'],
      ...['fold-events.ts', 'protocol.ts', 'queue.ts', 'review-outcomes.ts', 'review-state.ts', 'sealed-log.ts'],
      ...['seeded-numbers.ts', 'prisma', 'ranking', 'stopping'],
    ],
  },
  library: {
    ports: [],
    engine: [],
    starter: [],
    'properties.ts': [],
    retractions: ['properties.ts', 'ports'],
    importing: ['ports'],
    editing: ['ports'],
    zotero: ['ports'],
  },
  platform: { net: [], 'out-of-files.ts': [], sqlite: ['out-of-files.ts'], 'log.ts': [], settings: ['log.ts'] },
};

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));

function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const found = text.matchAll(/(?:from|import|require\))\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, name]) => name as string);
}

function roomOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] as string) : file;
}

describe('imports run one way', () => {
  it('sees the code', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(importsOf('main.ts')).toContain('./app/compose.ts');
    expect(importsOf('platform/sqlite/driver.ts')).toContain('node:module');
  });

  it('a room imports only what its line allows', () => {
    const isAllowed = (file: string, target: string) =>
      roomOf(target) === 'lib' || MAY_IMPORT[roomOf(file)]?.includes(roomOf(target)) === true;
    const isForeign = (file: string) => (target: string) => roomOf(target) !== roomOf(file) && !target.startsWith('..');
    const offenders = listOffenders(files, (file) =>
      targetsOf(file)
        .filter(isForeign(file))
        .filter((target) => !isAllowed(file, target)),
    );
    expect(offenders).toEqual([]);
  });

  it('the rooms are few, and so are the arrows between them', () => {
    expect(new Set(files.map(roomOf)).size).toBeLessThanOrEqual(MAX_ROOMS);
    const arrows = files.flatMap((file) => targetsOf(file).map((target) => `${roomOf(file)} ${roomOf(target)}`));
    const between = new Set(arrows.filter((arrow) => new Set(arrow.split(' ')).size === 2));
    expect(between.size).toBeLessThanOrEqual(MAX_ARROWS);
  });

  it('a file imports few others', () => {
    const fanOuts = files.map((file) => [file, new Set(targetsOf(file)).size] as const);
    const isAbove = ([file, fanOut]: readonly [string, number]) => fanOut > MAX_FAN_OUT && !LISTS.includes(file);
    expect(fanOuts.filter(isAbove)).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(LISTS));
  });

  it('an adapter of the core knows only its ports', () => {
    const adapters = files.filter((file) => ADAPTERS.test(file));
    const offenders = listOffenders(adapters, (file) =>
      targetsOf(file).filter((target) => roomOf(target) === 'jobs' && !PORTS.test(target)),
    );
    expect(offenders).toEqual([]);
  });

  it('a package is used only in its places', () => {
    const isElsewhere = (file: string, name: string) =>
      MAY_USE.some(([pack, place]) => pack.test(name) && !place.test(file));
    expect(listOffenders(files, (file) => importsOf(file).filter((name) => isElsewhere(file, name)))).toEqual([]);
  });

  it('the pure rooms use no node module', () => {
    const pure = files.filter((file) =>
      /^(?:(?:lib|wording|contract|papers|formats)\/|review\/(?!commands|exchange|pages|screening|lab-reviews|sealed-log))/.test(
        file,
      ),
    );
    expect(listOffenders(pure, (file) => importsOf(file).filter((name) => name.startsWith('node:')))).toEqual([]);
  });

  it('a file of the user is written in one step, by one function', () => {
    // Into a device or pipe, and files of a moment that somebody else reads.
    const others = ['faces/cli/output.ts', 'faces/ui/attach-file.ts', 'review/exchange/read-asreview.ts'];
    const faces = files.filter((file) =>
      /^(?:faces\/(?!doctor)|(?:jobs|mcp|report|review|library\/(?:zotero|editing))\/)/.test(file),
    );
    const writes = /\b(?:writeFile|appendFile|createWriteStream|writeSync)(?:Sync)?\(/;
    expect(faces.filter((file) => writes.test(readFileSync(join(SRC, file), 'utf8'))).sort()).toEqual(others);
  });

  it('foreign texts are compared in the process that may be ended, and abstracts up to a bound', () => {
    const others = files.filter((file) => !/^reading\/(?:quote\/|process\/tasks\.ts$)/.test(file));
    const compares = (file: string) =>
      importsOf(file).filter((name) => /\/(?:check-quote|document-words|similar|find-words)\.ts$/.test(name));
    expect(listOffenders(others, compares)).toEqual([]);
  });

  /** The processes that read foreign files and the thread that searches have no other part. */
  const ENTRIES = [
    'main.ts',
    'reading/process/reader-process.ts',
    'review/exchange/asreview-process.ts',
    'evidence/draft/draft-process.ts',
    'app/threads/search-thread.ts',
  ];
  const PROCESS = /process\.(?:argv|exit|exitCode|on\(|once\(|stdin|stdout|stderr)|\bconsole\./g;

  it('the process is left to main.ts', () => {
    const others = files.filter((file) => !ENTRIES.includes(file));
    const uses = (file: string) => [...readFileSync(join(SRC, file), 'utf8').matchAll(PROCESS)].map(([use]) => use);
    expect(listOffenders(others, uses)).toEqual([]);
  });
});

describe("the contract's paper", () => {
  /** Who speaks with a service or programs, or stores what one sent; of searches, what answers the service. */
  const SPEAKERS =
    /^(?:contract|jobs\/(?:upstream|store|ports)|service|faces\/sdk|app)\/|^review\/lab-reviews\.ts$|^papers\/wire\.ts$/;
  const MAPPERS =
    /^(?:jobs\/store|service|faces\/sdk)\/|^review\/lab-reviews\.ts$|^papers\/wire\.ts$|^search\/federated\/search\.ts$/;
  const naming = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(join(SRC, file), 'utf8')));

  it('is known to adapters and faces alone: all others take a Paper', () => {
    expect(naming(/\bWirePaper\b/).filter((file) => !SPEAKERS.test(file))).toEqual([]);
    expect(naming(/\b(?:toWire|fromWire)\b/).filter((file) => !MAPPERS.test(file))).toEqual([]);
  });
});

describe('a kind of note, advice or wrong field', () => {
  /** A file that declares kinds: declaration merging makes them known to all files, also to those below. */
  const DECLARES = /(?:^|\/)notes\.ts$|^wording\/notes\//;
  const declared = files
    .filter((file) => DECLARES.test(file))
    .flatMap((file) => kindsIn(file, /\{\s*kind: '([\w-]+)'|\bkind\('([\w-]+)'/g).map((kind) => [kind, file] as const));
  const roomsOf = (kind: string) => declared.filter(([name]) => name === kind).map(([, file]) => roomOf(file));

  function kindsIn(file: string, pattern: RegExp): string[] {
    const found = readFileSync(join(SRC, file), 'utf8').matchAll(pattern);
    return [...found].map(([, value, schema]) => (value ?? schema) as string);
  }

  it('is made in its own room, or in one that may import it', () => {
    expect(declared.length).toBeGreaterThan(250);
    const makers = files.filter((file) => !DECLARES.test(file) && !/(?:^|\/)(?:sentences|wording)\b/.test(file));
    const offenders = listOffenders(makers, (file) =>
      kindsIn(file, /\bkind: '([\w-]+)'/g).filter((kind) => {
        const rooms = roomsOf(kind);
        return (
          rooms.length > 0 && !rooms.some((room) => room === roomOf(file) || MAY_IMPORT[roomOf(file)]?.includes(room))
        );
      }),
    );
    expect(offenders).toEqual([]);
  });
});

describe('all sentences', () => {
  it.each(['app/compose.ts', 'app/command-line.ts', 'app/threads/search-thread.ts', 'app/threads/reading-thread.ts'])(
    'are loaded with %s',
    (entry) => {
      expect(loadedWith(entry)).toContain('app/all-sentences.ts');
    },
  );

  it.each(['client', 'contract', 'formats'])(
    'of which it has kinds are loaded with the programmatic interface: %s',
    (entry) => {
      expect(loadedWith(`faces/sdk/${entry}.ts`)).toContain('faces/sdk/sentences.ts');
    },
  );
});

describe('a filter', () => {
  it('stands in its row and in the sources that can ask for it', () => {
    const users = files.filter((file) => readFileSync(join(SRC, file), 'utf8').includes('minCitationCount'));
    expect(users.filter((file) => !file.startsWith('search/sources/')).sort()).toEqual(['contract/filter-table.ts']);
  });
});

describe('a column of the index', () => {
  it('stands in its table, where a paper is made a row of it, and where the library keeps its value', () => {
    const users = files
      .filter((file) => /^library\//.test(file))
      .filter((file) => readFileSync(join(SRC, file), 'utf8').includes('influentialCitations'));
    expect(users.sort()).toEqual([
      'library/engine/index/index-columns.ts',
      'library/engine/index/indexed-paper.ts',
      'library/paper-rows.ts',
    ]);
  });
});

describe('a question', () => {
  /** Who reads a stored request, or one that is not going to be stored. All others take the `Query`. */
  const PARSERS = ['jobs/answers/relevance.ts', 'search/federated/count-dry-run.ts', 'search/federated/search.ts'];

  it('is parsed by who reads the request alone', () => {
    const users = files.filter((file) => /\bparseQuery\(/.test(readFileSync(join(SRC, file), 'utf8')));
    expect(users.filter((file) => file !== 'papers/query/query.ts').sort()).toEqual(PARSERS);
  });

  it('has its Boolean text read in one file', () => {
    const users = files.filter((file) => importsOf(file).some((path) => path.endsWith('/read-strategy.ts')));
    expect(users).toEqual(['papers/query/query.ts']);
  });
});

/** Each file with what is wrong in it, as one line a fault. */
function listOffenders(among: readonly string[], findWrong: (file: string) => readonly string[]): string[] {
  return among.flatMap((file) => findWrong(file).map((wrong) => `${file}: ${wrong}`));
}

/** What a file imports of src, types included. */
function targetsOf(file: string): string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(SRC, join(SRC, dirname(file), name)).replaceAll('\\', '/'));
}

/** The groups that reach each other in a graph (strongly connected components of more than one node, by Tarjan). */
function circlesOf(nodes: readonly string[], next: (node: string) => readonly string[]): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    stack.push(node);
    let low = index;
    for (const other of next(node)) {
      if (!order.has(other)) low = Math.min(low, visit(other));
      else if (stack.includes(other)) low = Math.min(low, lowest.get(other) ?? (order.get(other) as number));
    }
    lowest.set(node, low);
    if (low === index) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const node of nodes) if (!order.has(node)) visit(node);
  return circles;
}

describe('circles', () => {
  it('are found where there are some', () => {
    const graph: Record<string, string[]> = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['d'], f: ['a'] };
    const circles = circlesOf(Object.keys(graph), (node) => graph[node] ?? []);
    expect(circles.sort()).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('are not between files of src, types included', () => {
    expect(circlesOf(files, targetsOf)).toEqual([]);
  });
});

describe.each(Object.entries(MAY_IMPORT_INSIDE))('inside %s', (parent, table) => {
  const own = files.filter((file) => file.startsWith(`${parent}/`));
  const siblingOf = (file: string) => file.slice(parent.length + 1).split('/')[0] as string;

  it('every folder has its line', () => {
    const folders = own.filter((file) => file.slice(parent.length + 1).includes('/')).map(siblingOf);
    expect(Object.keys(table)).toEqual(expect.arrayContaining([...new Set(folders)]));
    expect(own.map(siblingOf)).toEqual(expect.arrayContaining(Object.keys(table)));
  });

  it('the table itself has no circle', () => {
    expect(circlesOf(Object.keys(table), (name) => table[name] ?? [])).toEqual([]);
  });

  it('a folder imports only what its line allows', () => {
    const listed = own.filter((file) => table[siblingOf(file)]);
    const offenders = listOffenders(listed, (file) =>
      targetsOf(file)
        .filter((target) => target.startsWith(`${parent}/`) && siblingOf(target) !== siblingOf(file))
        .filter((target) => !table[siblingOf(file)]?.includes(siblingOf(target))),
    );
    expect(offenders).toEqual([]);
  });
});

/** What is loaded with a file: what it imports by name, not only as types, and what that imports. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(SRC, file), 'utf8');
  // A list of nothing but types would still load the file.
  for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )(?:[^;']* from )?'([^']+)';$/gm)) {
    if (name.startsWith('.')) loadedWith(relative(SRC, join(SRC, dirname(file), name)).replaceAll('\\', '/'), seen);
    else seen.add(name);
  }
  return seen;
}

describe('what speaks HTTP', () => {
  it('is loaded with the first search of live sources, not before', () => {
    expect(loadedWith('platform/net/dial.ts')).toContain('undici');
    const loaded = loadedWith('search/federated/live-sources.ts');
    expect(loaded).toContain('search/sources/transport/http-exchange.ts');
    expect(loaded).not.toContain('undici');
  });
});

describe('a package that is loaded late', () => {
  // Of a bundled CommonJS package, `import()` gives no names: a file of ours that imports it is loaded late instead.
  const NOT_BUNDLED = ['@opensearch-project/opensearch', 'pg'];

  it('is one that stands beside the bundle', () => {
    const late = files.flatMap((file) =>
      [...readFileSync(join(SRC, file), 'utf8').matchAll(/\bimport\('([^'.][^']*)'\)/g)].map(([, name = '']) => name),
    );
    expect(late.filter((name) => !name.startsWith('node:') && !NOT_BUNDLED.includes(name))).toEqual([]);
    expect(late).toContain('@opensearch-project/opensearch');
  });
});
