/** Follows the reader's theme, unless the page or its host has set one. */
export function followTheme({ dataset }: HTMLElement): void {
  if (dataset.theme) return;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let own: string | undefined;
  const follow = () => {
    if (dataset.theme !== own) return;
    own = dark.matches ? 'dark' : 'light';
    dataset.theme = own;
  };
  dark.addEventListener('change', follow);
  follow();
}
