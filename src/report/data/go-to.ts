/** Something that the local page can go to. `path` is below the root of its pages. */
export type GoToItem = { ref?: string; text: string; about: string; path: string };
