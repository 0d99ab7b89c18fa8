import { oncePer } from '../../lib/once.ts';
import { foldForIdentity } from '../analysis/fold.ts';
import { FUNCTION_STEMS, FUNCTION_WORDS } from '../analysis/stop-words.ts';
import type { Paper } from '../paper.ts';
import { readQueryTokens } from '../query/terms.ts';
import { type FoldedText, foldText } from '../references/folded-text.ts';
import type { ParsedReference } from '../references/read-reference.ts';
import { comparedTitle } from './compared-title.ts';
import { familyName } from './title-key.ts';
import type { RecordTitle } from './title-relation.ts';

/** A reference with its texts folded once, for comparison with many records. */
export type PreparedReference = {
  parsed: ParsedReference;
  text: FoldedText;
  title: FoldedText;
  stems: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** The words, folded like names. */
  names: ReadonlySet<string>;
  /** The same as one text, to find names of two words. */
  nameLetters: string;
};

/** A record with its texts folded once. */
export type PreparedRecord = {
  record: Paper;
  title: RecordTitle;
  contentWords: readonly string[];
  families: string[];
};

export function prepareReference(parsed: ParsedReference): PreparedReference {
  const text = foldText(parsed.text);
  const title = foldText(comparedTitle(parsed.title ?? '').text);
  const names = text.words.map(foldForIdentity);
  return {
    parsed,
    text,
    title,
    stems: stemAll(parsed.text),
    words: new Set(text.words),
    names: new Set(names),
    nameLetters: names.join(''),
  };
}

export const prepareRecord = oncePer((record: Paper): PreparedRecord => {
  const { text: title } = comparedTitle(record.title);
  const folded = foldText(title);
  const [main = ''] = title.split(/[:?!]\s|\.\s|\s[-–—]\s|\s\(/);
  const start = foldText(main);
  return {
    record,
    title: {
      letters: folded.letters,
      words: folded.words,
      main: start.letters === folded.letters ? undefined : start,
    },
    contentWords: distinctiveWords(folded.words),
    families: record.authors.map((name) => foldForIdentity(familyName(name))),
  };
});

/** Without function words. */
export function distinctiveWords(words: readonly string[]): string[] {
  return words.filter((word) => !FUNCTION_WORDS.has(word));
}

export function stemAll(text: string): Set<string> {
  const terms = readQueryTokens(text).filter(({ isJoined, term }) => !isJoined && !FUNCTION_STEMS.has(term));
  return new Set(terms.map(({ term }) => term));
}
