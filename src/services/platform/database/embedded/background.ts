import { AsyncLocalStorage } from 'node:async_hooks';

const background = new AsyncLocalStorage<true>();

/** Runs work for which nobody waits: on the embedded database, requests come first. */
export function runInBackground<T>(work: () => Promise<T>): Promise<T> {
  return background.run(true, work);
}

export function isInBackground(): boolean {
  return background.getStore() === true;
}
