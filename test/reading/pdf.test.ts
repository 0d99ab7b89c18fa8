import { describe, expect, it } from 'vitest';
import { bookmarkedTitles } from '../../src/reading/pdf/bookmarks.ts';
import { readPdf } from '../../src/reading/pdf/read-pdf.ts';
import type { PlacedLine } from '../../src/reading/pdf/style.ts';
import { checkQuote } from '../../src/reading/quote/check-quote.ts';
import { readWords } from '../../src/reading/quote/document-words.ts';
import { makeColumn, makePdf, makePdfFromContents, type Placed } from '../helpers/pdf-file.ts';
import { blocksOf, read } from './fixtures.ts';

const SIZE = 8;
const LETTERS = 50;
const LEFT = { x: 60, letters: LETTERS, size: SIZE };
const RIGHT = { x: 322, letters: LETTERS, size: SIZE };

const INTRODUCTION = [
  'Mussels hold on to rocks by threads that they spin from liquid protein in less than five minutes.',
  'The threads are stiff at the far end and soft at the near one, which spreads the load of a wave.',
  'How far the temper~ature of the water changes that is not known for animals below the line of the tide.',
  'We therefore ask whether warm water makes threads weaker, and whether the animals make up for it.',
  'An earlier study of three shores found no diﬀerence, but measured in winter alone, when storms are frequent.',
].map((sentence) => sentence.replace('ﬀ', 'f~f'));
const METHODS = [
  'We kept 50 animals of one shore in tanks for six weeks and pulled at 400 threads with a spring balance.',
  'Half of the tanks were kept at 12 degrees, the others at 18 degrees, and all were fed the same algae.',
  'Two readers who did not know the temper~ature noted the load at which each thread broke, in newtons.',
  'Threads that slipped oﬀ the clamp were left out, which happened to 14 of the 400.',
].map((sentence) => sentence.replace('oﬀ', 'off'));
const plain = (sentence: string) => sentence.replace('~', '');

function bold(text: string, x: number, y: number, size = SIZE): Placed {
  return { text, x, y, size, isBold: true };
}

/** An article of two columns on two pages, with running heads, page numbers, a caption and references. */
function article(order: (page: Placed[]) => Placed[] = (page) => page): Buffer {
  const introduction = makeColumn([...INTRODUCTION, ...INTRODUCTION].join(' '), { ...LEFT, y: 260 });
  const left: Placed[] = [
    bold('Warm water and the threads of mussels', 120, 90, 16),
    { text: 'Ada Byron, Mary Anning', x: 200, y: 120, size: SIZE },
    bold('Abstract', LEFT.x, 170),
    ...makeColumn('Warm water made the threads weaker by a third in both of our tanks.', { ...LEFT, y: 190 }),
    bold('1 Introduction', LEFT.x, 240),
    ...introduction,
  ];
  const right = makeColumn([...INTRODUCTION, ...INTRODUCTION].join(' '), { ...RIGHT, y: 170 });
  const methods = makeColumn([...METHODS, ...METHODS].join(' '), { ...LEFT, y: 120 });
  const second = [
    bold('2 Methods', LEFT.x, 100),
    ...methods,
    ...makeColumn('Figure 1: The spring balance that we used, with the clamp on its left.', {
      ...LEFT,
      y: 420,
      size: 7,
    }),
    bold('References', RIGHT.x, 100),
    ...makeColumn('[1] M. Anning. Threads of the sea. Shore 3, 1821. doi:10.5555/threads.3', { ...RIGHT, y: 120 }),
    ...makeColumn('[2] A. Byron. On clamps. 2020. arXiv:2001.00001', { ...RIGHT, y: 150 }),
    ...makeColumn('[3] J. Fabre. Watching wasps. Insects 4, 1879.', { ...RIGHT, y: 180 }),
  ];
  const furniture = (number: number) => [
    { text: 'Journal of Shores', x: 60, y: 30, size: SIZE },
    { text: String(number), x: 300, y: 770, size: SIZE },
  ];
  return makePdf([order([...furniture(1), ...left, ...right]), order([...furniture(2), ...second])]);
}

