import { asFields, asId, asList, asText } from '../../lib/json.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { cleanLine } from '../../papers/text.ts';
import type { Failed, FoundPassage, IdentifiedPaper, SourceAnswer, SourceRequest, SourceSettings } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';
import { writeRequest } from './semanticscholar-requests.ts';

/** The search of snippets: excerpts of about 500 words from open papers' bodies, compared with the query by meaning. */

/** A request may name about 100 papers. */
export const MAX_SNIPPET_PAPERS = 100;

/** Requests passages from these papers only; undefined if none has an identifier that the list can hold. */
export function snippetSearch(
  papers: readonly IdentifiedPaper[],
  query: string,
  limit: number,
  settings: SourceSettings,
): SourceRequest | undefined {
  const paperIds = papers.flatMap((paper) => paperId(paper) ?? []).join(',');
  if (paperIds === '') return undefined;
  const fields = ['text', 'snippetKind', 'section'].map((field) => `snippet.${field}`).join(',');
  return writeRequest('/graph/v1/snippet/search', settings, { query, limit, fields, paperIds });
}

/** Identifiers are separated by commas, which a few DOIs contain. */
function paperId({ corpusId, doi, arxivId, pmid, pmcid }: IdentifiedPaper): string | undefined {
  if (corpusId) return `CorpusId:${corpusId}`;
  if (doi && !doi.includes(',')) return `DOI:${doi}`;
  if (arxivId) return `ARXIV:${arxivId}`;
  if (pmid) return `PMID:${pmid}`;
  return pmcid ? `PMCID:${pmcid.replace(/^PMC/i, '')}` : undefined;
}

/** Passages of bodies, best first. Records already have titles and abstracts. */
export function readSnippets(answer: SourceAnswer): { passages: FoundPassage[] } | Failed {
  // Semantic Scholar answers a wrong key with 403.
  const failure = answer.status === 403 ? failed('key refused') : readFailure(answer);
  if (failure) return failure;
  const { data } = asFields(parseAnswer(answer));
  if (!Array.isArray(data)) return failed('unreadable');
  const passages = asList(data).flatMap((match) => {
    const { snippet, paper } = asFields(match);
    const { text, snippetKind, section } = asFields(snippet);
    const passage = cleanLine(asText(text) ?? '');
    if (snippetKind !== 'body' || passage === '') return [];
    const { corpusId, title } = asFields(paper);
    const named = { corpusId: asId(corpusId), title: asText(title), section: cleanLine(asText(section) ?? '') };
    return [{ ...omitUndefined(named), text: passage } as FoundPassage];
  });
  return { passages };
}
