import packageJson from '../../package.json' with { type: 'json' };

/** The version of this package, stated once in package.json. */
export const VERSION: string = packageJson.version;

export const USER_AGENT = `paperqueue/${VERSION}`;