/** Along the lines of the page, over both columns: the worst order that a file can have. */
function woven(page: Placed[]): Placed[] {
  return [...page].sort((one, other) => one.y - other.y || one.x - other.x);
}

async function documentOf(content: Buffer) {
  return read(await readPdf(content));
}

describe('headings', () => {
  const titlesOf = async (page: Placed[]) =>
    (await documentOf(makePdf([page]))).sections.map(({ id, title }) => `${id} ${title}`);
  const text = (words: readonly string[], y: number, size = SIZE) =>
    makeColumn(words.map(plain).join(' '), { ...LEFT, size, y });

  it('are not the text of an article whose list of references is longer, nor a kicker in spaced letters', async () => {
    const page = [
      bold('R E V I E W', 60, 40, 11),
      bold('Mussels and their rocks', 60, 60, 16),
      bold('Abstract', 60, 90, 10),
      ...text(INTRODUCTION.slice(0, 2), 105, 10),
      bold('Methods', 60, 200, 10),
      ...text(METHODS.slice(0, 3), 215, 10),
      bold('References', RIGHT.x, 60, 10),
      ...Array.from({ length: 9 }, (_, nth) =>
        makeColumn(`${nth + 1}. ${INTRODUCTION.map(plain).join(' ').slice(0, 200)}`, {
          ...RIGHT,
          y: 80 + nth * 60,
          size: 8,
        }),
      ).flat(),
    ];
    expect(await titlesOf(page)).toEqual(['S1 Text', 'abstract Abstract', 'S2 Methods']);
  });

  it('are those of the article, not of its abstract, where bookmarks name both', () => {
    const lines = ['Abstract', 'Background: We.', 'Background', 'Methods', 'Setting', 'Results', 'Conclusions'];
    const ofAbstract = ['Background', 'Methods', 'Results', 'Conclusions'].map((title) => ({ title, depth: 2 }));
    const bookmarks = [
      { title: 'Abstract', depth: 1 },
      ...ofAbstract,
      ...lines.slice(2).map((title) => ({ title, depth: title === 'Setting' ? 2 : 1 })),
    ];
    const placed = lines.map((text) => ({ text, page: 2, height: 8 }) as PlacedLine);
    const found = bookmarkedTitles(placed, bookmarks, { height: 8, font: '', leading: 10 });
    expect([...found.values()].map(({ title, depth }) => `${depth} ${title}`)).toEqual([
      '1 Abstract',
      '1 Background',
      '1 Methods',
      '2 Setting',
      '1 Results',
      '1 Conclusions',
    ]);
  });
});

describe('a PDF of the humanities', () => {
  const text = (words: readonly string[], y: number) => makeColumn(words.map(plain).join(' '), { ...LEFT, y });
  const titles = ['On holding', 'The letting go', 'What remains'];
  // The titles look like the text below them.
  const page = [
    { text: 'Mussels and their rocks', x: 60, y: 80, size: 16 },
    ...titles.flatMap((title, at) => [
      { text: title, x: 60, y: 110 + at * 150, size: SIZE },
      ...text(at % 2 ? METHODS : INTRODUCTION, 122 + at * 150),
    ]),
  ];
  const titlesOf = async (bookmarks: string[]) =>
    read(await readPdf(makePdf([page], bookmarks))).sections.map(({ title }) => title);

  it('has the sections that its bookmarks name, and not its own title', async () => {
    expect(await titlesOf(['Mussels and their rocks', ...titles])).toEqual(expect.arrayContaining(titles));
    expect(await titlesOf(['Mussels and their rocks', ...titles])).not.toContain('Mussels and their rocks');
    expect(await titlesOf(['1. On holding', 'II. The Letting Go', 'what remains'])).toEqual(
      expect.arrayContaining(titles),
    );
  });

  it('has none of bookmarks that are not in it, or of a few', async () => {
    for (const bookmarks of [[], ['a.pdf'], titles.slice(0, 2), ['Cover', 'Page 1', 'Page 2']])
      expect(await titlesOf(bookmarks)).toEqual(['Mussels and their rocks']);
  });
});

