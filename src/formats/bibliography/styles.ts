export const BIBLIOGRAPHY_STYLES = ['apa', 'vancouver', 'chicago-author-date', 'ieee', 'harvard'] as const;
export type BibliographyStyle = (typeof BIBLIOGRAPHY_STYLES)[number];
