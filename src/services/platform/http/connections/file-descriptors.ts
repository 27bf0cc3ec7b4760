import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { FastifyInstance } from 'fastify';

/** The log has one line in that time. */
const REPEAT_MS = 60_000;

/**
 * Logs that no file descriptor is left. Node drops further connections then, without an event or an error,
 * so each new connection tries to open a file.
 */
export function logMissingFileDescriptors(server: FastifyInstance): void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.server.on('connection', () => {
    try {
      closeSync(openSync(devNull, 'r'));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const now = performance.now();
      if ((code !== 'EMFILE' && code !== 'ENFILE') || now - loggedAt < REPEAT_MS) return;
      loggedAt = now;
      server.log.error(
        { code },
        'no file descriptor is left, so new connections are dropped; raise the limit of open files (ulimit -n, LimitNOFILE)',
      );
    }
  });
}
