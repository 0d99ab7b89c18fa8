import type { Command } from 'commander';

/** Lines that can be typed as they stand, for the help of each command and the manual page. */
export const EXAMPLES: Record<string, readonly string[]> = {
  paperqueue: ['paperqueue search -k "coral reef" -k bleaching -k recovery', 'paperqueue setup claude-code --write'],
  mcp: ['paperqueue mcp --http --port 8788'],
  search: [
    'paperqueue search -k "coral reef" -k bleaching -k "sea temperature" --year 2015:2026',
    'paperqueue search "How do coral reefs recover after mass bleaching, and what slows recovery down?" -o reefs.bib',
    'paperqueue search --boolean \'(coral* OR "reef fish"[ti]) AND bleach* NOT review[pt]\'',
    'paperqueue search -k "coral reef" -k bleaching -k recovery --dry-run',
  ],
  lookup: [
    'paperqueue lookup "Vaswani et al. 2017, Attention is all you need" 10.1038/nature14539',
    'paperqueue lookup --file refs.bib',
    'paperqueue lookup "author: Ada Lovelace"',
  ],
  jobs: ['paperqueue jobs', 'paperqueue jobs --overlap-with J1'],
  job: [
    'paperqueue job J3 --where yearFrom=2019 --where "text=bleaching -model" --sort year:desc --count 10',
    'paperqueue job J3 J5 --where match=good',
    'paperqueue job all --format html -o everything.html',
  ],
  show: ['paperqueue show J3-1', 'paperqueue show J3 --where design=meta-analysis'],
  open: ['paperqueue open J3', 'paperqueue open J3-1'],
  ui: ['paperqueue ui', 'paperqueue ui --port 9000 --no-open'],
  export: [
    'paperqueue export J3 -o reefs.bib',
    'paperqueue export J3-1 J3-4 --append refs.bib',
    'paperqueue export all --where match=good --format csv',
  ],
  zotero: [
    'paperqueue zotero push J3 --where match=good --collection "Coral reefs"',
    'paperqueue zotero push J3-1 J3-4 --tag to-read',
  ],
  rerun: ['paperqueue rerun J3'],
  watch: ['paperqueue watch add J3', 'paperqueue watch run --format rss'],
  related: ['paperqueue related J3-4 --relation citations', 'paperqueue related A5023888391 --relation author'],
  read: [
    'paperqueue read J3-4 --section methods',
    'paperqueue read J3-4 --find "sea temperature"',
    'paperqueue read J3-4 --quote "Half of the colonies recovered"',
  ],
  attach: ['paperqueue attach J3-4 article.xml'],
  retractions: ['paperqueue retractions update', 'paperqueue retractions update retraction_watch.csv'],
  receipt: ['paperqueue receipt J1 J3 -o search-log.md'],
  estimate: ['paperqueue estimate --limit 300 --enrich'],
  import: [
    'paperqueue import library.bib pubmed.nbib',
    'paperqueue import zotero:',
    'zcat works.jsonl.gz | paperqueue import -',
  ],
  library: [
    'paperqueue library',
    'paperqueue library export -o papers.jsonl',
    'paperqueue library remove --origin starter',
  ],
  collection: ['paperqueue collection load works.jsonl.gz', 'paperqueue collection status'],
  serve: ['paperqueue serve --port 8787', 'paperqueue serve --concurrency 0'],
  work: ['paperqueue work --concurrency 4'],
  store: ['paperqueue store copy'],
  account: ['paperqueue account create alice --basic 100 --pro 20', 'paperqueue account list'],
  callbacks: ['paperqueue callbacks list'],
  setup: ['paperqueue setup cursor', 'paperqueue setup claude-code --write'],
  doctor: ['paperqueue doctor', 'paperqueue doctor --online'],
  completion: ['source <(paperqueue completion bash)', 'paperqueue completion fish | source'],
};

/** Puts the examples behind the help of the program and of each command. */
export function addExamples(program: Command): void {
  for (const command of [program, ...program.commands]) {
    const lines = EXAMPLES[command.name()] ?? [];
    if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
}
