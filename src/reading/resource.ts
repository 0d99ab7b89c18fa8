import { JSON_TYPE, jsonContent, type Resource } from '../mcp/define-resource.ts';
import { MAX_TEXT_CHARACTERS } from './full-text.ts';

export const textResource: Resource = {
  name: 'text',
  path: 'papers/{ref}/text',
  title: 'Open text of a paper',
  description: 'Outline and beginning of the open text, with places.',
  mimeType: JSON_TYPE,
  async read(features, { ref = '' }, signal) {
    const texts = await features.texts();
    return [jsonContent(await texts.readPaper({ ref, count: MAX_TEXT_CHARACTERS }, { signal }))];
  },
};
