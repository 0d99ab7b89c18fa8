import { cleanLine } from '../text.ts';
import { takeIds } from './reference-ids.ts';

/**
 * Texts in a list of references that are not references: a caption, a heading, a URL alone, a sentence. Only forms that
 * no title has are recognised, because a title that is not looked up would be lost.
 */

const MAX_CHARACTERS = 600;
const ADDRESS = /^[<(]?(?:https?:\/\/|www\.)[^\s<>]{1,500}[>)]?\.?$/i;
const CAPTION =
  /^(?:(?:supplementary|extended data|online)\s)?(?:tables?|fig(?:ure|s|ures)?\.?|sections?|sec\.|appendix|eqs?\.?|equations?|algorithm|box|listing)\s(?:S?\d{1,3}(?:\.\d{1,3})?[a-z]?|[A-H]|[IVX]{1,5})(?:$|[.:)](?:\s|$)|,?\s(?:and|to)\s\d|\s(?:shows?|lists?|presents?|gives?|summari[sz]es?|reports?|describes?|illustrates?|contains?|compares?|displays?|depicts?|provides?|plots?|is|are|was|were|for|of)\s)/iu;
const HEADING =
  /^#{1,6}\s|^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?\s|[IVX]{1,5}\.\s)?(?:abstract|introduction|background|related work|(?:materials? and )?methods?|methodology|experiments?|results?(?: and discussions?)?|discussions?|conclusions?|acknowledge?ments?|references|bibliography|works cited|literature|appendi(?:x|ces)|limitations?|future work|funding|contents|notes|ethics statement|conflicts? of interest|supplementary materials?|data availability|author contributions)[:.]?$/i;
/** Beginnings of sentences, which continue in lower case; a title in capitals does not. */
const SENTENCE =
  /^(?:we (?:show|find|found|propose|present|study|studied|use|used|also|then|first|further|evaluate|describe|introduce|report|conclude|believe|thank)\s\p{Ll}|in this (?:paper|section|work|study|article|chapter),?\s|here,? we\s\p{Ll}|our (?:results?|findings?|methods?|approach|experiments?|contributions?)\s(?:also\s)?(?:show|suggest|indicate|is|are|demonstrate)\w{0,2}\s|this (?:paper|section|work|study|article) (?:shows?|presents?|describes?|is|was|uses?|proposes?|reports?|introduces?)\s\p{Ll}|as (?:shown|described|noted|seen|discussed|mentioned) (?:in|by|above|below|earlier)\b|(?:note|recall) that\s\p{Ll}|(?:however|therefore|moreover|furthermore|in addition|for example|in contrast|finally),\s\p{Ll}|it (?:is|has been|was) (?:well |widely )?(?:known|shown|argued)\s)/iu;
/** A date, an issue or pages show that a text that begins like a sentence is a reference. */
const CITED = /(?:1[89]|20)\d\d[a-h]?\)|[.,;]\s(?:1[89]|20)\d\d[a-h]?\.?$|\d\s?\(\d{1,4}\)\s?:|\bpp?\.\s?\d/;

/** Whether a text is not a reference, title or topic, so that nothing can be looked up. */
export function isNoReference(text: string): boolean {
  const line = cleanLine(text.slice(0, MAX_CHARACTERS + 1));
  if (line === '' || line.length > MAX_CHARACTERS || Object.keys(takeIds(line).ids).length > 0) return false;
  if (ADDRESS.test(line) || HEADING.test(line)) return true;
  return !CITED.test(line) && (CAPTION.test(line) || SENTENCE.test(line));
}
