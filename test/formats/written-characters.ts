/** Characters of texts in science, which a BibTeX entry writes as commands. */
export const LETTERS = 'ÆæØøÐðÞþßĐđŁłŊŋŒœı';
export const GREEK = 'ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρςστυφχψω';
export const SIGNS = '≤≥≠≈∼∞→←↔⇒⇔↑↓∂∑∏∫∈∉⊂⊃⊆⊇∩∪∀∃∝≡≃≅⊕⊗⟨⟩∧∨∥∓∗∘⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉';
