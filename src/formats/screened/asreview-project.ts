import { asFields, asList, asText } from '../../lib/json.ts';
import { omitEmpty, omitUndefined } from '../../lib/omit-undefined.ts';
import { toCitation } from '../../papers/citation.ts';
import { doiLink } from '../../papers/identifiers.ts';
import { type PaperInput, toPaper } from '../../papers/paper.ts';
import { REASON_GROUP } from '../decisions/asreview-notes.ts';
import { decidedAt, type FileDecision, inWords, noteOf, reasonsOf, type Screening } from '../decisions/screening.ts';
import type { ScreenedPaper } from '../format.ts';
import type { ReadRecords } from './read-record.ts';

/**
 * The content of an ASReview project file (`.asreview`, project file version 3) that concerns records and decisions. It
 * has one label per record, no readers' names, and no `maybe`: such records are unlabelled there.
 */
export type AsreviewProject = {
  name: string;
  records: AsreviewRecord[];
  /** In the order in which they were labelled. */
  results: AsreviewResult[];
  tags: TagGroup[];
};

type AsreviewRecord = {
  title: string;
  abstract: string;
  authors: string[];
  keywords: string[];
  year?: number;
  doi?: string;
  url?: string;
};

type AsreviewResult = {
  record: number;
  label: 0 | 1;
  isPrior: boolean;
  /** Seconds since 1970. */
  time?: number;
  note?: string;
  tags?: TagGroup[];
  /** Number of a user in the database of the server that wrote the file. */
  user?: number;
};

type TagGroup = { id: number; name: string; export: string; values: Tag[] };
type Tag = { id: number; name: string; export: string; checked?: boolean };

/** A review as an ASReview project. Reasons become tags of one group. */
export function toAsreviewProject(name: string, records: readonly ScreenedPaper[]): AsreviewProject {
  const named = new Map(
    records.flatMap((screened) => reasonsOf(screened).map((reason) => [reason, inWords(screened, reason)] as const)),
  );
  const group = (checked?: readonly string[]): TagGroup[] =>
    named.size === 0
      ? []
      : [
          {
            id: 1,
            name: 'Reason',
            export: REASON_GROUP,
            values: [...named].map(([reason, name], id) => ({
              id,
              name,
              export: reason,
              ...(checked && { checked: checked.includes(reason) }),
            })),
          },
        ];
  const results = records.flatMap((screened, record): AsreviewResult[] => {
    const { verdict, prior = false } = screened;
    if (verdict !== 'include' && verdict !== 'exclude') return [];
    const reasons = reasonsOf(screened);
    const at = decidedAt(screened);
    const details = { time: at && Date.parse(at) / 1_000, note: noteOf(screened) };
    return [
      {
        record,
        label: verdict === 'include' ? 1 : 0,
        isPrior: prior,
        ...omitEmpty({ ...details, tags: reasons.length > 0 ? group(reasons) : [] }),
      } as AsreviewResult,
    ];
  });
  const orderOf = ({ isPrior, time = 0 }: AsreviewResult) => (isPrior ? -1 : time);
  results.sort((a, b) => orderOf(a) - orderOf(b));
  return { name, records: records.map(toRecord), results, tags: group() };
}

function toRecord({ paper }: ScreenedPaper): AsreviewRecord {
  const { title, abstract = '', authors, keywords = [], issued, doi, link } = toCitation(paper);
  return {
    title,
    abstract,
    authors,
    keywords,
    ...omitUndefined({ year: issued[0], doi, url: doi === undefined ? link : doiLink(doi) }),
  };
}

/** The records of an ASReview project with their labels. The project identifies a user only by a number. */
export function fromAsreviewProject({
  records,
  results,
}: AsreviewProject): { metadata: PaperInput; screening: Screening }[] {
  const byRecord = new Map(results.map((result) => [result.record, result]));
  return records.map(({ url, ...record }, index) => {
    const result = byRecord.get(index);
    return {
      metadata: { ...record, link: url },
      screening: {
        decisions: result ? [toDecision(result)] : [],
        ...(result && { program: 'ASReview' as const }),
        ...(result?.isPrior && { prior: true as const }),
        ...toLegend(result?.tags),
      },
    };
  });
}

function toDecision({ label, time, note, tags = [], user }: AsreviewResult): FileDecision {
  const checked = readTags(tags);
  return {
    ...omitEmpty({
      reader: user === undefined ? undefined : `ASReview user ${user}`,
      reasons: checked.flatMap(([group, tag]) => (group === REASON_GROUP ? [tag] : [])),
      note,
      tags: checked.flatMap(([group, tag]) => (group === REASON_GROUP ? [] : [`${group}_${tag}`])),
      at: time === undefined ? undefined : timeOf(time),
    }),
    decision: label === 1 ? 'include' : 'exclude',
  };
}

/** ISO 8601; undefined for an invalid time. */
function timeOf(seconds: number): string | undefined {
  const time = new Date(seconds * 1_000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The tags that are set, whatever the structure of the file's value; `words` is what ASReview shows of a tag. */
function readTags(groups: unknown): [group: string, tag: string, words: string][] {
  const nameOf = (each: unknown) => asText(asFields(each).export) ?? asText(asFields(each).name) ?? '';
  return asList(groups).flatMap((group) =>
    asList(asFields(group).values)
      .filter((tag) => asFields(tag).checked === true)
      .map((tag): [string, string, string] => [nameOf(group), nameOf(tag), asText(asFields(tag).name) ?? nameOf(tag)]),
  );
}

function toLegend(tags: unknown): Pick<Screening, 'criteria'> {
  const named = readTags(tags).filter(([group, tag, words]) => group === REASON_GROUP && words !== tag);
  return named.length > 0 ? { criteria: Object.fromEntries(named.map(([, tag, words]) => [tag, words])) } : {};
}

/** The records of an ASReview project with its decisions, in the form that a review imports. */
export function recordsOfProject(project: AsreviewProject): ReadRecords {
  const read: ReadRecords = { records: [], problems: [], project: project.name };
  for (const [index, { metadata, screening }] of fromAsreviewProject(project).entries()) {
    const paper = toPaper(metadata);
    const row = index + 1;
    if (typeof paper === 'string') read.problems.push({ row, line: row, reason: paper });
    else read.records.push({ row, paper, screening });
  }
  return read;
}
