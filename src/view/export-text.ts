import { ABSTRACT_PLACE, type ViewData, type ViewTexts } from '../papers/report/view-data.ts';

/** The text of an export, as paperqueue itself writes it. */
export function exportText(
  { papers }: ViewData,
  texts: ViewTexts,
  format: keyof ViewTexts,
  refs: readonly string[],
): string {
  const { head, between, entries } = texts[format];
  const written = refs.map((ref) => {
    const index = papers.findIndex((paper) => paper.ref === ref);
    const abstract = papers[index]?.abstract ?? '';
    const asWritten = format === 'csv' ? abstract.replaceAll('"', '""') : abstract.replace(/\s+/g, ' ');
    return (entries[index] ?? '').replace(ABSTRACT_PLACE, () => asWritten);
  });
  return head + written.join(between);
}
