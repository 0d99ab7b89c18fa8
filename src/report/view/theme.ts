/** Follows the reader's theme, unless the page or its host has set one. */
export function followTheme({ dataset }: HTMLElement): void {
  if (dataset.theme) return;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let applied: string | undefined;
  const follow = () => {
    if (dataset.theme !== applied) return;
    applied = dark.matches ? 'dark' : 'light';
    dataset.theme = applied;
  };
  dark.addEventListener('change', follow);
  follow();
}
