import { describe, expect, it } from 'vitest';
import { readFieldOfStudy, readPublicationType, readQuartile } from '../../src/papers/source-words.ts';

describe('the vocabulary of the contract', () => {
  it.each([
    ['Computer science', 'Computer Science'],
    ['COMPUTER SCIENCE', 'Computer Science'],
    [' medicine ', 'Medicine'],
    ['agricultural and food sciences', 'Agricultural and Food Sciences'],
    ['Alchemy', undefined],
    ['', undefined],
  ])('field of study %j is %s', (name, field) => {
    expect(readFieldOfStudy(name)).toBe(field);
  });

  it.each([
    ['journal', 'journal'],
    ['Journal', 'journal'],
    ['journal-article', 'journal'],
    ['JournalArticle', 'journal'],
    ['article', 'journal'],
    ['proceedings-article', 'conference'],
    ['inproceedings', 'conference'],
    ['Conference', 'conference'],
    ['Book Series', 'book series'],
    ['book_series', 'book series'],
    ['incollection', 'book series'],
    ['Preprint', 'preprint'],
    ['Journal Articles', 'journal'],
    ['Reports - Research', 'report'],
    ['Reports - Evaluative', 'report'],
    ['Dissertations/Theses - Doctoral Dissertations', 'dissertation'],
    ['Speeches/Meeting Papers', 'conference'],
    ['Collected Works - Proceedings', 'conference'],
    ['Book Chapters', 'book series'],
    ['Books', 'book'],
    ['Case Reports', 'case reports'],
    ['', undefined],
    [' ', undefined],
    [null, undefined],
  ])('publication type %j is %s', (name, type) => {
    expect(readPublicationType(name)).toBe(type);
  });

  it.each([
    ['Q1', 'Q1'],
    ['q4', 'Q4'],
    [' 2 ', 'Q2'],
    ['Q5', undefined],
    ['12', undefined],
    ['', undefined],
    [null, undefined],
  ])('quartile %j is %s', (text, quartile) => {
    expect(readQuartile(text)).toBe(quartile);
  });
});
