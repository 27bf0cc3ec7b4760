import { statfsSync } from 'node:fs';

/**
 * PGlite never returns when it can't create a segment of its write-ahead log, 16 MB large. Four of them,
 * because other programs fill the disk too, between two checks.
 */
const REQUIRED_BYTES = 64 * 1024 * 1024;
const CHECK_INTERVAL_MS = 250;

export interface DiskGuard {
  /** @throws {DiskFullError} while too little space is left for writes. */
  requireSpace(): void;
}

/** The disk is nearly full; it has PostgreSQL's code for a full one. */
class DiskFullError extends Error {
  readonly code = '53100';
}

/** Watches the free space of the disk that has a directory. */
export function createDiskGuard(
  directory: string,
  readFreeBytes = () => freeBytesOf(directory),
): DiskGuard {
  let hasSpace = true;
  let nextCheck = 0;
  return {
    requireSpace() {
      const now = performance.now();
      if (now >= nextCheck) {
        nextCheck = now + CHECK_INTERVAL_MS;
        hasSpace = readFreeBytes() >= REQUIRED_BYTES;
      }
      if (!hasSpace) throw new DiskFullError('Writes are rejected because the disk is nearly full');
    },
  };
}

/** Whether a statement may change data. Drizzle's reads begin with `select`. */
export function isWrite(statement: string): boolean {
  return !/^\s*(select|show|listen|unlisten)\b/i.test(statement);
}

function freeBytesOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
