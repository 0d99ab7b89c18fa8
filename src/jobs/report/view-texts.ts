import type { ExportedPaper, ExportFormat } from '../../formats/write/export-formats.ts';
import { writePapers } from '../../formats/write/write-papers.ts';
import { ABSTRACT_PLACE, type ViewTexts } from '../../papers/report/view-data.ts';
import { cleanLine, cleanText } from '../../papers/text.ts';

/**
 * The texts of the exports that a report offers, one per paper, so that its files are equal to ours without a second
 * writer in the page.
 */
export function viewTexts(papers: readonly ExportedPaper[]): ViewTexts {
  const entriesOf = (format: ExportFormat, written: (abstract: string) => string, head = '') =>
    papers.map((exported) => {
      const entry = writePapers(format, [exported]).slice(head.length);
      const abstract = written(cleanText(exported.paper.abstract ?? ''));
      // An abstract that the format writes differently stays in the entry.
      return abstract === '' ? entry : entry.replace(abstract, () => ABSTRACT_PLACE);
    });
  const columns = writePapers('csv', []);
  return {
    bibtex: { head: '', between: '\n', entries: entriesOf('bibtex', cleanLine) },
    ris: { head: '', between: '', entries: entriesOf('ris', cleanLine) },
    csv: { head: columns, between: '', entries: entriesOf('csv', (text) => text.replaceAll('"', '""'), columns) },
  };
}
