/** The tools, in the order in which hosts list them. Stated here, because a setting chooses among them. */
export const TOOL_NAMES = [
  'combined_search',
  'keyword_search',
  'query_search',
  'get_job',
  'lookup_papers',
  'related_papers',
  'read_paper',
  'estimate_credits',
  'list_jobs',
  'export_papers',
  'screen_papers',
  'evidence_table',
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** Whether a client can call a tool. No text names any other tool to it. */
export type Listed = (tool: ToolName) => boolean;

export const ALL_LISTED: Listed = () => true;

const SEARCH_TOOLS: readonly ToolName[] = [
  'combined_search',
  'keyword_search',
  'query_search',
  'get_job',
  'estimate_credits',
  'list_jobs',
];

/** Whether `PAPERQUEUE_TOOLS=search` lists the tool: everything from a question to its papers. */
export function isOfSearch(tool: ToolName): boolean {
  return SEARCH_TOOLS.includes(tool);
}
