import type { SourceReport } from '../contract/answers.ts';
import type { WirePaper } from '../contract/wire-paper.ts';
import {
  type PaperLookUp,
  type SearchEngine,
  SearchFailedError,
  type SearchOutcome,
} from '../jobs/ports/search-engine.ts';
import { LOCAL_LIBRARY, SERVICE_LIBRARY } from '../search/federated/source-reports.ts';
import type { SearchNote } from '../wording/notes/search-notes.ts';

type Answers = { search: SearchEngine; papers: PaperLookUp };

/**
 * What members get: papers without the BibTeX entries they were imported from, because the notes and file names in them
 * are private, and notes without advice that only the service's operator can follow.
 */
export function forMembers<Parts extends Answers>(parts: Parts): Parts {
  const { search, papers } = parts;
  const shared = ({ bibtex: _, ...paper }: WirePaper): WirePaper => paper;
  const withoutOperatorAdvice = <T extends Pick<SearchOutcome, 'notes' | 'sources'>>(outcome: T): T => ({
    ...outcome,
    notes: outcome.notes.map(noteForMembers),
    ...(outcome.sources && { sources: outcome.sources.map(reportForMembers) }),
  });
  return {
    ...parts,
    search: async (request, context) => {
      try {
        const outcome = await search(request, context);
        return withoutOperatorAdvice({ ...outcome, papers: outcome.papers.map(shared) });
      } catch (error) {
        throw error instanceof SearchFailedError ? new SearchFailedError(withoutOperatorAdvice(error.outcome)) : error;
      }
    },
    papers: {
      byTitle: (title) => papers.byTitle(title).map(shared),
      byId: (id) => {
        const paper = papers.byId(id);
        return paper && shared(paper);
      },
    },
  } satisfies Answers & Parts;
}

function noteForMembers(note: SearchNote): SearchNote {
  switch (note.kind) {
    case 'not-searched':
      return { ...note, settings: [] };
    case 'unfit-left-out': {
      const { value: _, ...rest } = note;
      return { ...rest, isService: true };
    }
    case 'starter-only':
    case 'library-searched':
    case 'library-empty':
    case 'journals-unranked':
      return { ...note, isService: true };
    case 'sources-failed':
    case 'sources-answered':
      return { ...note, sources: note.sources.map(failureForMembers) };
    default:
      return note;
  }
}

function reportForMembers({ title, failed, ...report }: SourceReport): SourceReport {
  return {
    ...report,
    // In a member's methods section, the local library is another one.
    ...(title !== undefined && { title: title === LOCAL_LIBRARY ? SERVICE_LIBRARY : title }),
    ...(failed && { failed: 'failure' in failed ? failureForMembers(failed) : failed }),
  };
}

/** Details that name a missing setting or missing data, which only an operator can add. */
const OPERATOR_DETAILS: readonly unknown[] = ['no-papers', 'other-version', 'unfinished-load', 'no-client'];

function failureForMembers<T extends { detail?: unknown }>(failure: T): T {
  const { detail, ...rest } = failure;
  const isSetting = typeof detail === 'object' && detail !== null && 'setting' in detail;
  return isSetting || OPERATOR_DETAILS.includes(detail) ? (rest as T) : failure;
}
