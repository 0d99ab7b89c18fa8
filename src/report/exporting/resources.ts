import { EXPORT_KINDS, PAPER_KIND_NAMES } from '../../formats/export-kinds.ts';
import { BadVariable, JSON_TYPE, jsonContent, type Resource } from '../../mcp/define-resource.ts';

const ENDINGS = PAPER_KIND_NAMES.map((format) => EXPORT_KINDS[format].ending);

/** Also of `all`. */
export const papersResource: Resource = {
  name: 'papers',
  path: 'jobs/{ref}/papers.{format}',
  title: 'Papers of a job',
  description: `All papers of a job as ${ENDINGS.join(', ')}.`,
  complete: { format: (start) => ENDINGS.filter((ending) => ending.startsWith(start)) },
  async read(features, { ref = '', format }) {
    const kind = PAPER_KIND_NAMES.find((name) => EXPORT_KINDS[name].ending === format);
    if (!kind) throw new BadVariable(`The format is one of ${ENDINGS.join(', ')}.`);
    const { text } = await (await features.exports()).renderExport({ jobId: ref, format: kind });
    return [{ mimeType: EXPORT_KINDS[kind].mimeType, text }];
  },
};

export const viewDataResource: Resource = {
  name: 'view data',
  path: 'jobs/{ref}/view.json',
  title: 'Papers for the view',
  description: 'What the view draws of a job.',
  mimeType: JSON_TYPE,
  read: async (features, { ref = '' }) => [jsonContent(await (await features.exports()).viewData({ jobId: ref }))],
};

/** Also of `all`. */
export const receiptResource: Resource = {
  name: 'receipt',
  path: 'jobs/{ref}/receipt',
  title: 'Receipt of a search',
  description: 'How a job searched, as JSON and as Markdown (PRISMA).',
  async read(features, { ref = '' }) {
    const render = (await features.exports()).renderExport;
    const [asJson, asMarkdown] = await Promise.all([
      render({ jobId: ref, format: 'receipt-json' }),
      render({ jobId: ref, format: 'receipt' }),
    ]);
    return [
      { mimeType: JSON_TYPE, text: asJson.text },
      { mimeType: 'text/markdown', text: asMarkdown.text },
    ];
  },
};
