import { omitUndefined } from '../lib/omit-undefined.ts';

/** An author as reference formats want one: in parts, or whole where the parts are not known (organisations). */
export type Person =
  | { family: string; given?: string; particle?: string; suffix?: string }
  | { literal: string; family?: never };

/** Small words before a family name that belong to it, as they are written in lower case. */
const PARTICLES = new Set(
  (
    'af al am auf av bar bat ben bin bint da dal dalla das de degli dei del dela della den der des di do dos du el het ibn ' +
    "in 't la las le les lo los op te ten ter thoe tho tot van vande vanden vander vom von zu zum zur"
  ).split(' '),
);

const SUFFIX = /^(?:[JS]r\.?|II|III|IV)$/;

/** The way PubMed writes given names: up to three capitals after the family name. */
const INITIALS = /^\p{Lu}{1,3}$/u;

/** Scripts that write the family name first and often without a blank; taking such a name apart would be a guess. */
const UNDIVIDED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const ORGANISATION =
  /\b(?:agenc(?:y|ies)|alliance|association|academy|authority|board|bureau|cent(?:er|re)|collaborations?|college|commission|committee|consorti(?:um|a)|corporation|council|department|federation|foundation|groups?|hospital|inc|initiatives?|institut(?:e|es|ion|o)?|investigators|laborator(?:y|ies)|ltd|ministry|networks?|offices?|organi[sz]ations?|programme|project|societ(?:y|ies)|task force|teams?|trust|unions?|universit(?:y|ies|ät|é|at|ad|à|ade)|working party)(?![\p{L}\p{M}])/iu;

/** Several people in one name, or marks that no person's name has. */
const MORE_THAN_A_PERSON = /(?:^|\s)(?:and|others|et al\.?|on behalf of|for the)(?:\s|$)|[&;:/()[\]{}"=\d]/i;

/**
 * Parses `Given Family`: the family name is the last word with the particles before it; `Vaswani A` is read as PubMed
 * writes names. Organisations and single words stay whole. `nameOf` is the inverse.
 */
export function readPerson(name: string): Person {
  const words = name.split(' ');
  const literal = { literal: name };
  if (words.length === 1 || UNDIVIDED.test(name) || ORGANISATION.test(name) || MORE_THAN_A_PERSON.test(name)) {
    return literal;
  }
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined;
  const last = words.at(-1) ?? '';
  const familyFirst = INITIALS.test(last) && words.slice(0, -1).some((word) => /\p{L}\p{Ll}/u.test(word));
  const [given, family] = familyFirst ? [[last], words.slice(0, -1)] : [words.slice(0, -1), [last]];
  // Between given and family name the particles go with the family name; at the front of it they are particles too.
  const particles = familyFirst ? leadingParticles(family) : trailingParticles(given);
  return {
    family: family.join(' '),
    ...(given.length > 0 && { given: given.join(' ') }),
    ...(particles.length > 0 && { particle: particles.join(' ') }),
    ...omitUndefined({ suffix }),
  };
}

/** Takes the particles off the end of some given names. */
function trailingParticles(words: string[]): string[] {
  const at = words.findLastIndex((word) => !PARTICLES.has(word)) + 1;
  return words.splice(at);
}

/** Takes the particles off the front of a family name, of which at least one word is left. */
function leadingParticles(words: string[]): string[] {
  const at = words.findIndex((word) => !PARTICLES.has(word));
  return words.splice(0, at < 0 ? words.length - 1 : at);
}

export function nameOf(person: Person): string {
  if (person.family === undefined) return person.literal;
  return [person.given, person.particle, person.family, person.suffix].filter(Boolean).join(' ');
}
