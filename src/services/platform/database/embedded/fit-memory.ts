import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { DatabaseUnavailableError } from '#services/platform/database/database.ts';

const MEGABYTE = 1_000_000;
/** V8 needs up to 600 MB to optimize the largest function of PGlite, once. */
const OPTIMIZED_MB = 1_400;
/** What a start takes with optimization off: 380 MB from the template, 700 MB while it creates the database. */
const START_MB = 450;
const CREATE_MB = 750;
/** The first one alone implies the others only on the command line. */
const UNOPTIMIZED = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/**
 * Makes PGlite fit into the memory of the container or the machine: if there is little, its code stays unoptimized.
 * Must run before it is loaded.
 * @param creates whether the database is created from the start
 * @throws {DatabaseUnavailableError} if there is too little
 */
export function fitMemory(creates: boolean, availableMb = availableMegabytes()): void {
  const requiredMb = creates ? CREATE_MB : START_MB;
  if (availableMb < requiredMb) {
    throw new DatabaseUnavailableError(
      `The embedded database needs ${requiredMb} MB of memory to start, and the limit is ${availableMb} MB; raise it, or set DATABASE_URL to a PostgreSQL database`,
    );
  }
  if (availableMb >= OPTIMIZED_MB) return;
  for (const flag of UNOPTIMIZED) setFlagsFromString(flag);
}

/** The limit of the control group, or what the machine has. */
function availableMegabytes(): number {
  const limit = process.constrainedMemory();
  const bytes = Math.min(limit > 0 ? limit : Number.POSITIVE_INFINITY, totalmem());
  // The system rounds a limit of 450 MB down to whole pages.
  return Math.ceil(bytes / MEGABYTE);
}
