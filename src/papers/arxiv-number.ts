import { readDoi } from './identifiers.ts';

/** An arXiv number without its version. Numbers from before 2007 also name the archive (`hep-th/9901001`). */
export type ArxivNumber = { id: string; archive?: string };

const NUMBER = String.raw`(\d{4}\.\d{4,5}|([a-z]+(?:-[a-z]+)*(?:\.[a-z]{2})?)/\d{7})(?:v\d+)?(?!\d)`;
const PATTERNS = [
  new RegExp(String.raw`^10\.48550/arxiv\.${NUMBER}$`, 'i'),
  new RegExp(String.raw`^(?:https?://)?(?:[a-z]+\.)?arxiv\.org/(?:abs|pdf|html)/${NUMBER}`, 'i'),
  new RegExp(String.raw`\barxiv:\s*${NUMBER}`, 'i'),
];

/** The fields of a paper, ours or the contract's, that may contain its arXiv number. */
export type ArxivFields = {
  [Name in 'arxivId' | 'doi' | 'link' | 'pdfLink' | 'titleLink' | 'venue' | 'journalName' | 'key' | 'id']?:
    | string
    | null;
};

/** The arXiv number in the paper's own field, arXiv's own DOI, a link to arXiv, or `arXiv:...` as venue or key. */
export function readArxivNumber(paper: ArxivFields): ArxivNumber | undefined {
  // Checked first, because parsing a DOI takes longer than seeing that it is not arXiv's.
  const readArxivDoi = (text: string | null | undefined) => (/arxiv/i.test(text ?? '') ? readDoi(text) : undefined);
  const texts = [
    paper.arxivId && `arxiv:${paper.arxivId}`,
    readArxivDoi(paper.doi),
    readArxivDoi(paper.link),
    paper.link,
    paper.pdfLink,
    paper.titleLink,
    paper.venue ?? paper.journalName,
    paper.key ?? paper.id,
  ];
  for (const text of texts) {
    for (const pattern of PATTERNS) {
      const [, id, archive] = (text && pattern.exec(text)) || [];
      if (id) return { id, ...(archive && { archive }) };
    }
  }
  return undefined;
}

const PLAIN = new RegExp(String.raw`^(?:arxiv:\s*)?${NUMBER}$`, 'i');

/** A bare arXiv number in any spelling, as `2101.00001` or `math/0309136`, without version and subject class. */
export function readArxivId(text: string | null | undefined): string | undefined {
  return withoutSubjectClass(PLAIN.exec(text?.trim() ?? '')?.[1]);
}

/** The paper's arXiv number in lower case, without the subject class of old numbers (`math.GT/0309136`). */
export function arxivKey(paper: ArxivFields): string | undefined {
  return withoutSubjectClass(readArxivNumber(paper)?.id);
}

function withoutSubjectClass(id: string | undefined): string | undefined {
  return id?.toLowerCase().replace(/\.[a-z]{2}\//, '/');
}

/** The year in which arXiv assigned a number (`2101.00001`, `math/0309136`): numbers start with year and month. */
export function arxivYear(arxivId: string | undefined): number | undefined {
  const digits = /^(?:.*\/)?(\d{2})(?:0[1-9]|1[0-2])/.exec(arxivId ?? '')?.[1];
  if (digits === undefined) return undefined;
  return Number(digits) > 90 ? 1900 + Number(digits) : 2000 + Number(digits);
}

export function arxivDoi(arxivId: string | undefined): string | undefined {
  return arxivId === undefined ? undefined : `10.48550/arxiv.${arxivId}`;
}
