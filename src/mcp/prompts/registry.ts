import { completable, type McpServer } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { completeJob, type ResourceDeps } from '../completions.ts';
import type { Prompt } from './define-prompt.ts';
import { findEvidence } from './find-evidence.ts';
import { literatureReview } from './literature-review.ts';
import { refineSearch } from './refine-search.ts';

/** The prompts, in the order in which hosts list them. */
const PROMPTS: readonly Prompt[] = [literatureReview, findEvidence, refineSearch];

export function registerPrompts(server: McpServer, { useCases }: ResourceDeps): void {
  const complete = completeJob(useCases);
  for (const { name, title, description, args, write } of PROMPTS) {
    // A copy, because the SDK marks the schema itself and a process may serve several connections.
    const completing = (schema: Prompt['args'][string]) => completable(schema.clone(), complete);
    const argsSchema = Object.fromEntries(
      Object.entries(args).map(([key, schema]) => [key, key === 'job' ? completing(schema) : schema]),
    ) as Record<string, z.ZodType<string | undefined, string | undefined>>;
    server.registerPrompt(name, { title, description, argsSchema }, (values) => ({
      messages: [{ role: 'user', content: { type: 'text', text: write(values) } }],
    }));
  }
}
