import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../bench/references/consistency.ts';
import { readReference } from '../../../src/papers/references/read-reference.ts';

type Case = [text: string, title: string, author: string | undefined, year: number | undefined];

/** Invented, in the form that machine learning's styles write: given names in full, a stop, the title. */
const READ: readonly Case[] = [
  ['Ada Weevil and Bo Limpet. Tides in small ponds. 2021.', 'Tides in small ponds', 'Weevil', 2021],
  [
    'Ada R Weevil, Bo Limpet, Cy de la Mussel, et al. Tides: a survey of ponds. arXiv preprint arXiv:2101.00001, 2021.',
    'Tides: a survey of ponds',
    'Weevil',
    2021,
  ],
  ['Robert A. Weevil. Who counts? Limpets and their city. Shell Press, 1961.', 'Who counts?', 'Weevil', 1961],
  ['Daniel W. C. Ho, An Qin, and Mining Tan. Primal ponds. 2025.', 'Primal ponds', 'Ho', 2025],
  ['Ada Weevil. Random ponds. Limpet learning, 45(1):5-32, 2001.', 'Random ponds', 'Weevil', 2001],
  ['Ada Weevil. Conchology. Shell University Press, 2011.', 'Conchology', 'Weevil', 2011],
  ['OpenAI. Pond-4 system card, February 2025.', 'Pond-4 system card', 'OpenAI', 2025],
  [
    'Limpet Research. Pondnet: counting shells. https://sites. limpet.org/pond-net/, 2023.',
    'Pondnet: counting shells',
    'Limpet Research',
    2023,
  ],
  [
    'Ada Weevil, Bo Limpet, and et al. Highly accurate tides. nature, 596(7873):583–589, 2021.',
    'Highly accurate tides',
    'Weevil',
    2021,
  ],
  ['L. Weevil, et al., "Pond-Bench," 2023.', 'Pond-Bench', 'Weevil', 2023],
  [
    'Manu, Yi Guo, and Jo Plested. Ponds that overflow: a benchmark. 2025.',
    'Ponds that overflow: a benchmark',
    'Manu',
    2025,
  ],
  ['Ada Weevil. Forecasting the U.S. shell curve. 2026.', 'Forecasting the U.S. shell curve', 'Weevil', 2026],
];

/** Titles that begin like names: nothing before them is an author. */
const NO_AUTHORS: readonly string[] = [
  'Random Forests. Machine Learning, 45(1):5-32, 2001.',
  'Guns, Germs, and Steel. The fates of human societies. 1997.',
  'BERT: Pre-training of deep bidirectional transformers for language understanding. 2019.',
  'Deep Learning, Reinforcement Learning, and Robotics. A survey of methods. 2020.',
  'Attention Is All You Need. Advances in neural systems, 2017.',
];

describe('a reference with given names in full', () => {
  it.each(READ)('is read: %s', (text, title, firstAuthor, year) => {
    expect(readReference(text)).toMatchObject({ title, firstAuthor, year });
  });

  it.each(NO_AUTHORS)('has no authors where it begins with its title: %s', (text) => {
    expect(readReference(text).firstAuthor).toBeUndefined();
  });
});

describe('the measure of what was read', () => {
  it.each(READ)('finds no fault in what is right: %s', (text) => {
    expect(findFaults(text, readReference(text)).filter((fault) => fault !== 'title')).toEqual([]);
  });

  it.each([
    [{ title: 'Ada Weevil and Bo Limpet' }, 'first author'],
    [{ title: 'Tides in small ponds. 2021' }, 'title'],
    [{ title: 'small ponds' }, 'title'],
    [{ firstAuthor: 'Limpet' }, 'first author'],
    [{ firstAuthor: 'Ada' }, 'first author'],
    [{ year: 2020 }, 'year'],
    [{ year: undefined }, 'year'],
  ] as const)('finds the fault in %j', (wrong, fault) => {
    const text = 'Ada Weevil and Bo Limpet. Tides in small ponds. 2021.';
    expect(findFaults(text, { ...readReference(text), ...wrong })).toContain(fault);
  });
});
