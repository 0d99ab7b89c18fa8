import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server';
import { PaperqueueError } from '../contract/errors.ts';
import type { Features } from '../jobs/features.ts';

export const JSON_TYPE = 'application/json';

type Names = Readonly<Record<string, string>>;

export type Content = { mimeType: string; text: string };

/** Something that a person can attach to a conversation. Reading is free and does not wait for jobs. */
export type Resource = {
  name: string;
  /** Its address after `paperqueue://`. A name in braces is a variable; `{ref}` of a job is completed. */
  path: string;
  title: string;
  description: string;
  /** If every read has the same type. */
  mimeType?: string;
  /** Completes variables other than the reference of a job. */
  complete?: Readonly<Record<string, (start: string) => string[]>>;
  /** Those that the list of resources names, by the value of `{ref}`. Default: none. */
  list?(features: Features): Promise<{ ref: string; title: string; description: string }[]>;
  /** Throws PaperqueueError, which is sent as a protocol error, or BadVariable. */
  read(features: Features, variables: Names, signal: AbortSignal): Promise<Content[]>;
};

/** A variable has a value that the resource does not have; the message says which it has. */
export class BadVariable extends Error {
  override readonly name = 'BadVariable';
}

export function jsonContent(value: object): Content {
  return { mimeType: JSON_TYPE, text: JSON.stringify(value) };
}

/** Registers the resources in this order. */
export function registerResources(server: McpServer, features: Features, resources: readonly Resource[]): void {
  for (const { name, path, complete, list, read, ...texts } of resources) {
    const address = `paperqueue://${path}`;
    const answer = (uri: URL, variables: Names, signal: AbortSignal) =>
      answering(async () =>
        (await read(features, variables, signal)).map((content) => ({ uri: uri.href, ...content })),
      );
    if (!path.includes('{')) {
      server.registerResource(name, address, texts, (uri, { mcpReq }) => answer(uri, {}, mcpReq.signal));
      continue;
    }
    const listed = async () => ({
      resources: ((await list?.(features)) ?? []).map(({ ref, ...about }) => ({
        uri: address.replace('{ref}', ref),
        name: ref,
        ...about,
        ...(texts.mimeType !== undefined && { mimeType: texts.mimeType }),
      })),
    });
    const jobCompletion = path.startsWith('jobs/') ? { ref: completeJob({ features }) } : undefined;
    const template = new ResourceTemplate(address, {
      list: list && listed,
      ...((jobCompletion ?? complete) && { complete: { ...jobCompletion, ...complete } }),
    });
    server.registerResource(name, template, texts, (uri, variables, { mcpReq }) =>
      answer(
        uri,
        Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, one(value)])),
        mcpReq.signal,
      ),
    );
  }
}

type Contents = Content & { uri: string };

/** The contents; a PaperqueueError becomes a protocol error with the same message. */
async function answering(work: () => Promise<Contents[]>): Promise<{ contents: Contents[] }> {
  try {
    return { contents: await work() };
  } catch (error) {
    if (error instanceof BadVariable) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    if (!(error instanceof PaperqueueError)) throw error;
    const { code, message, charged, retryable, next } = error.details;
    const isInvalid = code === 'JOB_NOT_FOUND' || code === 'INVALID_INPUT';
    const protocolCode = isInvalid ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(protocolCode, `${message} ${next}`, { code, charged, retryable });
  }
}

/** The value of a template variable. The SDK's type also allows lists, which our templates do not have. */
function one(value: string | string[] | undefined): string {
  return decodeURIComponent(Array.isArray(value) ? value.join(',') : (value ?? ''));
}

export type ResourceDeps = { features: Features };

/** The protocol's maximum number of values. */
const MAX_COMPLETED_JOBS = 100;

/** Completes a reference from the recorded jobs that have papers, newest first. */
export function completeJob({ features }: ResourceDeps) {
  return async (start: string | undefined): Promise<string[]> => {
    const { jobs } = (await features.jobs()).listJobs({ count: MAX_COMPLETED_JOBS, status: 'success' });
    const prefix = (start ?? '').toUpperCase();
    return jobs.map(({ ref }) => ref).filter((ref) => ref.startsWith(prefix));
  };
}
