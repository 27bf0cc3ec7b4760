import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Registers a function that removes something when a test or a suite ends. */
export type AtEnd = (remove: () => void) => void;

/**
 * An empty directory.
 * @param atEnd when it is removed; by default when the test ends
 */
export function temporaryDirectory(atEnd: AtEnd = onTestFinished): string {
  const directory = mkdtempSync(join(tmpdir(), 'patron-test-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
