import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { tryLockFile } from '#services/platform/file-lock.ts';

const POLL_MS = 25;

/**
 * Creates a file or directory once per test run: the first test file that needs it creates it, the
 * others wait.
 * @param name its unique name in the run's directory
 * @param create creates it at the given path
 * @returns its path; it is shared, so only change copies of it
 */
export async function createOnce(
  name: string,
  create: (path: string) => Promise<void>,
): Promise<string> {
  const path = join(inject('runDirectory'), name);
  while (!existsSync(path)) {
    const unlock = tryLockFile(`${path}.lock`);
    if (!unlock) {
      await sleep(POLL_MS);
      continue;
    }
    try {
      if (!existsSync(path)) await createAtomically(path, create);
    } finally {
      unlock();
    }
  }
  return path;
}

/** Other test files never see it unfinished, even after a failure. */
async function createAtomically(
  path: string,
  create: (path: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await create(unfinished);
  renameSync(unfinished, path);
}
