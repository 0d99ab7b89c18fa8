import './globals.ts';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/** Runs the unmodified pdf.js in this process; it draws and fetches nothing. */

// pdf.js checks this for its worker before it starts a thread from a file.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

export type PdfFile = Awaited<ReturnType<typeof getDocument>['promise']>;
export type PdfPage = Awaited<ReturnType<PdfFile['getPage']>>;

/** Opens a PDF. Rejects with pdf.js's own message. An empty password counts as none. */
export function openPdf(content: Uint8Array): Promise<PdfFile> {
  const data = new Uint8Array(content);
  return getDocument({
    data,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
    // Skips pictures of any size.
    maxImageSize: 1,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
}
