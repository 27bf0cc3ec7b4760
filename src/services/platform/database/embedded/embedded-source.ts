import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataDirectory } from '#services/platform/data-directory.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { EmbeddedClient } from './embedded-client.ts';

/**
 * Opens an existing embedded database without migrating it.
 * @throws {OperatorError} if there is none
 * @throws {DataDirectoryError} when the directory is in use or can't be written
 */
export async function openEmbeddedSource(directory: string) {
  const database = join(directory, 'database');
  if (!existsSync(join(database, 'PG_VERSION'))) {
    throw new OperatorError(
      `There is no embedded database in ${directory}; set PATRON_DATA_DIR to the directory that has it`,
    );
  }
  const unlock = lockDataDirectory(directory);
  try {
    const client = new EmbeddedClient({ connect: () => ({ dataDir: database }) });
    await client.waitReady;
    return {
      client,
      async close() {
        await client.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