describe('a list of references without a title', () => {
  const entry = (nth: number, year: string) =>
    `${nth}. A. Byron. On clamps and their use by the sea. Shore ${nth}, ${year}.`;
  const listOf = async (years: readonly string[]) => {
    const list = years.flatMap((year, at) => makeColumn(entry(at + 1, year), { ...LEFT, y: 330 + 24 * at }));
    return read(
      await readPdf(makePdf([[...makeColumn(INTRODUCTION.map(plain).join(' '), { ...LEFT, y: 100 }), ...list]])),
    );
  };

  it('is told by its numbers and years at the end', async () => {
    const document = await listOf(['1821', '1879', '1901', '1955', '2020', '2021']);
    expect(document.references.map(({ key, text }) => [key, text.slice(0, 8)])).toEqual(
      Array.from({ length: 6 }, (_, at) => [String(at + 1), 'A. Byron']),
    );
    expect(blocksOf(document).some(({ text }) => text.includes('Byron'))).toBe(false);
  });

  it('is text where few entries have a year, or where there are few', async () => {
    for (const years of [
      ['1821', 'x', 'y', 'z', 'v', 'w'],
      ['1821', '1822', '1823'],
    ])
      expect((await listOf(years)).references).toEqual([]);
  });
});

describe('a PDF of two columns', () => {
  it('has its sections in the order of reading, without running heads and page numbers', async () => {
    const document = await documentOf(article());
    const titles = document.sections.map(({ id, kind, title }) => `${id} ${kind} ${title}`);
    expect(titles).toEqual([
      'S1 body Text',
      'abstract abstract Abstract',
      'S2 body 1 Introduction',
      'S3 body 2 Methods',
    ]);
    const texts = blocksOf(document).map(({ text }) => text);
    expect(texts.filter((text) => /Journal of Shores|^\d$/.test(text))).toEqual([]);
    expect(texts.filter((text) => text.startsWith('Figure 1'))).toEqual([
      'Figure 1: The spring balance that we used, with the clamp on its left.',
    ]);
  });

  it.each([
    ['in the order of the file', article()],
    ['where the file goes along the lines of the page', article(woven)],
  ])('holds every sentence %s, divided words whole', async (_case, file) => {
    const document = await documentOf(file);
    const text = blocksOf(document)
      .map((block) => block.text)
      .join('\n');
    for (const sentence of [...INTRODUCTION, ...METHODS]) expect(text).toContain(plain(sentence));
  });

  it('gives each paragraph its page and a place of its own', async () => {
    const blocks = blocksOf(await documentOf(article()));
    const words = readWords(blocks);
    expect(checkQuote(words, plain(METHODS[0] ?? ''))).toMatchObject({ verdict: 'exact', at: 'p2.¶1' });
    expect(
      checkQuote(words, 'We kept 60 animals of one shore in tanks for six weeks and pulled at 400 threads'),
    ).toMatchObject({ verdict: 'altered' });
    expect(new Set(blocks.map(({ at }) => at)).size).toBe(blocks.length);
    expect(blocks.map(({ page }) => page)).toEqual(blocks.map(({ at }) => Number(/^p(\d)/.exec(at)?.[1])));
  });

  it('has references with their identifiers', async () => {
    const { references } = await documentOf(article());
    expect(references).toMatchObject([
      { key: '1', doi: '10.5555/threads.3' },
      { key: '2', arxivId: '2001.00001' },
      { key: '3', text: 'J. Fabre. Watching wasps. Insects 4, 1879.' },
    ]);
  });
});

describe('a list of references', () => {
  it('ends at the next title, numbered or not', async () => {
    const entries = [1, 2, 3].flatMap((number) =>
      makeColumn(`${number}. A. Byron. On clamps. Shore 4, 182${number}.`, { ...LEFT, y: 250 + 12 * number }),
    );
    const page = [
      bold('1. Introduction', 60, 100),
      ...makeColumn(INTRODUCTION.map(plain).join(' '), { ...LEFT, y: 120 }),
      bold('References', 60, 240),
      ...entries,
      bold('2. Methods', 60, 320),
      ...makeColumn(METHODS.map(plain).join(' '), { ...LEFT, y: 340 }),
    ];
    const { sections, references } = await documentOf(makePdf([page]));
    expect(sections.map(({ title }) => title)).toEqual(['1. Introduction', '2. Methods']);
    expect(references.map(({ key }) => key)).toEqual(['1', '2', '3']);
  });
});

