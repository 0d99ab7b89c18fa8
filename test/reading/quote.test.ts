import { describe, expect, it } from 'vitest';
import { readJats } from '../../src/reading/jats/read-jats.ts';
import { checkQuote } from '../../src/reading/quote/check-quote.ts';
import { readWords } from '../../src/reading/quote/document-words.ts';
import { ARTICLE, blocksOf, read } from './fixtures.ts';

const article = read(readJats(ARTICLE));
const blocks = blocksOf(article);
const check = (quote: string) => checkQuote(readWords(blocks, article.references), quote);

const SENTENCE =
  'Threads did not break in 48 of 50 animals (96%; p < 0.05), which was more than expected (Weevil et al., 2019).';

describe('a comparison', () => {
  const text =
    'Wheat yields were higher in drained fields than in flooded ones. The new kiln was twice as efficient as the old ' +
    'one. Der neue Ofen war größer als der alte. The larger dose, which was red, worked better. Mortality fell by 3% ' +
    'versus placebo.';
  const words = readWords([{ kind: 'paragraph', at: 'p1', text }]);

  it.each([
    'Wheat yields were higher in drained fields',
    'Wheat yields were higher',
    'than in flooded ones',
    'The new kiln was twice as efficient',
    'Der neue Ofen war größer',
    'Mortality fell by 3%',
    'yeilds were higher in drained fields',
  ])('that lost a side is altered: %s', (quote) => {
    expect(checkQuote(words, quote).verdict).toBe('altered');
  });

  it.each([
    'yields were higher in drained fields than in flooded ones',
    'was twice as efficient as the old one',
    'The larger dose, which was red',
  ])('with both sides, or without a second one, is exact: %s', (quote) => {
    expect(checkQuote(words, quote).verdict).toBe('exact');
  });
});

describe('a part', () => {
  const text =
    'The so-called "safe" dose killed three rats. The surface of the pond was measured and was 45 m^2 in spring. ' +
    'Fish that were fed algae recovered in a pond that was deep. Lakes warmed by 3 °C per decade.';
  const words = readWords([{ kind: 'paragraph', at: 'p1', text }]);

  it.each([
    ['with a slip, as if it were the whole', 'The safe dose killed three rats.'],
    ['with a slip, as if it ended there', 'Fish that were fed algae recovered in the pond.'],
    ['cut before a power', 'The surface of the pond was measured and was 45 m'],
    ['cut within a rate', 'Lakes warmed by 3 °C'],
  ])('%s is altered', (_how, quote) => {
    expect(checkQuote(words, quote).verdict).toBe('altered');
  });
});

describe('a sentence', () => {
  const text =
    'Mice slept for 20 min. Furthermore, rats dreamt of hills.^4 Owls, as in another paper,^7 hunted at night (as in [2]).';
  // More than the text cites: it is not sure that its raised numbers are citations.
  const references = Array.from({ length: 20 }, (_, at) => ({
    key: String(at + 1),
    text: `Elm K. Hills ${at}. J 2001.`,
  }));
  const words = readWords([{ kind: 'paragraph', at: 'p1', text }], references);

  it.each([
    ['that ends in an abbreviation', 'Mice slept for 20 min.', 'exact'],
    ['with a raised number after its end', 'Furthermore, rats dreamt of hills.', 'exact'],
    ['with one after a comma', 'Owls, as in another paper, hunted at night (as in [2]).', 'near'],
    ['with a citation in parentheses', 'Owls, as in another paper,^7 hunted at night (as in).', 'exact'],
  ])('%s is judged as people copy it: %s', (_how, quote, verdict) => {
    expect(checkQuote(words, quote).verdict).toBe(verdict);
  });
});

