import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEraser } from '../../src/contract/eraser.ts';
import { Secret } from '../../src/contract/secret.ts';
import { ANY_CHARACTER } from '../helpers/any-character.ts';
import { runs, some } from '../helpers/runs.ts';
import { secretForms } from '../helpers/secret-forms.ts';

const eraserOf = (...secrets: string[]) => createEraser(secrets.map((secret) => new Secret(secret)));

/** What a header can carry. */
const CHARACTERS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
const secrets = fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 8, maxLength: 60 });
/** No part of a secret by accident: these letters are in none. */
const around = fc.string({ unit: fc.constantFrom('ä', 'ö', ' ', '\n', '€', '🦉'), maxLength: 5 });

const hex = (sign: string) => sign.charCodeAt(0).toString(16).padStart(2, '0');

describe('an eraser', () => {
  it.each(CHARACTERS)('finds a secret with %j in it, in every form', (character) => {
    const all = [`${character}tok-12ab34cd`, `tok-12${character}ab34cd`, `tok-12ab34cd${character}`];
    for (const secret of some(all, { nth: 3, first: character.charCodeAt(0) })) {
      const { text } = eraserOf(secret, 'another-one');
      for (const form of secretForms(secret)) {
        const shown = text(`ä ${form} ö`);
        expect([form, shown]).toEqual([form, expect.stringContaining('[redacted]')]);
        expect(shown).not.toContain(secret.slice(3, -3));
        // At most what the characters around a base64 text decide is left beside it.
        expect(shown.replace('[redacted]', '').length).toBeLessThanOrEqual(22);
        expect(shown).toMatch(/^ä .*\[redacted\].* ö$/s);
      }
    }
  });

  it('leaves nothing of any secret, and everything else as it is', () => {
    fc.assert(
      fc.property(secrets, around, around, fc.nat(18), (secret, before, behind, nth) => {
        const form = secretForms(secret)[nth] as string;
        const shown = eraserOf(secret).text(`${before}|${form}|${behind}`);
        expect(shown.startsWith(`${before}|`) && shown.endsWith(`|${behind}`)).toBe(true);
        expect(shown).not.toContain(secret);
        expect(shown).toContain('[redacted]');
      }),
      { numRuns: runs(500) },
    );
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 200 }), (text) => {
        expect(eraserOf('tok-6f1d2c9ab83e47f0').text(text)).toBe(text);
      }),
    );
  });

  it('finds a secret that itself looks like codes, in every form and in forms of forms', () => {
    const codes = ['%2f', '%', '\\n', '\\u0041', '&lt;', '&#37;', '&', '+', '"', 'b2', 'q7'];
    const coded = fc
      .string({ unit: fc.constantFrom(...codes), minLength: 2, maxLength: 8 })
      .map((text) => `tok-${text}-8f3z`);
    fc.assert(
      fc.property(coded, fc.nat(18), fc.nat(18), (secret, first, second) => {
        const inner = secretForms(secret)[first] as string;
        for (const form of [inner, secretForms(inner)[second] as string]) {
          expect([form, eraserOf(secret).text(`ä|${form}|ö`)]).toEqual([
            form,
            expect.stringMatching(/^ä\|.*\[redacted\]\|ö$/),
          ]);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['a blank of no width', '\u200b'],
    ['a joiner', '\u200d'],
    ['a soft hyphen', '\u00ad'],
    ['a mark of direction', '\u202e'],
    ['a byte order mark', '\ufeff'],
    ['a selector', '\ufe0f'],
    ['a tag character', '\u{e0041}'],
    ['a control character', '\u0007'],
    ['the colour of a terminal', '\u001b[31m'],
    ['a tag', '<b>'],
    ['a tag with attributes', '<span class="x" data-a=\'y\'>'],
    ['the end of a tag', '</jats:p >'],
    ['a comment', '<!-- a - b -->'],
    ['a continued line', '\\\n'],
    ['a continued line of Windows', '\\\r\n'],
    ['an entity that is not seen', '&shy;'],
    ['a number that is not seen', '&#0000173;'],
    ['several of them', '\u200b<i>\u00ad</i>&#x200B;'],
  ])('finds a secret between whose characters stands %s', (_what, nothing) => {
    const secret = 'tok-12ab34cd';
    const json = JSON.stringify(nothing).slice(1, -1);
    const percent = [...nothing].map((sign) => (sign < '\u0080' ? `%${hex(sign)}` : sign)).join('');
    for (const between of [nothing, json, percent, percent.replaceAll('%', '%25')]) {
      for (const split of [secret.split('').join(between), `tok${between}-12ab34cd`, `tok-12ab34c${between}d`]) {
        expect([split, eraserOf(secret).text(`ä ${split} ö`)]).toEqual([split, 'ä [redacted] ö']);
        expect(eraserOf(secret).text(`${between}${split}`)).toBe(`${between}[redacted]`);
      }
      const innocent = `ä${between}tok-${between}12ab34c${between}ö`;
      expect(eraserOf(secret).text(innocent)).toBe(innocent);
    }
  });

  it.each(['<%s>', '</%s>', '<!-- %s -->', '<a href="%s">', '\u001b[1%s', 'a<b%s>'])(
    'finds a secret in %s',
    (around) => {
      const { text } = eraserOf('1tok-12ab34cd');
      for (const form of secretForms('1tok-12ab34cd').slice(3, 19)) {
        const shown = text(around.replace('%s', form));
        expect([form, shown]).toEqual([form, around.replace('%s', '[redacted]')]);
      }
    },
  );

  it('finds a secret in other case, unless it may be a word or is base64', () => {
    expect(eraserOf('Tok-12ab').text('İ TOK-12AB tok-12ab %74OK-12\\u0041b')).toBe(
      'İ [redacted] [redacted] [redacted]',
    );
    expect(eraserOf('library').text('Library LIBRARY library')).toBe('Library LIBRARY [redacted]');
    const base64 = Buffer.from('Tok-12ab34cd').toString('base64');
    expect(eraserOf('Tok-12ab34cd').text(base64.toUpperCase())).toBe(base64.toUpperCase());
  });

  it('takes no text for a secret of which tags leave too little', () => {
    const { text } = eraserOf('ab<cdefgh>', '<ijklmnop>');
    expect(text('ab ab<cdefgh> <ijklmnop> c')).toBe('ab [redacted] [redacted] c');
  });

  it('takes no sign of two units for one that looks like half of its number', () => {
    expect(eraserOf('tok-12ab34cd').text('tok-12ab34c&#65636;')).toBe('tok-12ab34c&#65636;');
  });

  it('keeps JSON readable', () => {
    fc.assert(
      fc.property(
        fc.json(),
        secrets.filter((secret) => !/["\\]/.test(secret)),
        fc.nat(18),
        (json, secret, nth) => {
          const value = { text: `"${secretForms(secret)[nth]}"`, json: JSON.parse(json) };
          expect(() => JSON.parse(eraserOf(secret).text(JSON.stringify(value)))).not.toThrow();
        },
      ),
    );
  });

  it('finds a secret that ends in a backslash before a quotation mark', () => {
    const secret = 'a"bcdefg\\';
    expect(createEraser([new Secret(secret)]).text(JSON.stringify({ token: secret }))).not.toContain('bcdefg');
  });

  it('takes several secrets, one of which begins another', () => {
    const { text } = eraserOf('fc-0123', 'fc-0123456789', 'fc-0123');
    expect(text('fc-0123456789 fc-0123 fc-012')).toBe('[redacted] [redacted] fc-012');
  });

  it('takes a short secret only where it stands alone, and none at all for nothing', () => {
    expect(eraserOf('test').text('a test, testing the contest of test')).toBe(
      'a [redacted], testing the contest of [redacted]',
    );
    expect(eraserOf('').text('text')).toBe('text');
    expect(eraserOf().text('text')).toBe('text');
  });

  it('goes through names, lists and values of any depth, and changes no prototype', async () => {
    const secret = 'tok-6f1d2c9ab83e47f0';
    const depth = 100_000;
    const json = `{"__proto__":"${secret}","${secret}":[1,null,true,"x${secret}",{"a":${'['.repeat(depth)}"${secret}"${']'.repeat(depth)}}]}`;
    const value = (await eraserOf(secret).json(JSON.parse(json))) as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value).slice(0, 1)).toEqual([['__proto__', '[redacted]']]);
    const list = value['[redacted]'] as [number, null, boolean, string, { a: unknown }];
    expect(list.slice(0, 4)).toEqual([1, null, true, 'x[redacted]']);
    let inner: unknown = list[4].a;
    while (Array.isArray(inner)) [inner] = inner;
    expect(inner).toBe('[redacted]');
    expect(await eraserOf(secret).json(secret)).toBe('[redacted]');
  });

  it('gives other work a turn between long texts, within one, and between values without any', async () => {
    const secret = 'tok-6f1d2c9ab83e47f0';
    const texts = [[`${'\\ '.repeat(200_000)}${secret}`], Array(200).fill(`${'x'.repeat(2_000)}${secret}`)];
    for (const value of [...texts, Array.from({ length: 100_000 }, () => [])]) {
      let turns = 0;
      let isDone = false;
      const others = () => {
        turns += 1;
        if (!isDone) setImmediate(others);
      };
      setImmediate(others);
      const erased = (await eraserOf(secret).json(value)) as string[];
      isDone = true;
      expect(turns).toBeGreaterThan(1);
      expect(erased.every((text) => texts.includes(value) === text.toString().endsWith('[redacted]'))).toBe(true);
    }
  });
});