describe('glyphs and blanks', () => {
  it('become words: ligatures are letters, notes do not stick to the word before', async () => {
    const page: Placed[] = [
      ...makeColumn('We deﬁne a thread as what holds. It is of protein, as all agree today and before.', {
        x: 60,
        y: 100,
        letters: 90,
        size: 9,
      }),
      { text: 'We counted the cells', x: 60, y: 140, size: 9 },
      { text: '12', x: 60 + 20 * 5.4, y: 137, size: 6 },
      { text: 'of each animal of the shore, once a day.', x: 60 + 20 * 5.4 + 10, y: 140, size: 9 },
    ];
    const text = blocksOf(await documentOf(makePdf([page]))).map((block) => block.text);
    expect(text.join('\n')).toContain('We define a thread');
    expect(text.join('\n')).toContain('the cells^12 of each animal');
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['of pictures alone', makePdfFromContents(['q 1 0 0 1 0 0 cm Q', 'q Q']), 'pictures of pages'],
    ['that is cut off', article().subarray(0, 300), 'broken PDF'],
    ['of another kind', Buffer.from('<html>'), 'broken PDF'],
    ['that is empty', Buffer.alloc(0), 'broken PDF'],
  ])('%s is a problem', async (_case, file, problem) => {
    expect(await readPdf(file)).toEqual({ problem });
  });

  it('because it needs a password is a problem', async () => {
    const locked = article()
      .toString('latin1')
      .replace(
        '/Root 1 0 R',
        `/Root 1 0 R /ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> >>`,
      );
    expect(await readPdf(Buffer.from(locked, 'latin1'))).toEqual({ problem: 'password' });
  });
});

describe('the outline of a PDF of two columns', () => {
  const WORDS = 'the reef was measured again in the cold water of that long winter';
  type Title = { lines: string[]; gap?: number; isBold?: boolean };

  /** A column of 40 letters a line: titles, and numbers of lines of text. */
  function column(x: number, parts: readonly (Title | number)[]) {
    let y = 70;
    const placed: Parameters<typeof makePdf>[0][number][number][] = [];
    for (const part of parts) {
      const {
        lines,
        gap = 0,
        isBold = false,
      } = typeof part === 'number'
        ? {
            lines: Array.from({ length: part }, (_, at) =>
              at === part - 1 ? 'It was.' : WORDS.slice(at, at + 40).trim(),
            ),
          }
        : { gap: 8, isBold: true, ...part };
      y += gap;
      for (const text of lines) {
        placed.push({ text, x, y, size: 10, isBold });
        y += 12;
      }
    }
    return placed;
  }

  it('has titles that fill their column, go on in a second line, end with a comma, or begin with pH', async () => {
    const pages = [
      [
        ...column(50, [
          { lines: ['1 Introduction'] },
          18,
          { lines: ['2 Measurements of reefs in cold waters of'] },
          15,
        ]),
        ...column(320, [
          { lines: ['3 Methods'] },
          3,
          { lines: ['3.1 Sampling'] },
          8,
          { lines: ['3.2 Very long names of the measurements', 'and of all that follows'] },
          8,
          { lines: ['3.3 Sites, seasons,', 'and nets'] },
          12,
        ]),
      ],
      [
        ...column(50, [{ lines: ['4 Results'] }, 18, { lines: ['4.1 pH of the sea'] }, 12]),
        ...column(320, [18, { lines: ['5 Discussion'], gap: 14, isBold: false }, 20]),
      ],
    ];
    const { sections } = await documentOf(makePdf(pages));
    expect(sections.map(({ title }) => title)).toEqual([
      '1 Introduction',
      '2 Measurements of reefs in cold waters of',
      '3 Methods',
      '3.1 Sampling',
      '3.2 Very long names of the measurements and of all that follows',
      '3.3 Sites, seasons, and nets',
      '4 Results',
      '4.1 pH of the sea',
      '5 Discussion',
    ]);
  });
});
