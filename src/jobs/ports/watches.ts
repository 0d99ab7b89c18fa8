/** A search that is run again from time to time. */
export type Watch = {
  /** The n of the reference Wn. */
  number: number;
  /** The jobs of the search by their numbers, oldest first: the one that it began with, then the runs of its series. */
  jobs: number[];
  createdAt: string;
};

export type WatchStore = {
  addWatch(job: number): Watch;
  watches(): Watch[];
  /** False when there is none of this number. */
  removeWatch(number: number): boolean;
};
