import { jobResource, jobsResource } from '../mcp/resources.ts';
import type { Offered } from '../mcp/server.ts';
import { textResource } from '../reading/resource.ts';
import { papersResource, receiptResource, viewDataResource } from '../report/exporting/resources.ts';
import { papersPage } from '../report/papers-page.ts';
import { TOOLS } from './all-tools.ts';

/** What assistants are offered. */
export const OFFERED: Offered = {
  tools: TOOLS,
  resources: [jobsResource, jobResource, papersResource, viewDataResource, textResource, receiptResource],
  page: papersPage,
};
