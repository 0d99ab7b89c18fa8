import { readPairs } from '../lib/groups.ts';

/** HTML's named characters that publishers and databases actually use, besides XML's. */

const FROM_A0 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';
const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi ' +
  'chi psi omega';
const OTHERS =
  'amp=& lt=< gt=> quot=" OElig=Œ oelig=œ Yuml=Ÿ fnof=ƒ Scaron=Š scaron=š Zcaron=Ž zcaron=ž Ccaron=Č ' +
  'ccaron=č Rcaron=Ř rcaron=ř ecaron=ě ncaron=ň dcaron=ď tcaron=ť uring=ů odblac=ő udblac=ű inodot=ı ' +
  'Cacute=Ć cacute=ć nacute=ń Sacute=Ś sacute=ś zacute=ź zdot=ż Zdot=Ż Lstrok=Ł lstrok=ł aogon=ą eogon=ę ' +
  'Scedil=Ş scedil=ş gbreve=ğ abreve=ă Idot=İ amacr=ā emacr=ē imacr=ī omacr=ō umacr=ū dstrok=đ Dstrok=Đ ' +
  'hyphen=‐ dash=‐ ndash=– mdash=— lsquo=‘ rsquo=’ sbquo=‚ ldquo=“ rdquo=” bdquo=„ lsaquo=‹ rsaquo=› ' +
  'dagger=† Dagger=‡ bull=• hellip=… permil=‰ prime=′ Prime=″ euro=€ trade=™ larr=← uarr=↑ rarr=→ darr=↓ ' +
  'harr=↔ rArr=⇒ hArr=⇔ forall=∀ part=∂ exist=∃ empty=∅ nabla=∇ isin=∈ notin=∉ prod=∏ sum=∑ minus=− radic=√ ' +
  'prop=∝ infin=∞ cap=∩ cup=∪ int=∫ sim=∼ cong=≅ asymp=≈ ap=≈ ne=≠ equiv=≡ le=≤ ge=≥ leq=≤ geq=≥ sub=⊂ ' +
  'sup=⊃ sube=⊆ supe=⊇ oplus=⊕ otimes=⊗ perp=⊥ sdot=⋅ thetasym=ϑ thetav=ϑ phiv=ϕ epsi=ε epsiv=ϵ ohm=Ω';
const BLANKS = 'ensp emsp thinsp hairsp numsp';

const ENTITIES = new Map<string, string>([
  ...FROM_A0.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...GREEK.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(0x3b1 + at)]),
  // The final sigma has no capital.
  ...GREEK.split(' ')
    .map((name, at): [string, string] => [capital(name), String.fromCharCode(0x391 + at)])
    .filter(([name]) => name !== 'Sigmaf'),
  ...readPairs(OTHERS),
  ['apos', "'"],
  ...BLANKS.split(' ').map((name): [string, string] => [name, ' ']),
]);

/** Names that also occur in capitals. */
const ANY_CASE = new Set(['amp', 'lt', 'gt', 'quot', 'apos', 'nbsp']);

/** The character of a name (`eacute`); undefined for an unknown name. */
export function decodeEntity(name: string): string | undefined {
  const small = name.toLowerCase();
  return ENTITIES.get(name) ?? (ANY_CASE.has(small) ? ENTITIES.get(small) : undefined);
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
