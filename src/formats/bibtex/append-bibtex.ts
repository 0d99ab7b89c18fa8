import { normalisePaper } from '../../papers/paper.ts';
import { groupSameWorks } from '../../papers/works/clusters.ts';
import { readBibtex } from './read-bibtex.ts';

export type Appended = {
  /** The entries to append; empty if the file contains them all. */
  text: string;
  added: number;
  /** Papers already in the file. */
  present: number;
  /** Unparsable entries of the file, which may be among the papers. */
  unreadable: number;
};

/**
 * Selects, from BibTeX that we wrote, the entries of works that a bibliography lacks. Its own entries and keys are
 * unchanged. A new entry whose key is taken gets `-2`, `-3` ...
 */
export function appendBibtex(bibliography: string, written: string): Appended {
  const { entries, problems } = readBibtex(bibliography);
  const texts = written.split(/\n(?=@)/).filter((text) => text.trim() !== '');
  const papers = [...entries, ...texts.flatMap((text) => readBibtex(text).entries)].map(({ metadata }) => metadata);
  const first = groupSameWorks(papers.map((paper) => ({ ...normalisePaper(paper), key: '' })));
  // BibTeX ignores case in keys.
  const usedKeys = new Set(entries.flatMap(({ metadata }) => metadata.bibtex?.key?.toLowerCase() ?? []));
  const missing = texts.filter((_, nth) => (first[entries.length + nth] ?? 0) >= entries.length);
  return {
    text: missing.map((text) => withFreeKey(text, usedKeys)).join('\n'),
    added: missing.length,
    present: texts.length - missing.length,
    unreadable: problems.length,
  };
}

function withFreeKey(text: string, usedKeys: Set<string>): string {
  return text.replace(/^(@\w+\{)([^,]*)/, (_, start: string, key: string) => {
    let free = key;
    for (let times = 2; usedKeys.has(free.toLowerCase()); times += 1) free = `${key}-${times}`;
    usedKeys.add(free.toLowerCase());
    return start + free;
  });
}
