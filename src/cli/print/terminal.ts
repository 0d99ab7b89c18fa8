import { styleText } from 'node:util';

/** Width, colours and links of a terminal. If it shows none, each function returns its text unchanged. */
export type Style = {
  /** Undefined if it is no terminal: lines may have any length. */
  columns?: number | undefined;
  paint: (colour: Parameters<typeof styleText>[0], text: string) => string;
  /** The text as a link (OSC 8); without an address just the text. */
  link: (text: string, address: unknown) => string;
};

type Environment = Record<string, string | undefined>;

export const PLAIN: Style = { paint: (_, text) => text, link: (text) => text };

/** Terminals that show links, by the variables that they set. */
const LINK_PROGRAMS = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'Tabby', 'rio'];
const LINK_VARIABLES = ['WT_SESSION', 'KONSOLE_VERSION', 'DOMTERM', 'KITTY_WINDOW_ID'];
/** Terminals that only name themselves in TERM, the only variable that ssh passes on. */
const LINK_TERMS = /^(xterm-kitty|xterm-ghostty|foot|alacritty|wezterm|contour)\b/;
/** The first version of the library behind GNOME's terminals that shows links. */
const VTE_WITH_LINKS = 5_000;

type Stream = { isTTY?: boolean; columns?: number };

const USUAL_COLUMNS = 80;

/** The width of a terminal; undefined if the stream is none. */
export function columnsOf({ isTTY, columns }: Stream): number | undefined {
  return isTTY ? columns || USUAL_COLUMNS : undefined;
}

/** Words that a reader should not miss. */
const STATE_COLOURS: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  PROBLEM: 'red',
  failed: 'red',
  RETRACTED: 'red',
  warning: 'yellow',
  'charge unknown': 'yellow',
};

/** The cell in the colour of the state that it names, if it names one. */
export function paintState({ paint }: Style, cell: string): string {
  const colour = STATE_COLOURS[cell.trim()];
  return colour === undefined ? cell : paint(colour, cell);
}

/** What the stream supports: nothing if it is not a terminal, or if NO_COLOR is set. */
export function chooseStyle(stream: Stream, environment: Environment): Style {
  const columns = columnsOf(stream);
  if (!stream.isTTY) return PLAIN;
  if (environment.NO_COLOR || environment.TERM === 'dumb') return { ...PLAIN, columns };
  return {
    columns,
    paint: (colour, text) => styleText(colour, text, { validateStream: false }),
    link: showsLinks(environment) ? linked : PLAIN.link,
  };
}

function showsLinks(environment: Environment): boolean {
  const { TERM = '', TERM_PROGRAM = '', VTE_VERSION = '0' } = environment;
  if (LINK_PROGRAMS.includes(TERM_PROGRAM) || LINK_TERMS.test(TERM) || Number(VTE_VERSION) >= VTE_WITH_LINKS)
    return true;
  return LINK_VARIABLES.some((name) => environment[name]);
}

/** Only web addresses, without characters that could end the sequence. */
function linked(text: string, address: unknown): string {
  if (typeof address !== 'string' || !/^https?:\/\/[!-~]+$/.test(address)) return text;
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}
