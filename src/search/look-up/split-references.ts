/** The references in a file: BibTeX or RIS entries, else paragraphs if blank lines separate them, else lines. */
export function splitReferences(text: string): string[] {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (/^[ \t]*@[a-z]+\s*[{(]/im.test(plain)) return splitEntries(plain);
  if (RIS_RECORD.test(plain))
    return plain
      .split(RIS_RECORD)
      .map((record) => record.trim())
      .filter(isRis);
  const parts = /\n[ \t]*\n/.test(plain.trim()) ? plain.split(/\n[ \t]*\n/) : plain.split('\n');
  return parts.map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => part !== '');
}

const RIS_RECORD = /^(?=\s{0,3}TY\s{1,3}-)/m;
const isRis = (record: string) => /^TY\s{1,3}-/.test(record);

const NOT_AN_ENTRY = /^@(?:comment|string|preamble)\b/i;

/** Each entry starts on a new line. Text between entries is a comment. */
function splitEntries(text: string): string[] {
  return text
    .split(/\n(?=[ \t]*@[a-z]+\s*[{(])/i)
    .map((entry) => entry.trim())
    .filter((entry) => entry.startsWith('@') && !NOT_AN_ENTRY.test(entry));
}
