/** Spellings of common units. Other units are searched for as written. */
const SPELLINGS: readonly (readonly string[])[] = [
  ['%', 'percent', 'per cent', 'pct', 'percentage'],
  ['year', 'years', 'yr', 'yrs', 'y'],
  ['month', 'months', 'mo', 'mos'],
  ['week', 'weeks', 'wk', 'wks'],
  ['day', 'days', 'd'],
  ['hour', 'hours', 'h', 'hr', 'hrs'],
  ['minute', 'minutes', 'min', 'mins'],
  ['second', 'seconds', 's', 'sec', 'secs'],
  ['millisecond', 'milliseconds', 'ms', 'msec'],
  ['gram', 'grams', 'g'],
  ['kilogram', 'kilograms', 'kg'],
  ['milligram', 'milligrams', 'mg'],
  ['microgram', 'micrograms', 'μg', 'mcg', 'ug'],
  ['litre', 'litres', 'liter', 'liters', 'l'],
  ['millilitre', 'millilitres', 'milliliter', 'milliliters', 'ml'],
  ['metre', 'metres', 'meter', 'meters', 'm'],
  ['centimetre', 'centimetres', 'centimeter', 'centimeters', 'cm'],
  ['kilometre', 'kilometres', 'kilometer', 'kilometers', 'km'],
  ['°c', '℃', 'degrees celsius', 'degrees c'],
  ['point', 'points', 'pts'],
  ['dollar', 'dollars', '$', 'usd'],
  ['euro', 'euros', '€', 'eur'],
  ['pound', 'pounds', '£', 'gbp'],
  [
    'participants',
    'participant',
    'patients',
    'patient',
    'subjects',
    'individuals',
    'people',
    'persons',
    'adults',
    'children',
    'women',
    'men',
    'volunteers',
    'n',
  ],
];

const BY_SPELLING = new Map(SPELLINGS.flatMap((all) => all.map((each) => [each, all] as const)));

/** Whether a text contains the unit in any spelling, as a whole word. */
export function hasUnit(text: string, unit: string): boolean {
  const normalised = plain(unit);
  const spellings = BY_SPELLING.get(normalised) ?? [normalised];
  return new RegExp(spellings.map(toPattern).join('|'), 'u').test(plain(text));
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('µ', 'μ')
    .replace(/²|\^2/g, '2')
    .replace(/³|\^3/g, '3')
    .replace(/[\s.·]?\b(\p{L}{1,5})(?:⁻¹|\s?[-−–]1)(?!\d)/gu, '/$1')
    .trim();

/** A pattern for a spelling. A letter at its beginning or end must not be next to another letter. */
function toPattern(unit: string): string {
  const [before, after] = [/^\p{L}/u.test(unit) && '(?<!\\p{L})', /\p{L}$/u.test(unit) && '(?!\\p{L})'];
  const form = unit
    .split(/(\s+|\/)/)
    .map((part) =>
      /^\s+$/.test(part) ? '\\s?' : part === '/' ? '\\s?(?:/|per)\\s?' : part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
    )
    .join('');
  return `${before || ''}${form}${after || ''}`;
}

/** The unit directly after the number of a value (`12 mg/dL`); undefined if there is none or other words follow. */
export function unitOf(value: string): string | undefined {
  const [, unit] =
    /^[<>=≤≥~≈±\s]{0,4}[-−–]?[\d.,·]+\s?(%|°?[\p{L}μµ$€£]{1,12}(?:\s?\/\s?[\p{L}\d²³]{1,6})?)$/u.exec(value) ?? [];
  return unit && BY_SPELLING.has(plain(unit)) ? unit : unit?.includes('/') ? unit : undefined;
}
