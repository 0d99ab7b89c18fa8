import { table } from '../../node_modules/unicode2latex/dist/esm/tables/latex2unicode.js';

/**
 * The one table of unicode2latex that runs. The library's entry also makes those for writing, which take longer to load
 * than all else that reading BibTeX needs; `npm run docs` makes src/formats/latex-characters.json of them.
 */
export const latex2unicode = table;
