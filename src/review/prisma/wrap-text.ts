/** Wraps a text to a width in pixels: breaks at spaces, and a word that is too long anywhere. */
export function wrapText(text: string, width: number, font: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => breakWord(each, width, font))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || widthOf(longer, font) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function breakWord(word: string, width: number, font: number): string[] {
  if (widthOf(word, font) <= width) return [word];
  const parts = [''];
  let ems = 0;
  for (const letter of word) {
    if ((ems + emsOf(letter)) * font > width) {
      parts.push('');
      ems = 0;
    }
    parts[parts.length - 1] += letter;
    ems += emsOf(letter);
  }
  return parts;
}

/** Upper estimate of a text's width in Arial: half an em per letter, less for narrow ones, more for wide ones. */
function widthOf(text: string, font: number): number {
  let ems = 0;
  for (const letter of text) ems += emsOf(letter);
  return ems * font;
}

function emsOf(letter: string): number {
  if (/[iIjlt.,:;'|!()[\] f]/.test(letter)) return 0.34;
  if (/[mwMW@%]/.test(letter)) return 0.95;
  if (/\p{Lu}/u.test(letter)) return 0.74;
  return /[\u2e80-\uffff]/.test(letter) ? 1.05 : 0.58;
}
