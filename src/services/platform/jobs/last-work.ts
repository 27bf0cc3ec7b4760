import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const MAX_LENGTH = 300;

let file: number | undefined;

/**
 * From now on the last request or background work is in a file: a process that freezes can't report it any more, but
 * the command that ends it can.
 * @returns the path of the file
 */
export function recordLastWork(directory: string): string {
  const path = join(directory, 'last-work');
  file = openSync(path, 'w');
  return path;
}

/** Records what begins now, without personal data. */
export function noteWork(description: string): void {
  if (file !== undefined) writeSync(file, `${description.slice(0, MAX_LENGTH)}\n`, 0);
}
