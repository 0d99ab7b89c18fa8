/** Journal rankings in the form of SCImago's download; all journals are invented. */

export type RankedLine = {
  id?: string;
  title: string;
  type?: string;
  /** In the form of the file. */
  issn?: string;
  sjr?: string;
  quartile?: string;
  country?: string;
  publisher?: string;
};

/** The columns of the editions from 2024 on: `Publisher` is there twice. */
export function newerFile(year: number, lines: readonly RankedLine[]): string {
  const header = `Rank;Sourceid;Title;Type;Issn;Publisher;Open Access;Open Access Diamond;SJR;SJR Best Quartile;H index;Total Docs. (${year});Total Docs. (3years);Total Refs.;Total Citations (3years);Citable Docs. (3years);Citations / Doc. (2years);Ref. / Doc.;%Female;Overton;SDG;Country;Region;Publisher;Coverage;Categories;Areas`;
  const rows = lines.map((line, place) => {
    const { id, title, type, issn, sjr, quartile, country, publisher } = withDefaults(line, place);
    return `${place + 1};${id};"${title}";${type};${quoted(issn)};"${publisher}";Yes;No;${sjr};${quartile};88;120;350;5400;2100;340;6,12;45,00;38,50;4;20;${country};Western Europe;"Second ${publisher}";"2001-2025";"Water Science and Technology (Q1); Ecology (Q2)";"Environmental Science; Agricultural and Biological Sciences"`;
  });
  return `${[header, ...rows].join('\n')}\n`;
}

/** The columns of the editions before. */
export function olderFile(year: number, lines: readonly RankedLine[]): string {
  const header = `Rank;Sourceid;Title;Type;Issn;SJR;SJR Best Quartile;H index;Total Docs. (${year});Total Docs. (3years);Total Refs.;Total Cites (3years);Citable Docs. (3years);Cites / Doc. (2years);Ref. / Doc.;Country;Region;Publisher;Coverage;Categories`;
  const rows = lines.map((line, place) => {
    const { id, title, type, issn, sjr, quartile, country, publisher } = withDefaults(line, place);
    return `${place + 1};${id};"${title}";${type};${quoted(issn)};${sjr};${quartile};88;120;350;5400;2100;340;6,12;45,00;${country};Western Europe;"${publisher}";"2001-2022";"Ecology (Q1)"`;
  });
  return `${[header, ...rows].join('\n')}\n`;
}

function withDefaults(line: RankedLine, place: number): Required<RankedLine> {
  return {
    id: String(90_000_001 + place),
    type: 'journal',
    issn: '-',
    sjr: '3,217',
    quartile: 'Q1',
    country: 'Netherlands',
    publisher: 'Example Press',
    ...line,
  };
}

function quoted(issn: string): string {
  return issn === '-' ? issn : `"${issn}"`;
}

/** An ISSN from seven digits, with its check digit (ISO 3297). */
export function makeIssn(number: number): string {
  const digits = String(number).padStart(7, '0');
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (8 - place), 0);
  const check = (11 - (sum % 11)) % 11;
  return `${digits.slice(0, 4)}-${digits.slice(4)}${check === 10 ? 'X' : check}`;
}
