import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { tryLockFile } from '#services/platform/file-lock.ts';

const LOOK_AGAIN_MS = 25;

/**
 * Has the first file of a run that asks make something, and the others wait for it.
 * @param name of a file or a directory in the run's directory, unlike any other
 * @param make leaves it at the path that it is given
 * @returns its path; it is everybody's, so copy it and change the copy.
 */
export async function createOnce(
  name: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  const path = join(inject('runDirectory'), name);
  while (!existsSync(path)) {
    const unlock = tryLockFile(`${path}.lock`);
    if (!unlock) {
      await sleep(LOOK_AGAIN_MS);
      continue;
    }
    try {
      if (!existsSync(path)) await makeWhole(path, make);
    } finally {
      unlock();
    }
  }
  return path;
}

/** Nobody sees it before it is finished, or takes up what a failure left. */
async function makeWhole(path: string, make: (path: string) => Promise<void>): Promise<void> {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await make(unfinished);
  renameSync(unfinished, path);
}
