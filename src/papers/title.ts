/** What bibliographic databases write behind a title, in brackets: `[Review]`, `[31 refs]`, `[see comment]`. */
const LABELS = [
  String.raw`(?:systematic )?review|meta-analysis|case reports?|\d+ refs?|(?:see )?comments?|letter|editorial|proceedings`,
  String.raw`in process citation|author's transl|article in \p{L}+|corrected and republished [^[\]]*`,
  String.raw`(?:update|comment|summary for patients) (?:of|in|on) [^[\]]*|(?:published )?errat(?:um|a)\b(?:[^[\]]|\[[^[\]]*\])*`,
];
/** With the number of a record in a list. */
const LABEL = new RegExp(String.raw` ?\[ ?(${LABELS.join('|')}) ?\]\.? ?\d{0,5}$`, 'iu');
const NUMBER_BEHIND_LABEL = /(?<=\p{L}{3}\])\d{1,5}$/u;
/** The full stop before a label, but not that of an initial or an ellipsis. */
const FULL_STOP = /(?<!\.|\.\p{Lu})\.$/u;
/** No honest title has more; each takes time in proportion to the title's length. */
const MAX_LABELS = 8;

/** A title of one line without what databases write behind it; that comes as `labels`, in lower case. */
export function splitTitle(line: string): { title: string; labels: string[] } {
  const labels: string[] = [];
  let title = line;
  while (labels.length < MAX_LABELS) {
    const match = LABEL.exec(title);
    if (!match || match.index === 0) break;
    labels.unshift((match[1] as string).toLowerCase());
    title = title.slice(0, match.index).trimEnd();
  }
  if (labels.length === 0) return { title: title.replace(NUMBER_BEHIND_LABEL, ''), labels };
  return { title: title.replace(FULL_STOP, ''), labels };
}
