import { styleText } from 'node:util';

/** Width, colours and links of a terminal. If it supports none, each function returns its text unchanged. */
export type Style = {
  /** Undefined if it is not a terminal: lines may then have any length. */
  columns?: number | undefined;
  paint: (colour: Parameters<typeof styleText>[0], text: string) => string;
  /** The text as a link (OSC 8); without an address just the text. */
  link: (text: string, address: unknown) => string;
};

type Environment = Record<string, string | undefined>;

export const PLAIN: Style = { paint: (_, text) => text, link: (text) => text };

/** Terminals that support links, by the variables that they set, with the first version that does (0: all). */
const LINK_PROGRAMS: Readonly<Record<string, number>> = {
  'iTerm.app': 3.1,
  WezTerm: 20_200_620,
  vscode: 1.72,
  ghostty: 0,
  zed: 0,
  Hyper: 0,
  Tabby: 0,
  rio: 0,
};
const LINK_VARIABLES = ['WT_SESSION', 'KONSOLE_VERSION', 'DOMTERM', 'KITTY_WINDOW_ID'];
/** Terminals that identify themselves only in TERM, the only variable that ssh passes on. */
const LINK_TERMS = /^(xterm-kitty|xterm-ghostty|foot|alacritty|wezterm|contour)\b/;
/** The first version of the library behind GNOME's terminals that supports links. */
const VTE_WITH_LINKS = 5_000;

type Stream = { isTTY?: boolean; columns?: number };

const USUAL_COLUMNS = 80;

/** The width of a terminal; undefined if the stream is not a terminal. */
export function terminalWidth({ isTTY, columns }: Stream): number | undefined {
  return isTTY ? columns || USUAL_COLUMNS : undefined;
}

/** Words that a reader should not miss. */
const STATE_COLOURS: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  ok: 'green',
  FOUND: 'green',
  PROBLEM: 'red',
  NONE: 'red',
  LIKELY: 'yellow',
  UNCHECKED: 'yellow',
  failed: 'red',
  RETRACTED: 'red',
  warning: 'yellow',
  'charge unknown': 'yellow',
};

/** The cell in the colour of the state that it names, if any. */
export function paintState({ paint }: Style, cell: string): string {
  const colour = STATE_COLOURS[cell.trim()];
  return colour === undefined ? cell : paint(colour, cell);
}

/** Colours the state at the start of the line, which may follow a reference. */
export function paintFirst(style: Style, line: string): string {
  return line.replace(/^((?:W\d+ {2,})?)(\w+)(?=\W|$)/, (_, before, word) => before + paintState(style, word));
}

/**
 * What the stream supports: nothing if it is not a terminal, or if NO_COLOR is set. As in Node itself, FORCE_COLOR
 * overrides both; FORCE_HYPERLINK does so for links.
 */
export function chooseStyle(stream: Stream, environment: Environment): Style {
  const columns = terminalWidth(stream);
  const { FORCE_COLOR, FORCE_HYPERLINK, NO_COLOR, TERM } = environment;
  const isPlain = !stream.isTTY || Boolean(NO_COLOR) || TERM === 'dumb';
  const hasColours = readForced(FORCE_COLOR) ?? !isPlain;
  const hasLinks = readForced(FORCE_HYPERLINK) ?? (!isPlain && showsLinks(environment));
  return {
    columns,
    paint: hasColours ? (colour, text) => styleText(colour, text, { validateStream: false }) : PLAIN.paint,
    link: hasLinks ? linked : PLAIN.link,
  };
}

function readForced(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : !['0', 'false'].includes(value.toLowerCase());
}

/** The rule of the package supports-hyperlinks, extended by terminals that have added support since. */
function showsLinks(environment: Environment): boolean {
  const { CI, TEAMCITY_VERSION, TERM = '', TERM_PROGRAM = '', VTE_VERSION = '0' } = environment;
  if (CI || TEAMCITY_VERSION) return false;
  // Inside tmux or screen the outer terminal's variables stay set, but links may not pass.
  if (/^(tmux|screen)/.test(TERM)) return false;
  const since = Object.hasOwn(LINK_PROGRAMS, TERM_PROGRAM) ? LINK_PROGRAMS[TERM_PROGRAM] : undefined;
  if (since !== undefined) return isSince(environment.TERM_PROGRAM_VERSION, since);
  if (LINK_TERMS.test(TERM) || Number(VTE_VERSION) >= VTE_WITH_LINKS) return true;
  return LINK_VARIABLES.some((name) => environment[name]);
}

/** Compares major and minor version numerically: 1.9 is before 1.72. Unknown versions count as new. */
function isSince(version: string | undefined, since: number): boolean {
  const [, major, minor = '0'] = /^(\d+)(?:\.(\d+))?/.exec(version ?? '') ?? [];
  if (major === undefined) return true;
  const [sinceMajor = 0, sinceMinor = 0] = String(since).split('.').map(Number);
  return Number(major) > sinceMajor || (Number(major) === sinceMajor && Number(minor) >= sinceMinor);
}

/** Links only web addresses without characters that could end the escape sequence. */
function linked(text: string, address: unknown): string {
  if (typeof address !== 'string' || !/^https?:\/\/[!-~]+$/.test(address)) return text;
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}
