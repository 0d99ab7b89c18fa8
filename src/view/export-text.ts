import { ABSTRACT_PLACE, type ViewData, type ViewFormat, type ViewTexts } from '../papers/report/view-data.ts';

/** The text of an export, identical to paperqueue's own. */
export function exportText(
  { papers }: ViewData,
  { frames, latex, entries }: ViewTexts,
  format: ViewFormat,
  refs: readonly string[],
): string {
  const { head, between } = frames[format];
  const written = refs.map((ref) => {
    const index = papers.findIndex((paper) => paper.ref === ref);
    const abstract = papers[index]?.abstract ?? '';
    return (entries[index]?.[format] ?? '').replace(ABSTRACT_PLACE, () => abstractIn(format, abstract, latex));
  });
  return head + written.join(between);
}

function abstractIn(format: ViewFormat, abstract: string, latex: ViewTexts['latex']): string {
  if (format === 'csv') return abstract.replaceAll('"', '""');
  const line = abstract.replace(/\s+/g, ' ');
  return format === 'ris' ? line : Array.from(line, (character) => latex[character] ?? character).join('');
}
