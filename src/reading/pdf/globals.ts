/**
 * What pdf.js expects of a browser while loading, although only for drawing. This file is imported first: without these
 * names pdf.js looks for a drawing package, and fails if none is installed.
 */

/** Draws nothing. */
function Nothing(): void {}

Object.assign(globalThis, { DOMMatrix: Nothing, Path2D: Nothing, ImageData: Nothing });
