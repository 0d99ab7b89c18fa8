import { deflateRawSync } from 'node:zlib';
import { latexText } from '../../formats/latex.ts';
import type { ExportedPaper } from '../../formats/write/export-formats.ts';
import { writePapers } from '../../formats/write/write-papers.ts';
import { ABSTRACT_PLACE, type ViewTexts } from '../../papers/report/view-data.ts';
import { cleanLine, cleanText } from '../../papers/text.ts';

/**
 * The texts of the exports that a report offers, one per paper, so that its files are equal to ours without a second
 * writer in the page.
 */
export function viewTexts(papers: readonly ExportedPaper[]): ViewTexts {
  const csvHead = writePapers('csv', []);
  const latex = latexOf(papers.map(({ paper }) => paper.abstract ?? '').join(''));
  return {
    frames: {
      bibtex: { head: '', between: '\n' },
      ris: { head: '', between: '' },
      csv: { head: csvHead, between: '' },
    },
    latex,
    entries: papers.map((exported) => {
      const abstract = cleanText(exported.paper.abstract ?? '');
      const line = cleanLine(abstract);
      const inLatex = Array.from(line, (character) => latex[character] ?? character).join('');
      return {
        bibtex: withoutAbstract(writePapers('bibtex', [exported]), inLatex),
        ris: withoutAbstract(writePapers('ris', [exported]), line),
        csv: withoutAbstract(writePapers('csv', [exported]).slice(csvHead.length), abstract.replaceAll('"', '""')),
      };
    }),
  };
}

/** The texts as they stand in the page, in a third of their size. Only who saves papers needs them. */
export function packTexts(texts: ViewTexts): string {
  return deflateRawSync(JSON.stringify(texts), { level: 9 }).toString('base64');
}

/** An abstract that the format writes differently stays in the entry. */
function withoutAbstract(entry: string, written: string): string {
  return written === '' ? entry : entry.replace(written, () => ABSTRACT_PLACE);
}

function latexOf(text: string): Record<string, string> {
  const written = [...new Set(text)].sort().map((character) => [character, latexText(character)] as const);
  return Object.fromEntries(written.filter(([character, latex]) => latex !== character));
}
