import { isShortcut } from '../dom.ts';

/** The search box is submitted by Enter; files chosen or dropped anywhere on the page are submitted at once. */
export function followBox(form: HTMLFormElement): void {
  const text = form.querySelector('textarea');
  const files = form.querySelector<HTMLInputElement>('input[type="file"]');
  const grow = () => {
    if (text) text.rows = Math.min(Math.max(text.value.split('\n').length, 1), MAX_ROWS);
  };
  text?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  text?.addEventListener('input', grow);
  // On a page with a list of papers, the key searches that list.
  if (!document.getElementById('view')) {
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || !isShortcut(event) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      text?.focus();
      text?.select();
    });
  }
  // Clears the files when the person comes back, so that they are not submitted again.
  addEventListener('pageshow', () => {
    if (files) files.value = '';
    document.body.classList.remove('dropping');
  });
  files?.addEventListener('change', () => form.requestSubmit());
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files');
  addEventListener('dragover', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) document.body.classList.remove('dropping');
  });
  addEventListener('drop', (event) => {
    // On the page of a review, files are imported into the review.
    const field = document.querySelector<HTMLInputElement>('#review-import input[type="file"]') ?? files;
    if (!field || !holdsFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    field.files = event.dataTransfer.files;
    field.form?.requestSubmit();
  });
  grow();
}

const MAX_ROWS = 12;
