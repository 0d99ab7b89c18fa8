import { visibleLine } from '../../lib/visible-text.ts';

/** A short name for an entry of a bibliography, for lists without space for all of its fields. */

const BIBTEX = /^\s*@[a-z]+\s*[{(]\s*([^\s,{}"]{0,200})/i;
const BIBTEX_TITLE = /[\s,]title\s*=\s*(?=["{])/i;
const RIS = /^\s*TY\s{1,3}-/;
/** Also matches a record that was joined into one line. */
const RIS_TITLE = /\s(?:TI|T1)\s{1,2}-\s+(.+?)(?=(?<!\s)\s+[A-Z][A-Z0-9]\s{1,2}-|$)/s;

/** Accent commands of LaTeX, and their combining characters in the same order. */
const ACCENTS = '`\'^~"=.';
const COMBINING = '\u0300\u0301\u0302\u0303\u0308\u0304\u0307';

/** `key: Title` for a BibTeX entry, the title of a RIS record; any other item unchanged. */
export function nameEntry(item: string): string {
  const [, key] = BIBTEX.exec(item) ?? [];
  const risTitle = RIS.test(item) ? RIS_TITLE.exec(item)?.[1] : undefined;
  const title = key === undefined ? risTitle : readBibtexTitle(item);
  return visibleLine([key, title].filter(Boolean).join(': ')) || item;
}

function readBibtexTitle(item: string): string {
  const found = BIBTEX_TITLE.exec(item);
  if (!found) return '';
  const value = delimited(item.slice(found.index + found[0].length));
  return value
    .replaceAll(/\\(["'`^~=.])\s*\{?([a-z])\}?/gi, (_, accent, letter) =>
      `${letter}${COMBINING[ACCENTS.indexOf(accent)]}`.normalize('NFC'),
    )
    .replaceAll(/\\([&%$#_])/g, '$1')
    .replaceAll(/\\((?:La|Bib)?TeX)\b/g, '$1')
    .replaceAll(/\\[a-z]+\s*|[{}]/gi, '')
    .replaceAll(/~|\s+/g, ' ')
    .trim();
}

/** The text in the braces or quotation marks at its start. */
function delimited(text: string): string {
  const isQuoted = text.startsWith('"');
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    const ends = isQuoted ? sign === '"' && depth === 0 && at > 0 : sign === '}' && depth === 0;
    if (ends) return text.slice(1, at);
  }
  return text.slice(1);
}
