/**
 * What pdf.js wants of a browser as it is loaded, though only to draw. This file is imported before it: without these
 * names it looks for a package that draws, and fails where none is installed.
 */

/** Draws nothing. */
function Nothing(): void {}

Object.assign(globalThis, { DOMMatrix: Nothing, Path2D: Nothing, ImageData: Nothing });
