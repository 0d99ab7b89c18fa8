import { childElements, type Element, firstDescendant, rawText, readAttribute } from './markup-tree.ts';

/** Placeholder for a formula that is only a picture, so that a reader sees that the sentence has a gap. */
export const PICTURED_FORMULA = '[formula]';

/** The best form of a formula: TeX, otherwise MathML on one line, otherwise the placeholder for a picture. */
export function formulaText(formula: Element): string {
  const tex = firstDescendant(formula, ({ name }) => name === 'tex-math');
  if (tex) return inDollars(withoutPreamble(rawText(tex))) || PICTURED_FORMULA;
  const maths = isMaths(formula) ? formula : firstDescendant(formula, isMaths);
  if (maths) return mathsText(maths) || PICTURED_FORMULA;
  const isPicture = ({ name }: Element) => /^(?:inline-)?graphic$|^img$/.test(name);
  if (firstDescendant(formula, isPicture)) return PICTURED_FORMULA;
  return rawText(formula);
}

function isMaths({ name }: Element): boolean {
  return name === 'mml:math' || name === 'math';
}

function mathsText(maths: Element): string {
  const isTex = (element: Element) =>
    local(element) === 'annotation' && /tex/i.test(readAttribute(element, 'encoding') ?? '');
  const annotation = firstDescendant(maths, isTex);
  const tex = annotation ? rawText(annotation) : readAttribute(maths, 'alttext');
  return tex ? inDollars(tex) : linear(maths).replace(/\s+/g, ' ').trim();
}

function inDollars(tex: string): string {
  const plain = tex
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\$+|\$+$/g, '');
  return plain === '' ? '' : `$${plain}$`;
}

/** PubMed Central wraps each formula in a whole LaTeX document. */
function withoutPreamble(tex: string): string {
  return tex.replace(/^[\s\S]*?\\begin\{document\}/, '').replace(/\\end\{document\}[\s\S]*$/, '');
}

function local({ name }: Element): string {
  return name.replace(/^mml:/, '');
}

/** MathML on one line, as a person would type it: `x^2`, `(a)/(b)`. */
function linear(element: Element): string {
  // Computed once per element: twice would double the work at every level.
  const parts = childElements(element).map(linear);
  const [first = '', second = '', third = ''] = parts;
  switch (local(element)) {
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'mi':
    case 'mn':
    case 'mtext':
      return rawText(element).trim();
    case 'mo':
      return spacedOperator(rawText(element).trim());
    case 'msup':
      return `${first}^${grouped(second)}`;
    case 'msub':
      return `${first}_${grouped(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${first}_${grouped(second)}^${grouped(third)}`;
    case 'mfrac':
      return `(${first})/(${second})`;
    case 'msqrt':
      return `sqrt(${parts.join('')})`;
    case 'mtr':
      return parts.join(' ');
    case 'mtable':
      return parts.join('; ');
    default:
      return parts.length > 0 ? parts.join('') : rawText(element);
  }
}

function grouped(text: string): string {
  return [...text].length > 1 ? `(${text})` : text;
}

function spacedOperator(operator: string): string {
  return /^[=<>≤≥≈≠∼→∈±+×]$/.test(operator) ? ` ${operator} ` : operator;
}
