/** The settings for every product: the server to start and the address of its model. */
export type Given = {
  server: { command: string; args: string[]; env: Record<string, string> };
  model: string;
};
