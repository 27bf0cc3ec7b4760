import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

export function addDatabaseCommands(
  database: CommandUnknownOpts,
  { report, environment, terminal }: CommandContext,
): void {
  database
    .command('copy')
    .description(
      'Copy the embedded database in PATRON_DATA_DIR into the empty PostgreSQL database in DATABASE_URL',
    )
    .action(async () => {
      const { databaseUrl, dataDirectory } = environment;
      if (databaseUrl === undefined) {
        throw new OperatorError('Set DATABASE_URL to the empty PostgreSQL database to copy into');
      }
      const { copyDatabase } = await import('#services/platform/database/copy/copy-database.ts');
      try {
        const copied = await copyDatabase(dataDirectory, databaseUrl, ({ table, copied, rows }) => {
          const percent = Math.floor((100 * copied) / rows);
          terminal.showProgress(`${table}: ${copied} of ${rows} rows (${percent} %)`);
        });
        terminal.showProgress('');
        report.record(copied);
      } catch (error) {
        terminal.showProgress('');
        throw error;
      }
      report.message(
        `All rows are copied, and their checksums are equal. Next: start Patron with this DATABASE_URL and the same PATRON_DATA_DIR, which has the keys. Once it works, delete ${dataDirectory}/database, which is no longer used.`,
      );
    });
}
