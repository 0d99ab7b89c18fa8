import { unwrapEntry } from '../contract/reading/result-list.ts';
import { SOURCE_NAMES } from '../contract/source-names.ts';
import { addTo } from '../lib/groups.ts';
import { asFields, asId, asList, asText, asTexts, type Fields, oneOrMore } from '../lib/json.ts';
import { byPlainName, hasContent, plainName } from '../lib/plain-names.ts';
import { readBibtexSource } from './bibtex-source.ts';
import { fieldsOfTopics } from './fields-of-study.ts';
import { readDoi } from './identifiers.ts';
import { readInvertedAbstract } from './inverted-abstract.ts';
import { type PaperInput, readYear } from './paper.ts';
import {
  authorsIn,
  countIn,
  dateIn,
  flagIn,
  identifierIn,
  linkIn,
  numberIn,
  pdfIn,
  textIn,
  textsIn,
  wholeTextIn,
  withoutType,
} from './received-values.ts';
import { readRetraction } from './retraction/status.ts';
import { mostSpecificType, readFieldOfStudy } from './source-words.ts';
import { cleanLine } from './text.ts';

/**
 * The one table of the names under which services and files provide the fields of a paper (Part D of the contract).
 * Names are compared by letters and digits, in any case; `a.b` is `b` within `a`. Earlier names take precedence.
 */

type Values = ReadonlyMap<string, unknown>;

/** A paper as received, with the names understood so far. */
type Received = {
  values: Values;
  /** A cache: the values of objects within it, because many names are looked up in the same few objects. */
  inner: Map<unknown, Values>;
  /** Whether our own service wrote it, so that its form is known. */
  isOwn: boolean;
  understood: Set<string>;
  /** Names with values that could not be parsed. */
  unreadable: Set<string>;
};

type Reader<T> = (received: Received) => T | undefined;

/** All names that a reader knows. */
const KNOWN = new Set<string>();

const pathsOf = (names: string) => names.split(' ').map((name) => name.split('.') as [string, ...string[]]);

/** The first value under these names that `read` understands. */
function from<T>(names: string, read: (value: unknown, received: Received) => T | undefined): Reader<T> {
  const paths = pathsOf(names);
  for (const [first] of paths) KNOWN.add(first);
  return (received) => {
    for (const path of paths) {
      const value = valueAt(received, path);
      if (!hasContent(value)) continue;
      const understood = read(value, received);
      if (understood === undefined) received.unreadable.add(path[0]);
      else received.understood.add(path[0]);
      if (understood !== undefined) return understood;
    }
    return undefined;
  };
}

function valueAt({ values, inner }: Received, path: readonly [string, ...string[]]): unknown {
  let value = values.get(path[0]);
  for (let at = 1; at < path.length; at += 1) {
    // Most names are absent; for them no map is created.
    if (typeof value !== 'object') return undefined;
    const object = Array.isArray(value) ? value[0] : value;
    const within = inner.get(object) ?? byPlainName(object);
    inner.set(object, within);
    value = within.get(path[at] as string);
  }
  return value;
}

