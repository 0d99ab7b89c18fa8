/** Why a text could not be read. A closed set: what is said of each is in `problemInWords`. */
export type ReadingProblem =
  | 'not a document'
  | 'cut off'
  | 'no body'
  | 'own entities'
  | 'nested too deeply'
  | 'too large'
  | 'password'
  | 'pictures of pages'
  | 'broken PDF'
  | 'took too long'
  | 'process ended';

const WORDS: Record<ReadingProblem, string> = {
  'not a document': 'it is no PDF and no article in JATS XML or HTML',
  'cut off': 'it breaks off before its end',
  'no body': 'it holds no text beyond title and abstract',
  'own entities': 'it declares entities of its own, which are not expanded',
  'nested too deeply': 'its elements are nested too deeply',
  'too large': 'it is larger than 8 MB, or as a PDF than 50 MB',
  password: 'it is a PDF that needs a password',
  'pictures of pages':
    'it is a PDF of pictures of pages without text; reading it would need text recognition, which is not built in',
  'broken PDF': 'it is a PDF that is broken or empty',
  'took too long': 'reading it took more than 30 seconds',
  'process ended': 'reading it needed too much memory',
};

/** The problem as the end of a sentence. */
export function problemInWords(problem: ReadingProblem): string {
  return WORDS[problem];
}
