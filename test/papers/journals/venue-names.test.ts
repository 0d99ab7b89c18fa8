import { describe, expect, it } from 'vitest';
import { isSameVenue, listJoinedVenues, nameVenues } from '../../../src/papers/journals/venue-names.ts';

const JACS = 'Journal of the American Chemical Society';

describe('two titles of venues', () => {
  it.each([
    ['J. Am. Chem. Soc.', JACS],
    ['J Am Chem Soc', JACS],
    ['JOURNAL OF THE AMERICAN CHEMICAL SOCIETY', JACS],
    ['Water & Soil', 'Water and Soil'],
    ['The Lancet', 'Lancet'],
    ['N. Engl. J. Med.', 'The New England Journal of Medicine'],
    [
      'Proc. Natl. Acad. Sci. U. S. A.',
      'Proceedings of the National Academy of Sciences of the United States of America',
    ],
    [
      'Proceedings of the National Academy of Sciences',
      'Proceedings of the National Academy of Sciences of the United States of America',
    ],
    ['Proc Natl Acad Sci USA', 'Proceedings of the National Academy of Sciences'],
    ['Biochem. J.', 'Biochemical Journal'],
    ['J. Pharmacol. Exp. Ther.', 'Journal of Pharmacology and Experimental Ther.'],
    ['Int. J. Comput. Vision', 'International Journal of Computer Vision'],
    ['Nat. Commun.', 'Nature Communications'],
    ['NEJM', 'The New England Journal of Medicine'],
    ['NEJM', 'The New England journal of medicine (Online)'],
    ['N Engl J Med', 'The New England journal of medicine (Online)'],
    ['JAMA', 'Journal of the American Medical Association'],
    ['JAMA', 'JAMA : the journal of the American Medical Association'],
    ['BMJ', 'British Medical Journal'],
    ['BMJ', 'BMJ (Clinical research ed.)'],
    ['PNAS', 'Proceedings of the National Academy of Sciences of the United States of America'],
    ['PNAS', 'Proceedings of the National Academy of Sciences'],
    ['Phys. Rev. Lett.', 'Physical Review Letters'],
    ['J Hydrol', 'Journal of Hydrology'],
    ['Ann N Y Acad Sci', 'Annals of the New York Academy of Sciences'],
    ['Rev Saude Publica', 'Revista de Saude Publica'],
  ])('%j and %j are one', (one, other) => {
    expect([isSameVenue(one, other), isSameVenue(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['J. Phys.', 'Journal of Physiology'],
    ['J. Am. Chem. Soc.', 'Journal of the American Ceramic Society'],
    ['Physics Review', 'Physical Review'],
    ['Nature', 'Nat.'],
    ['Science', 'Sci.'],
    ['Journal of the United States of America', 'USA'],
    ['Acta A', 'Acta B'],
    ['J. Chem.', 'Journal of Chemistry Letters'],
    ['J Pharm', 'Journal of Pharmacology'],
    ['J Phys A', 'J Phys Chem A'],
    ['J Gen Psychol', 'Journal of Genetic Psychology'],
    ['Nature', 'Nature Medicine'],
    ['Lancet', 'Lancet Oncology'],
    ['JAMA', 'JAMA Oncology'],
    ['BMJ', 'BMJ Open'],
    ['Social Work', 'The Social Worker'],
    ['Health Forum Journal', 'The Healthcare Forum Journal'],
    ['AI', 'Acta Informatica'],
    ['Pain', 'Perspectives in Arctic Ice Navigation'],
    ['水利学报', '化学学报'],
  ])('%j and %j are two', (one, other) => {
    expect([isSameVenue(one, other), isSameVenue(other, one)]).toEqual([false, false]);
  });
});

describe('the names of venues', () => {
  const named = (...papers: { venue?: string; issns?: string[]; isbns?: string[] }[]) =>
    Object.fromEntries(nameVenues(papers));

  it('are the most frequent spelling that is no abbreviation', () => {
    expect(
      named(
        { venue: 'J. Am. Chem. Soc.' },
        { venue: 'J. Am. Chem. Soc.' },
        { venue: JACS },
        { venue: 'J Am Chem Soc' },
        {},
      ),
    ).toEqual({
      'J. Am. Chem. Soc.': JACS,
      'J Am Chem Soc': JACS,
      [JACS]: JACS,
    });
    expect(named({ venue: 'LANCET' }, { venue: 'The Lancet' }, { venue: 'The Lancet' })).toEqual({
      LANCET: 'The Lancet',
      'The Lancet': 'The Lancet',
    });
  });

  it('join what has an ISSN in common, over several papers, but no books of a series', () => {
    const a = { venue: 'Zeitschrift für Eis', issns: ['1111-1111', '2222-2222'] };
    const b = { venue: 'Z Eis', issns: ['2222-2222'] };
    expect(new Set(Object.values(named(a, b, a)))).toEqual(new Set(['Zeitschrift für Eis']));
    const books = ['Vision 2020', 'Imaging 2021'].map((venue) => ({
      venue,
      issns: ['0302-9743'],
      isbns: ['9783030585235'],
    }));
    expect(new Set(Object.values(named(...books))).size).toBe(2);
  });

  it('join an abbreviation with no title where it stands for two of them', () => {
    const venues = ['Physics Review', 'Physical Review', 'Phys. Rev.'];
    expect(named(...venues.map((venue) => ({ venue })))).toEqual(
      Object.fromEntries(venues.map((venue) => [venue, venue])),
    );
  });

  it('join the initials and the abbreviation of a title, and list what was joined', () => {
    const full = 'The New England Journal of Medicine';
    const names = nameVenues(
      ['NEJM', 'NEJM', 'N Engl J Med', full, 'New England journal of medicine', 'JAMA'].map((venue) => ({ venue })),
    );
    expect([...names.values()]).toEqual([full, full, full, full, 'JAMA']);
    expect(listJoinedVenues(names)).toEqual([{ name: full, forms: ['NEJM', 'N Engl J Med'] }]);
  });

  it('stand a title of many parts', () => {
    const venue = 'A: '.repeat(50_000);
    expect(named({ venue })).toEqual({ [venue]: venue });
  });

  it('stand many ISSNs of one venue', () => {
    const papers = Array.from({ length: 20_000 }, (_, at) => ({ venue: 'Ice Letters', issns: [`${at}`, `${at + 1}`] }));
    expect(named(...papers)).toEqual({ 'Ice Letters': 'Ice Letters' });
  });
});
