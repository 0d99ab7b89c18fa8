import { ADVICE_WORDING } from '../contract/wording/advice.ts';
import { NOTE_WORDING } from '../contract/wording/notes.ts';
import { createWording } from '../contract/wording/vocabulary.ts';

/** What the local page says. */

export const UI_WORDING = createWording(NOTE_WORDING, ADVICE_WORDING, { name: (name) => name, where: 'the filters' });
