import type { WirePaper } from '../../contract/paper.ts';
import type { FullTextDeps } from './read-paper.ts';

type WithText = { where?: { text?: string | undefined } | undefined };

/** The request with the kept full texts, into which `where.text` looks. They are opened for such a request only. */
export async function withTexts<Request extends WithText>(
  { fullTexts }: Pick<FullTextDeps, 'fullTexts'>,
  request: Request,
): Promise<Request & { bodyOf?: (paper: WirePaper) => string | undefined }> {
  if (request.where?.text === undefined || !fullTexts) return request;
  const [texts, { toRead }] = await Promise.all([fullTexts(), import('./read-paper.ts')]);
  return { ...request, bodyOf: (paper: WirePaper) => texts.bodyOf(toRead(paper, '')) };
}
