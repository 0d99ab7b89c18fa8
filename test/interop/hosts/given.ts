/** What every product is told: which server it starts and where its model answers. */
export type Given = {
  server: { command: string; args: string[]; env: Record<string, string> };
  model: string;
};
