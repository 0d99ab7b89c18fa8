import { expect, it } from 'vitest';
import { toFilterFields } from '../../../src/papers/filters/filter-meaning.ts';
import { type Paper, toPaper } from '../../../src/papers/paper.ts';
import { createDocumentWriter } from '../../../src/search/collection/documents.ts';

/** What an index of the collection says of a paper's PDF is what every other filter says. */
const ACCESS = [undefined, true, false].flatMap((isOpenAccess) =>
  [{}, { downloadable: false }, { downloadable: true }].flatMap((pdf) =>
    [{}, { arxivId: '2101.00001' }, { pmcid: 'PMC123' }, { pdfLink: 'https://a.example/a.pdf' }].map((ids) => ({
      ...(isOpenAccess !== undefined && { isOpenAccess }),
      ...pdf,
      ...ids,
    })),
  ),
);

it.each(ACCESS)('filters by the file of a paper as the library does: %j', (facts) => {
  const paper = toPaper({ key: 'a', title: 'Owls at night', ...facts }) as Paper;
  const { openAccess, downloadable } = createDocumentWriter()(paper).document;
  const fields = toFilterFields(paper);
  expect([openAccess, downloadable]).toEqual([fields.isOpenAccess, fields.downloadable]);
});
