import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import papaparse from 'papaparse';
import { REVIEW_QUESTIONS } from './questions.ts';

/** Papers and judged topics of a test collection, as lines of the labelled papers. */
export type TestCollection = {
  papers: { id: string; title: string; abstract: string; collection: string[] }[];
  topics: { id: string; collection: string; query: string; keywords?: readonly string[]; relevant: string[] }[];
};

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();

/** LISA is in capitals, as papers of libraries are not; words of the questions, too. */
const lower = (text: string) => flat(text).toLowerCase();

export function readLisa(folder: string): TestCollection {
  const papers = readdirSync(folder)
    .filter((name) => /^LISA\d\.\d+$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'latin1').split(/^\*{20,}\s*$/m))
    .flatMap((entry) => {
      const [, number = '', title = '', abstract = ''] =
        /Document\s+(\d+)\s*\n([\s\S]*?)(?:\n\s*\n([\s\S]*))?$/.exec(entry.replace(/\r/g, '').trim()) ?? [];
      return number
        ? [{ id: `lisa:${number}`, title: lower(title), abstract: lower(abstract), collection: ['lisa'] }]
        : [];
    });
  const relevant = new Map<string, string[]>();
  for (const part of readFileSync(join(folder, 'LISA.REL'), 'latin1')
    .split(/^Query\s+/m)
    .slice(1)) {
    const [, number = '', rest = ''] = /^(\d+)\s*\n.*\n([\s\S]*)/.exec(part.replace(/\r/g, '')) ?? [];
    // Each list ends with -1.
    relevant.set(
      number,
      (rest.match(/(?<!-)\b\d+/g) ?? []).map((id) => `lisa:${id}`),
    );
  }
  const topics = readFileSync(join(folder, 'LISA.QUE'), 'latin1')
    .replace(/\r/g, '')
    .split('#')
    .flatMap((entry) => {
      const [, number = '', text = ''] = /^\s*(\d+)\s*\n([\s\S]*)/.exec(entry) ?? [];
      const found = relevant.get(number) ?? [];
      return found.length > 0
        ? [{ id: `lisa/${number}`, collection: 'lisa', query: lower(text), relevant: found }]
        : [];
    });
  return { papers, topics };
}

/** Every paper that a judge called relevant counts as relevant. */
export function readCysticFibrosis(folder: string): TestCollection {
  const field = (record: string, name: string) =>
    flat(unescapeXml(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(record)?.[1] ?? ''));
  const years = join(folder, 'cfc-xml_corrected');
  const papers = readdirSync(years)
    .filter((name) => name.endsWith('.xml'))
    .flatMap((name) => readFileSync(join(years, name), 'latin1').split('<RECORD>').slice(1))
    .map((record) => ({
      id: `cf:${Number(field(record, 'RECORDNUM'))}`,
      title: field(record, 'TITLE'),
      abstract: field(record, 'ABSTRACT') || field(record, 'EXTRACT'),
      collection: ['cf'],
    }));
  const topics = readFileSync(join(folder, 'cfquery.xml'), 'latin1')
    .split('<QUERY>')
    .slice(1)
    .map((query) => ({
      id: `cf/${Number(field(query, 'QueryNumber'))}`,
      collection: 'cf',
      query: field(query, 'QueryText'),
      relevant: [...query.matchAll(/<Item score="\d+">(\d+)</g)].map(([, id]) => `cf:${Number(id)}`),
    }));
  return { papers, topics };
}

/** One paper answers each question: that whose title it was. */
export function readPubMedQa(file: string): TestCollection {
  type Question = { QUESTION: string; CONTEXTS: string[]; LONG_ANSWER: string };
  const questions = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Question>);
  const papers = questions.map(([pmid, { CONTEXTS: parts, LONG_ANSWER: conclusion }]) => {
    const abstract = flat([...parts, conclusion].join(' '));
    return { id: `pubmedqa:${pmid}`, title: '', abstract, collection: ['pubmedqa'] };
  });
  const topics = questions.map(([pmid, { QUESTION: query }]) => {
    return { id: `pubmedqa/${pmid}`, collection: 'pubmedqa', query, relevant: [`pubmedqa:${pmid}`] };
  });
  return { papers, topics };
}

function unescapeXml(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

/** `idOf` knows papers of the labelled papers by their PubMed id. */
export function readReviews(folder: string, idOf: (pmid: string) => string | undefined): TestCollection {
  const papers: TestCollection['papers'] = [];
  const topics: TestCollection['topics'] = [];
  for (const [name, { keywords, text }] of Object.entries(REVIEW_QUESTIONS)) {
    const review = name.split('/').at(-1) as string;
    const csv = readFileSync(join(folder, `${name}.csv`), 'utf8');
    const { data, meta } = papaparse.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
    const pmidColumn = meta.fields?.find((column) => /pubmed/i.test(column)) ?? '';
    const relevant: string[] = [];
    for (const row of data) {
      const { title = '', abstract = '', [pmidColumn]: pmid = '' } = row;
      if (flat(title) === '') continue;
      const id = (pmid && idOf(pmid)) || (pmid ? `pmid:${pmid}` : `${review}:${row.record_id}`);
      papers.push({ id, title: flat(title), abstract: flat(abstract), collection: ['review'] });
      if (row.label_included === '1') relevant.push(id);
    }
    topics.push({ id: `review/${review}`, collection: 'review', query: text, keywords, relevant });
  }
  return { papers, topics };
}
