/** The result of a check, in one line, and what to do about it. Neither may contain a token or a key. */
export type Finding = {
  check: string;
  state: 'ok' | 'warning' | 'problem';
  message: string;
  todo?: string;
};

/** One check. An error that it throws becomes a problem. */
export type Check = { name: string; run: (signal: AbortSignal) => Finding[] | Promise<Finding[]> };

export function ok(check: string, message: string): Finding {
  return { check, state: 'ok', message };
}

export function warning(check: string, message: string, todo: string): Finding {
  return { check, state: 'warning', message, todo };
}

export function problem(check: string, message: string, todo: string): Finding {
  return { check, state: 'problem', message, todo };
}
