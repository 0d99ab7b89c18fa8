/**
 * Browser globals that pdf.js expects while it loads, although only drawing uses them. Import this file first: without
 * them pdf.js looks for a drawing package and fails if none is installed.
 */

/** A stand-in that draws nothing. */
function Nothing(): void {}

Object.assign(globalThis, { DOMMatrix: Nothing, Path2D: Nothing, ImageData: Nothing });
