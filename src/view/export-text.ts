import type { PageFormat } from '../formats/page-formats.ts';
import { ABSTRACT_PLACE, type ViewData, type ViewTexts, writeAbstract } from '../papers/report/report-data.ts';

/** The text of an export, identical to paperqueue's own. */
export function exportText(
  { papers }: ViewData,
  { frames, latex, entries }: ViewTexts,
  { name }: Pick<PageFormat, 'name'>,
  refs: readonly string[],
): string {
  const { head = '', between, abstracts = 'line' } = frames[name] ?? {};
  const written = refs.map((ref) => {
    const index = papers.findIndex((paper) => paper.ref === ref);
    const abstract = papers[index]?.abstract ?? '';
    return (entries[index]?.[name] ?? '').replace(ABSTRACT_PLACE, () => writeAbstract(abstracts, abstract, latex));
  });
  return head + written.join(between);
}
