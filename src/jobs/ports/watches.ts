/** A search that is repeated periodically. */
export type Watch = {
  /** The n of the reference Wn. */
  number: number;
  /** The jobs of the search by number, oldest first: the original one, then the runs of its series. */
  jobs: number[];
  createdAt: string;
};

export type WatchStore = {
  addWatch(job: number): Watch;
  watches(): Watch[];
  /** Returns false if there is no such watch. */
  removeWatch(number: number): boolean;
};