describe('what a copy adds or joins', () => {
  const text =
    'The sober group was misled more often than the drunken group. It slept well (see Figure 2).[10] The profile was ' +
    'better in 52 (12%) of them. Moreover, compared with placebo, sleep was better in both groups. Failure was not seen ' +
    'in any patient. analgesia persisted for 8 h in the treated group. It was given approx. once a day in both groups.';
  const blocks = [
    { kind: 'paragraph', at: 'p1', text },
    { kind: 'table', at: 't1', text: '| Score | 15.23 (4.36) 15.36 (4.38) | 1.22 0.99 | 0.55 | 0.16 |' },
  ] as const;
  const words = readWords(blocks, [{ key: '10', text: 'Weevil A. Sleep. 2010.' }]);

  it.each([
    ['the mark of a note', 'The sober group was misled more often than the drunken group.2', 'near'],
    ['the mark of a note within', 'misled more often than the drunken group.12 It slept well', 'near'],
    ['a number of its own', 'misled more often than the drunken group. 12 It slept well', 'altered'],
    ['a raised citation after a bracket', 'It slept well (see Figure 2).10 The profile was better', 'near'],
    ['another citation there', 'It slept well (see Figure 2).11 The profile was better', 'altered'],
    ['lines of a cell', 'Score\n15.23 (4.36) 15.36 (4.38)\n1.220.99\n0.55', 'near'],
    ['lines of a cell with another digit', 'Score\n15.23 (4.36) 15.36 (4.38)\n1.210.99\n0.55', 'altered'],
    ['two cells', 'Score\n15.23 (4.36) 15.36 (4.38)\n1.22 0.99\n0.550.16', 'altered'],
    ['a comparison after its opening', 'compared with placebo, sleep was better in both groups.', 'exact'],
    ['a sentence in lower case', 'analgesia persisted for 8 h in the treated group.', 'exact'],
    ['the rest after an abbreviation', 'Once a day in both groups.', 'altered'],
  ] as const)('%s: %s is %s', (_what, quote, verdict) => {
    expect(checkQuote(words, quote).verdict).toBe(verdict);
  });
});

describe('a number', () => {
  const of = (text: string) => readWords([{ kind: 'paragraph', at: 'p1', text }]);
  const english = of('The labels {0,1} of the corpus were kept, the rate of noise was 0.48, and the mass was 1,250 g.');
  const german = of('Die Masse der Probe betrug 1,250 kg und die Dichte der Lösung 0,48 bei der Messung.');

  it.each([
    [english, 'the rate of noise was 0,48, and the mass was', 'near'],
    [english, 'the rate of noise was 0,84, and the mass was', 'altered'],
    [english, 'The labels {0.1} of the corpus were kept', 'altered'],
    [english, 'and the mass was 1250 g', 'near'],
    [german, 'Die Masse der Probe betrug 1250 kg und die Dichte', 'altered'],
    [german, 'und die Dichte der Lösung 0.48 bei der Messung', 'near'],
  ])('with a comma is read as its document writes numbers: %#', (document, quote, verdict) => {
    expect(checkQuote(document, quote).verdict).toBe(verdict);
  });
});

it('a divided word that reads as two is near, and says so', () => {
  const words = readWords([{ kind: 'paragraph', at: 'p1', text: 'The train went nowhere near the coast.' }]);
  expect(checkQuote(words, 'The train went now- here near the coast.')).toMatchObject({
    verdict: 'near',
    differences: [{ quote: 'now- here', document: 'nowhere' }],
  });
});

