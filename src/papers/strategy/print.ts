import type { LabelField, StrategyNode, TextField, Words } from './strategy-tree.ts';

const TAGS: Record<TextField | LabelField, string> = {
  title: 'ti',
  abstract: 'ab',
  titleAbstract: 'tiab',
  topic: 'tw',
  author: 'au',
  journal: 'ta',
  language: 'la',
  publicationType: 'pt',
};

/** Prints a tree as a strategy in PubMed's notation. */
export function printStrategy(node: StrategyNode): string {
  switch (node.kind) {
    case 'term':
      return `${quoted(node.words)}[${TAGS[node.field]}]`;
    case 'label':
      return `"${node.text}"[${TAGS[node.field]}]`;
    case 'heading':
      return `"${node.text}"[${node.major ? 'majr' : 'mh'}${node.exploded ? '' : ':noexp'}]`;
    case 'years':
      return `${node.from}:${node.to}[dp]`;
    case 'near': {
      const sides = [node.left, node.right].map((words) => `(${words.map(quoted).join(' OR ')})`);
      return `(${sides.join(` ${node.inOrder ? 'PRE' : 'NEAR'}/${node.between} `)})[${TAGS[node.field]}]`;
    }
    case 'not':
      return `${inner(node.base)} NOT ${inner(node.exclusion)}`;
    default:
      return node.parts.map(inner).join(node.kind === 'and' ? ' AND ' : ' OR ');
  }
}

function inner(node: StrategyNode): string {
  const isGroup = node.kind === 'and' || node.kind === 'or' || node.kind === 'not';
  return isGroup ? `(${printStrategy(node)})` : printStrategy(node);
}

function quoted(words: Words): string {
  return `"${words.join(' ')}"`;
}