/** The first result of several readers. */
function firstOf<T>(...readers: Reader<T>[]): Reader<T> {
  return (received) => {
    for (const read of readers) {
      const value = read(received);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

/** Counts may also be inside a metrics object. */
const inMetrics = (names: string): string =>
  ['', 'impactfactor.', 'metrics.', 'stats.', 'statistics.', 'counts.', 'bibliometrics.', 'publicmetrics.', 'impact.']
    .flatMap((prefix) => names.split(' ').map((name) => prefix + name))
    .join(' ');

/** Facts of an issue may also be in an object about the journal. */
const inJournal = (name: string, others: string): string =>
  [
    name,
    ...others.split(' '),
    ...['journal', 'biblio', 'journalinfo', 'source', 'container', 'publicationinfo'].map((part) => `${part}.${name}`),
    `publicationinfo.journal${name}`,
  ].join(' ');

const DATES =
  'publishedat publicationdate datepublished publisheddate pubdate date issued published publishedprint publishedonline ' +
  'onlinedate coverdate publishedon publishdate firstpublicationdate releasedate dateofpublication earliestdate produceddate';
const dateOf = from(DATES, dateIn);
const YEARS =
  'year publicationyear pubyear yearpublished publishyear publishedyear yearofpublication yr produceddatey publication.year journal.year ' +
  'journalinfo.yearofpublication source.publishyear publicationinfo.year';
const yearOf = from(YEARS, (value) => numberIn(value) ?? dateIn(value)?.year);
const DATE_PATHS = pathsOf(`${YEARS} ${DATES}`);
/** `published` may be a year. */
const dayOf = from(DATES, (value) => dateIn(value)?.publishedAt);

const ownDoi = from(
  'doi externalids.doi ids.doi identifiers.doi doiurl doilink articledoi paperdoi doinumber dois doiid',
  (value) => readDoi(textIn(value)?.replace(/^\s*doi\s+/i, '')),
);
const doiInList = from('identifiers identifier articleids ids externalids pids', (value) =>
  readDoi(identifierIn(/^doi$/i)(value)),
);
/** Any of these fields may contain a DOI. */
const doiInText = from('identifier identifiers ids id paperid key link url landingpageurl links urls', (value) =>
  oneOrMore(value)
    .slice(0, MAX_LINKS)
    .map((each) => readDoi(asText(each) ?? linkIn(each)))
    .find((doi) => doi !== undefined),
);
const MAX_LINKS = 20;

/** An identifier that also occurs in URLs; `pattern` captures it in its first group. */
const identifier = (names: string, kind: RegExp, pattern: RegExp): Reader<string> =>
  firstOf(
    from(names, (value) => pattern.exec(textIn(value) ?? '')?.[1]),
    from(
      'identifiers identifier articleids externalids pids',
      (value) => pattern.exec(identifierIn(kind)(value) ?? '')?.[1],
    ),
  );

/** Some sources give the number without its letters. */
const pmcDigitsOf = identifier(
  'pmcid externalids.pubmedcentral externalids.pmcid ids.pmcid ids.pmc',
  /^(?:pmc(?:id)?|pubmedcentral)$/i,
  /^(?:pmcid:?\s*|https?:\/\/\S*\/)?(?:PMC)?(\d{1,9})\/?$/i,
);

const SOURCES = new Set<string>(SOURCE_NAMES.map(plainName));
/** A journal's name in words. */
const venueIn = (value: unknown): string | undefined => {
  const name = cleanLine(textIn(value) ?? '');
  return name === '' || /^https?:/i.test(name) ? undefined : name;
};
/** `source` may be the journal, or the index that contained the record. */
const venueOfSource = (value: unknown): string | undefined => {
  const name = venueIn(value);
  return name === undefined || SOURCES.has(plainName(name)) ? undefined : name;
};

const topicsOf = from('primarytopic topics', (value) =>
  nonEmpty(fieldsOfTopics(Array.isArray(value) ? value : [value])),
);
const namedFieldsOf = from('fieldsofstudy fields subjects subjectareas disciplines', textsIn);
/** Language models assign hundreds of concepts to a paper; the contract's fields among them say what it is about. */
const MAX_CONCEPTS = 10;
const conceptsOf = from('topics concepts', (value) => {
  const names = textsIn(value) ?? [];
  const fields = names.flatMap((name) => readFieldOfStudy(name) ?? []);
  return nonEmpty(fields.length > 0 ? fields : names.slice(0, MAX_CONCEPTS));
});
const s2FieldsOf = from('s2fieldsofstudy', textsIn);

const typesIn = (value: unknown): string | undefined =>
  Array.isArray(value) ? mostSpecificType(value.flatMap((part) => textIn(part) ?? [])) : textIn(value);

/** Every field of `PaperInput` has a reader: a forgotten one is a type error. */
const FIELD_READERS: { [Name in keyof Required<PaperInput>]: Reader<PaperInput[Name]> } = {
  key: from('key id paperid uid corpusid openalexid uuid', idIn),
  title: from(
    'title displayname papertitle articletitle documenttitle worktitle maintitle fulltitle titles headline titledisplay name',
    (value) => textIn(value) ?? textIn(Object.values(asFields(value))),
  ),
  abstract: firstOf(
    from('abstract summarytext abstracttext description abstracts descriptions', wholeTextIn),
    from('abstractinvertedindex', readInvertedAbstract),
  ),
  summary: from('summary tldr', (value) => textIn(value)),
  authors: from(
    'authors author authorships creators creator authornames authorlist authorstring contributors writers ' +
      'writtenby by firstauthor authorfullnames authfullname authordisplay zauthors names.authors',
    (value, { isOwn }) => authorsIn(value, isOwn),
  ),
  familyNames: from('familynames', textsByName),
  year: (received) => yearOf(received) ?? (received.isOwn ? undefined : dateOf(received)?.year),
  // Read without `from`, which would mark a value as understood that is only repeated here.
  dated: (received) =>
    readYear(FIELD_READERS.year(received)) === undefined
      ? DATE_PATHS.map((path) => idIn(valueAt(received, path))).find((text) => text !== undefined)
      : undefined,
  publishedAt: dayOf,
  venue: firstOf(
    from(
      'journalname vjournalname journal venue containertitle journaltitle publicationtitle publicationname booktitle ' +
        'publicationvenue hostvenue primarylocation.source primarylocation.rawsourcename conference conferencename ' +
        'venuename sourcetitle fulljournalname journalfulltitle periodicaltitle journalinfo.journal journalinfo journals periodical publishedin ' +
        'ispartof container locations.source publication.journal publication.venue publication journalabbrev journalref ' +
        'publicationinfo.journaltitle source.sourcetitle pub',
      venueIn,
    ),
    from('source', venueOfSource),
  ),
  publisher: from(
    'publisher vpublisher journal.publisher publishername hostvenue.publisher primarylocation.source.hostorganizationname',
    (value) => textIn(value),
  ),
  publisherPlace: from('publisherplace', (value) => textIn(value)),
  edition: from('edition editionnumber', idIn),
  series: from('series seriestitle', (value) => textIn(value)),
  seriesNumber: from('seriesnumber', idIn),
  volume: from(inJournal('volume', 'journalvolume vol'), idIn),
  issue: from(`${inJournal('issue', 'issueidentifier iss')} journal.number`, idIn),
  pages: firstOf(
    from(`${inJournal('pages', 'pagerange pageinfo')} source.pages.range`, idIn),
    from('biblio container publicationinfo', (value) => pageRange(byPlainName(value))),
    ({ values }) => pageRange(values),
    from('page articlenumber', idIn),
  ),
  editors: from('editors editor', (value) => authorsIn(value)),
  isbns: from('isbns isbn', textsIn),
  language: from('language lang', (value) => textIn(value)),
  country: from('country vcountry journal.country hostvenue.country', (value) => textIn(value)),
  quartile: from(
    'quartile vquartileranking quartileranking sjrquartile bestquartile sjrbestquartile journalquartile journal.quartile journal.sjrquartile ' +
      inMetrics('quartile sjrquartile'),
    (value) => textIn(value),
  ),
  quartileSource: from('quartilesource', (value) => textIn(value)),
  quartileYear: from('quartileyear', numberIn),
  publicationType: from('publicationtype publicationtypes documenttype worktype type types', typesIn),
  studyTypes: firstOf(
    from('studytypes', textsIn),
    from('publicationtypes types', (value) => (Array.isArray(value) ? textsIn(value) : undefined)),
  ),
  fieldsOfStudy: (received) => {
    const named = [...(s2FieldsOf(received) ?? []), ...(namedFieldsOf(received) ?? [])];
    if (named.length > 0) return [...new Set(named)];
    return topicsOf(received) ?? conceptsOf(received);
  },
  keywords: from('keywords', textsIn),
  notes: from('notes', (value) => nonEmpty(asTexts(value))),
  databases: from('databases', (value) => asList(value).map(asFields)),
  citationCount: from(
    inMetrics(
      'citationcount citedbycount citations timescited citedby numcitations citationscount isreferencedbycount numcitedby ' +
        'citedcount citationnum scholarlycitationscount citingpapercount timescitedwoscore timescitedalldatabases ' +
        'indicators.citationimpact.citationcount inlinelinks.citedby numberofcitations totalcitations ncitations ncitation citationsnumber citationcounts cites citingcount',
    ),
    countIn,
  ),
  influentialCitationCount: from(inMetrics('influentialcitationcount influentialcitations'), countIn),
  referenceCount: from(
    inMetrics('referencecount referencescount references referencedworkscount numreferences'),
    (value) => (Array.isArray(value) ? value.length : countIn(value)),
  ),
  isOpenAccess: from(
    'isopenaccess openaccess openaccessflag oa isoa openaccess.isoa openaccessstatus oastatus openaccesscolor access ' +
      'accesstype isopen bestaccessright',
    flagIn,
  ),
  isPrePrint: from('ispreprint preprint', flagIn),
  hasMoreAuthors: from('hasmoreauthors', flagIn),
  downloadable: from('downloadable', flagIn),
  doi: firstOf(ownDoi, doiInList, doiInText),
  arxivId: firstOf(
    identifier(
      'arxivid arxiv externalids.arxiv ids.arxiv identifiers.arxiv arxivurl arxivlink arxiveprints',
      /^arxiv/i,
      /^(?:arxiv:\s*|https?:\/\/\S*\/)?((?:[a-z-]+(?:\.[a-z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)(?:\.pdf)?$/i,
    ),
    from('id entryid', (value) => /^https?:\/\/arxiv\.org\/abs\/(\S+)$/i.exec(textIn(value) ?? '')?.[1]),
  ),
  pmid: identifier(
    'pmid pubmedid externalids.pubmed externalids.pmid ids.pmid ids.pubmed',
    /^(?:pmid|pubmed|medline)$/i,
    /^(?:pmid:?\s*|https?:\/\/\S*\/)?(\d{1,9})\/?$/i,
  ),
  pmcid: (received) => {
    const digits = pmcDigitsOf(received);
    return digits && `PMC${digits}`;
  },
  openAlexId: identifier(
    'openalexid ids.openalex externalids.openalex id',
    /^openalex$/i,
    /^(?:openalex:|(?:https?:\/\/)?(?:\w+\.)?openalex\.org\/(?:works\/)?)?(W\d{1,12})$/i,
  ),
  corpusId: identifier(
    'corpusid externalids.corpusid ids.corpusid',
    /^(?:corpusid|s2)$/i,
    /^(?:corpusid:?\s*)?(\d{1,12})$/i,
  ),
  issns: from(
    'issns issn publicationvenue.issn hostvenue.issn primarylocation.source.issn journal.issn source.issn',
    textsIn,
  ),
  isRetracted: from('isretracted retracted', flagIn),
  retraction: from('retraction', readRetraction),
  link: from(
    'link url landingpageurl titlelink htmlurl paperurl primarylocation.landingpageurl hostvenue.url links urls ' +
      'fulltexturl sourceurl semanticlink uri',
    linkIn,
  ),
  pdfLink: firstOf(
    from(
      'pdflink pdfurl pdf openaccesspdf bestoalocation.pdfurl bestoalocation.urlforpdf primarylocation.pdfurl openaccess.pdfurl links.pdf urls.pdf ' +
        'fulltextpdf fulltextpdfurl pdfdownloadurl filemain',
      linkIn,
    ),
    from('urls links files fulltexturls downloadurl link url resources', pdfIn),
  ),
  referencedWorks: from('referencedworks', (value) => nonEmpty(asTexts(value))),
  bibtex: from('bibtex', (value) => (typeof value === 'string' ? undefined : readBibtexSource(asFields(value)))),
};

/** Further known names, which are read elsewhere or are not fields of the paper. */
const OTHER_NAMES =
  'score relevance relevancescore engine semanticlink enriched explanation ledby provenance ref citationkey sameas decision rank index ' +
  'externalids ids identifiers biblio openaccess';
for (const name of OTHER_NAMES.split(' ')) KNOWN.add(name);

const OWN_ENGINES = new Set<string>([...SOURCE_NAMES, 'library']);

function open(record: Fields): Received {
  const values = new Map([...byPlainName(record)].map(([name, value]) => [name, withoutType(value)]));
  const engines = (asText(values.get('engine')) ?? '').split(',').map((name) => name.trim());
  const isOwn = engines.every((name) => OWN_ENGINES.has(name));
  return { values, inner: new Map(), isOwn, understood: new Set(), unreadable: new Set() };
}

const READERS = Object.entries(FIELD_READERS);

function readInput(received: Received): PaperInput {
  return Object.fromEntries(READERS.map(([name, read]) => [name, read(received)])) as PaperInput;
}

const idOf = from('id paperid uid corpusid uuid', idIn);
const scoreOf = from('score relevance relevancescore', numberIn);

/** The fields of a paper in any form, and its search details. Never throws. */
export function readReceived(entry: unknown): { input: PaperInput; id?: string; score?: number } {
  const received = open(unwrapEntry(entry) ?? {});
  return { input: readInput(received), id: idOf(received), score: scoreOf(received) };
}

const NAMING = ['title', 'doi', 'arxivId', 'pmid', 'pmcid', 'openAlexId'] as const;

/** Reads only the title and the identifiers of a paper, which takes a fraction of reading everything. */
export function readNames(entry: unknown): Partial<Record<'id' | (typeof NAMING)[number], string | null>> {
  const received = open(unwrapEntry(entry) ?? {});
  const names = Object.fromEntries(NAMING.map((name) => [name, FIELD_READERS[name](received)]));
  return { ...names, id: idOf(received) };
}

const MAX_NAMES_COUNTED = 500;

/** The names of a paper's fields that could not be read, at most MAX_NAMES_COUNTED. */
export function listUnknownFields(entry: unknown): string[] {
  const record = unwrapEntry(entry) ?? {};
  const received = open(record);
  readInput(received);
  const unread = Object.entries(record).filter(([name, value]) => {
    const plain = plainName(name);
    const isRead = KNOWN.has(plain) && (received.understood.has(plain) || !received.unreadable.has(plain));
    return !isRead && hasContent(value);
  });
  return unread.slice(0, MAX_NAMES_COUNTED).map(([name]) => name);
}

/** The unknown names of papers, the most frequent first. */
export function orderByFrequency(namesOfPapers: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const name of namesOfPapers.flat()) if (counts.has(name) || counts.size < MAX_NAMES_COUNTED) addTo(counts, name);
  return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
}

function idIn(value: unknown): string | undefined {
  const { $oid, value: inner } = asFields(value);
  return asId($oid ?? inner ?? (Array.isArray(value) ? value[0] : value));
}

function textsByName(value: unknown): Record<string, string> | undefined {
  const texts = Object.entries(asFields(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

const FIRST_PAGES = ['firstpage', 'startpage', 'startingpage', 'pagestart', 'sp'];
const LAST_PAGES = ['lastpage', 'endpage', 'endingpage', 'pageend', 'ep'];

function pageRange(values: Values): string | undefined {
  const [first, last] = [FIRST_PAGES, LAST_PAGES].map((names) =>
    names.map((name) => asId(values.get(name))).find((page) => page !== undefined),
  );
  return first === last || last === undefined ? first : [first, last].filter(Boolean).join('-');
}

function nonEmpty<T>(list: readonly T[]): T[] | undefined {
  return list.length > 0 ? [...list] : undefined;
}