describe('a quotation', () => {
  it.each([
    ['as it stands', SENTENCE],
    ['with ligatures, other quotes and blanks', SENTENCE.replaceAll(' ', '\u00a0')],
    ['hyphenated at the end of a line', SENTENCE.replace('expected', 'ex-\n pected')],
    ['without its citation', SENTENCE.replace(' (Weevil et al., 2019)', '')],
    ['shortened', 'Threads did not break in 48 of 50 animals ... which was more than expected'],
    ['with omissions in brackets', 'Threads did not break in 48 [...] more than expected'],
  ])('%s is exact', (_how, quote) => {
    expect(check(quote)).toMatchObject({ verdict: 'exact', at: 'S3.p1' });
  });

  it('is given back in the words of the document', () => {
    expect(check('threads did not break in 48\nof 50 animals').text).toBe('Threads did not break in 48 of 50 animals');
  });

  it.each([
    ['a misspelled word', SENTENCE.replace('expected', 'expecetd'), 'near'],
    ['numbers of references put in', SENTENCE.replace('animals', 'animals [1, 2]'), 'near'],
    ['numbers that are no references put in', SENTENCE.replace('animals', 'animals [3, 4]'), 'altered'],
    [
      'a claim in the form of a citation',
      SENTENCE.replace('animals', 'animals (Only males survived in 2020)'),
      'altered',
    ],
    ['another number', SENTENCE.replace('48', '43'), 'altered'],
    ['another decimal', SENTENCE.replace('0.05', '0.5'), 'altered'],
    ['a decimal point that is missing', SENTENCE.replace('0.05', '005'), 'altered'],
    ['its "not" left out', SENTENCE.replace('did not', 'did'), 'altered'],
    ['a "not" put in', SENTENCE.replace('was more', 'was not more'), 'altered'],
    ['more turned into less', SENTENCE.replace('more', 'less'), 'altered'],
    ['another sign', SENTENCE.replace('<', '>'), 'altered'],
    ['another year of its citation', SENTENCE.replace('2019', '2009'), 'altered'],
  ])('with %s is %s', (_how, quote, verdict) => {
    expect(check(quote)).toMatchObject({ verdict, at: 'S3.p1' });
  });

  it.each([
    ['before an ellipsis', 'Threads did not break in 48 of 50 ani...', 'near', [{ quote: 'ani', document: 'animals' }]],
    ['behind one', '...reads did not break in 48 of 50 animals', 'loose', [{ quote: 'reads', document: 'Threads' }]],
    ['to another word', 'Threads did no...', 'absent', undefined],
    ['by an ellipsis of one letter', 'which was more than expec…', 'near', [{ quote: 'expec', document: 'expected' }]],
  ])('whose word is cut %s says so, and is not exact', (_how, quote, verdict, differences) => {
    expect(check(quote)).toMatchObject({ verdict, ...(differences && { differences }) });
  });

  it('without the denial of the clause that it begins with is altered', () => {
    const text = 'We did not observe any evidence that the vaccine increased the risk of seizures in infants.';
    const own = readWords([{ kind: 'paragraph', at: 'p1', text }]);
    expect(checkQuote(own, 'the vaccine increased the risk of seizures in infants').verdict).toBe('altered');
  });

  it('whose cut leaves a function word is loose, also where only an ending is cut', () => {
    const own = readWords([{ kind: 'paragraph', at: 'p1', text: 'The trial of this drug had one arm alone.' }]);
    expect(checkQuote(own, 'The trial of this drug had on...').verdict).toBe('loose');
  });

  it.each(['...', '…', ' ...', ' […]'])('that ends at a whole word with "%s" is a part of its sentence', (mark) => {
    const part = { after: expect.stringMatching(/^animals/) };
    expect(check(`Threads did not break in 48 of 50${mark}`)).toMatchObject({ verdict: 'exact', part });
  });

  it('that is altered shows both words', () => {
    expect(check(SENTENCE.replace('48', '43')).differences).toEqual([{ quote: '43', document: '48' }]);
    expect(check(SENTENCE.replace('2019', '2009')).differences?.[0]).toMatchObject({
      quote: expect.stringContaining('2009'),
    });
  });

  const APART = readWords(
    [
      {
        kind: 'paragraph',
        at: 'A1.p1',
        text: 'Mussels lost half of their threads. The sea was calm in June. All of them settled again.',
      },
    ],
    [],
  );
  it.each([
    ['in the order of the document', 'Mussels lost half of their threads. All of them settled again.'],
    ['turned round', 'All of them settled again. Mussels lost half of their threads.'],
  ])('of whole sentences that do not follow one another, %s, is loose', (_how, quote) => {
    expect(checkQuote(APART, quote).verdict).toBe('loose');
  });

  it.each([
    ['the first', 'No patient died of it.'],
    ['the second', 'We saw relapse in 14% (SD 2).'],
    ['the third', 'Doses were stable.'],
    ['two, with the blank', 'No patient died of it. We saw relapse in 14% (SD 2).'],
  ])('of whole sentences that a database joined without a blank is exact: %s', (_which, quote) => {
    const text = 'No patient died of it.We saw relapse in 14% (SD 2).Doses were stable.';
    const { verdict, part } = checkQuote(readWords([{ kind: 'paragraph', at: 'abstract', text }]), quote);
    expect({ verdict, part }).toEqual({ verdict: 'exact', part: undefined });
  });

  it('that ends within a name with a full stop is a part of its sentence', () => {
    const text = 'Servers ran Node.js and cells of E.coli, A.Smith et al. counted them.';
    const { part } = checkQuote(readWords([{ kind: 'paragraph', at: 'p1', text }]), 'Servers ran Node');
    expect(part?.after).toMatch(/js and cells.*counted them/);
  });

  it('of a sentence that stands there and one that does not is not called loose for the first', () => {
    expect(
      checkQuote(APART, 'Mussels lost half of their threads. Nobody has ever counted the crabs there.').verdict,
    ).not.toBe('exact');
  });

  it.each([
    ['shuffled', 'expected more than was which animals 50 of 48 in break not did Threads'],
    ['of another paper', 'The crabs of the northern shore walked sideways for most of the observed night.'],
    ['of a few words that are not there', 'threads of steel'],
    ['of signs', '... !!!'],
  ])('%s is absent', (_how, quote) => {
    expect(check(quote)).toEqual({ verdict: 'absent' });
  });
});
