import type { PaperInput } from '../../papers/paper.ts';
import type { NameInput } from '../../papers/people.ts';
import { childElements, type Element, rawText } from '../markup/markup-tree.ts';
import type { PackageParts } from './package-parts.ts';
import { local, named } from './read-docx.ts';

/** Word's list of sources, a part of the document to whose tags CITATION fields refer. */

const MAX_PARTS = 30;

/** The works by their tags, in lower case. */
export function readDocxSources(parts: PackageParts): Map<string, PaperInput> {
  const works = new Map<string, PaperInput>();
  for (let number = 1; number <= MAX_PARTS; number += 1) {
    const name = `customXml/item${number}.xml`;
    if (!parts.text(name)?.includes('officeDocument/2006/bibliography')) continue;
    const root = parts.tree(name);
    const lists = root === undefined ? [] : [root, ...childElements(root)];
    for (const source of lists.flatMap((list) => named(list, 'Source'))) {
      const [tag] = named(source, 'Tag');
      if (tag) works.set(rawText(tag).trim().toLowerCase(), readSource(source));
    }
  }
  return works;
}

function readSource(source: Element): PaperInput {
  const text = (...names: string[]) =>
    names.flatMap((name) => named(source, name).map((element) => rawText(element).trim())).find(Boolean);
  return {
    title: text('Title'),
    authors: named(source, 'Author').flatMap((people) => named(people, 'Author').flatMap(readPeople)),
    dated: text('Year'),
    year: Number(text('Year')) || undefined,
    venue: text('JournalName', 'BookTitle', 'ConferenceName', 'PeriodicalTitle', 'PublicationTitle'),
    volume: text('Volume'),
    issue: text('Issue'),
    pages: text('Pages'),
    publisher: text('Publisher'),
    doi: text('DOI', 'StandardNumber'),
    link: text('URL'),
    bibtex: { key: text('Tag') ?? '' },
  };
}

/** A list of persons, or the name of an organisation. */
function readPeople(author: Element): NameInput[] {
  return childElements(author).flatMap((child): NameInput[] => {
    if (local(child.name) === 'Corporate') return [{ literal: rawText(child).trim() }];
    return named(child, 'Person').map((person) => {
      const part = (name: string) => named(person, name).map(rawText).join(' ').trim();
      return { family: part('Last'), given: [part('First'), part('Middle')].filter(Boolean).join(' ') };
    });
  });
}
