import type { StrategyField } from './strategy-tree.ts';

/** The field tags of databases, and their meaning here. */

/** What a tag can mean: a field, a MeSH heading, or years. */
export type Tag =
  | { kind: 'field'; field: StrategyField }
  | { kind: 'heading'; exploded: boolean; major: boolean }
  | { kind: 'years' };

function fields(names: string, field: StrategyField): [string, Tag][] {
  return names.split('|').map((name) => [name, { kind: 'field', field }]);
}

function headings(names: string, exploded: boolean, major: boolean): [string, Tag][] {
  return names.split('|').map((name) => [name, { kind: 'heading', exploded, major }]);
}

/** PubMed, in brackets after a term. */
const PUBMED: ReadonlyMap<string, Tag> = new Map([
  ...fields('ti|title', 'title'),
  ...fields('ab|abstract', 'abstract'),
  ...fields('tiab|title/abstract', 'titleAbstract'),
  ...fields('tw|text word|text words|all|all fields|ot|other term', 'topic'),
  ...fields('au|author', 'author'),
  ...fields('ta|journal|venue', 'journal'),
  ...fields('la|lang|language', 'language'),
  ...fields('pt|publication type|type', 'publicationType'),
  ...headings('mh|mesh|mesh terms|mesh:exp', true, false),
  ...headings('mh:noexp|mesh:noexp|mesh terms:noexp', false, false),
  ...headings('majr|mesh major topic', true, true),
  ...headings('majr:noexp|mesh major topic:noexp', false, true),
  ['dp', { kind: 'years' }],
  ['date - publication', { kind: 'years' }],
  ['pdat', { kind: 'years' }],
  ['year', { kind: 'years' }],
]);

/** Ovid, between full stops after a term or a group. */
const OVID: ReadonlyMap<string, Tag> = new Map([
  ...fields('ti', 'title'),
  ...fields('ab', 'abstract'),
  ...fields('ti,ab|ab,ti|tiab', 'titleAbstract'),
  ...fields('tw|mp|af|ti,ab,kw|ti,ab,kf|ti,kw,ab|ab,ti,kw|ti,ab,kw,kf|ti,ab,kf,kw|ti,ab,hw|ti,kf,ab', 'topic'),
  ...fields('au', 'author'),
  ...fields('jn|jw', 'journal'),
  ...fields('lg|la', 'language'),
  ...fields('pt', 'publicationType'),
  ['yr', { kind: 'years' }],
]);

/** Scopus (before a group), Web of Science (before an equals sign) and Lucene (before a colon). */
const PREFIXES: ReadonlyMap<string, Tag> = new Map([
  ...fields('TITLE|TI', 'title'),
  ...fields('ABS|AB', 'abstract'),
  ...fields('TITLE-ABS', 'titleAbstract'),
  ...fields('TITLE-ABS-KEY|TS|ALL|KEY', 'topic'),
  ...fields('AUTH|AU', 'author'),
  ...fields('SRCTITLE|SO', 'journal'),
  ...fields('LANGUAGE|LA', 'language'),
  ['PY', { kind: 'years' }],
]);

export function pubmedTag(name: string): Tag | undefined {
  return PUBMED.get(name.toLowerCase().replace(/\s+/g, ' ').trim());
}

export function ovidTag(name: string): Tag | undefined {
  return OVID.get(name.toLowerCase().replace(/\s+/g, ''));
}

export function prefixTag(name: string): Tag | undefined {
  return PREFIXES.get(name.toUpperCase());
}

export const KNOWN_TAGS =
  '[ti] [ab] [tiab] [tw] [mh] [majr] [au] [ta] [la] [pt] [dp], .ti,ab. .tw. .mp., TS=( ), TITLE-ABS-KEY( ), title:';
