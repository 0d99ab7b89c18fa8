import { describe, expect, it } from 'vitest';
import { readJats } from '../../src/reading/jats/read-jats.ts';
import { checkQuote } from '../../src/reading/quote/check-quote.ts';
import { readWords } from '../../src/reading/quote/document-words.ts';
import { countWords, rankBlocks } from '../../src/reading/quote/quoted-passages.ts';
import { ARTICLE, blocksOf, read } from './fixtures.ts';

const article = read(readJats(ARTICLE));
const blocks = blocksOf(article);
const check = (quote: string) => checkQuote(readWords(blocks, article.references), quote);

const SENTENCE =
  'Threads did not break in 48 of 50 animals (96%; p < 0.05), which was more than expected (Weevil et al., 2019).';

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

describe('passages', () => {
  const placesOf = (query: string) => rankBlocks([countWords(blocks, query)]).map(({ at }) => blocks[at]?.at);

  it('hold the words, whatever their endings, the best first', () => {
    expect(placesOf('breaking animal')[0]).toBe('S3.p1');
    expect(placesOf('submarine')).toEqual([]);
  });

  it('hold the phrase in quotes', () => {
    expect(placesOf('"pulled in spring"')).toEqual(['A1.p1']);
    expect(placesOf('"spring pulled in"')).toEqual([]);
  });
});
