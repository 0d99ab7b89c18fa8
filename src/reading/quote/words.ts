/** Words that turn the meaning of a sentence: where one differs, the quotation is altered. */

const TURNING_WORDS = new Set(
  (
    'not no nor never none neither without cannot nothing nobody hardly barely rarely seldom few only unless despite although ' +
    'more less fewer greater lesser higher lower larger smaller better worse stronger weaker faster slower longer shorter ' +
    'before after above below over under prior post pre all some any most many always sometimes often both either ' +
    'positive negative positively negatively gain loss benefit harm safe unsafe same different equal unequal similar ' +
    'significant insignificant nonsignificant significantly insignificantly effective ineffective possible impossible likely ' +
    'unlikely true false may might could must should would can will shall fail fails failed failing lack lacks lacked ' +
    'causes caused cause associated independent dependent men women male female boys girls adults children ' +
    'one two three four five six seven eight nine ten eleven twelve twenty thirty half double twice triple first second third ' +
    'hundred thousand million billion percent but except and or'
  ).split(' '),
);

const TURNING_STEMS =
  /^(?:increas|decreas|reduc|rais|ris(?:e|ing|en)|fall|fell|improv|worsen|enhanc|diminish|inhibit|promot|activat|suppress|support|oppos|reject|accept|confirm|refut|contradict|includ|exclud|allow|prevent|up|down|hyper|hypo|gain|los[est]|accelerat|slow|upregulat|downregulat|enabl|disabl|present|absen)/;

const NEGATING_PREFIX = /^(?:un|in|im|ir|il|non|dis|anti|de|a)/;

/** Whether replacing `first` by `second` (undefined: leaving it out, or putting it in) may change what is said. */
export function turnsMeaning(first: string | undefined, second: string | undefined): boolean {
  const words = [first, second].filter((word) => word !== undefined);
  if (words.some((word) => /\d|[<>=≤≥%‰±]/.test(word) || TURNING_WORDS.has(word) || TURNING_STEMS.test(word)))
    return true;
  if (
    words.some(
      (word) => /n['’]?t$/.test(word) && /^(?:do|does|did|is|are|was|were|has|have|ca|wo|would|could)/.test(word),
    )
  )
    return true;
  return first !== undefined && second !== undefined && (isNegationOf(first, second) || isNegationOf(second, first));
}

function isNegationOf(longer: string, shorter: string): boolean {
  return longer.endsWith(shorter) && shorter.length > 2 && NEGATING_PREFIX.test(longer);
}
