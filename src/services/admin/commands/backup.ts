import { resolve } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import type { Manifest } from '#services/compose/backup/backup-files.ts';
import { erasureListPath } from '#services/compose/personal-data/erasure-list.ts';
import { systemClock } from '#services/platform/clock.ts';
import type { OnProgress } from '#services/platform/database/copy/copy-database.ts';
import { createLog } from '#services/platform/log.ts';

export function addBackupCommands(
  backup: CommandUnknownOpts,
  { report, environment, terminal, workingDirectory }: CommandContext,
): void {
  const withProgress = async <Result>(run: (onProgress: OnProgress) => Promise<Result>) => {
    try {
      return await run(({ table, copied, rows }) => {
        const percent = Math.floor((100 * copied) / rows);
        terminal.showProgress(`${table}: ${copied} of ${rows} rows (${percent} %)`);
      });
    } finally {
      terminal.showProgress('');
    }
  };
  const summarize = ({ version, created_at, tables }: Manifest) => ({
    version,
    createdAt: created_at,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  });

  backup
    .command('create <folder>')
    .description(
      'Write the database, its keys and erasures.jsonl into a new folder, also while Patron runs',
    )
    .action(async (folder) => {
      const { createBackup } = await import('#services/compose/backup/create-backup.ts');
      const target = resolve(workingDirectory, folder);
      const manifest = await withProgress((onProgress) =>
        createBackup(environment, target, { clock: systemClock, onProgress }),
      );
      report.record(summarize(manifest));
      report.message(
        `The backup is in ${target}. It has the keys: store it encrypted. Next: npm run admin -- backup verify ${folder}`,
      );
    });

  backup
    .command('verify <folder>')
    .description(
      'Restore a backup into a temporary database, compare all rows, and open it with its keys',
    )
    .action(async (folder) => {
      const { verifyBackup } = await import('#services/compose/backup/verify-backup.ts');
      const log = createLog(environment.logLevel, process.stderr);
      const erasures = erasureListPath(environment.dataDirectory);
      const { manifest, decrypted, erasedAgain } = await withProgress((onProgress) =>
        verifyBackup(resolve(workingDirectory, folder), { erasures, log, onProgress }),
      );
      report.record({ ...summarize(manifest), decrypted, erasedAgain });
      report.message(
        `The backup can be restored: all rows are equal, and its keys decrypt all values. ${describeErasures(erasedAgain)}`,
      );
    });

  backup
    .command('restore <folder>')
    .description(
      'Restore a backup into the empty database in DATABASE_URL, or an empty PATRON_DATA_DIR',
    )
    .action(async (folder) => {
      const { restoreBackup } = await import('#services/compose/backup/restore-backup.ts');
      const { manifest, correctedFigures, isErasureListOlder } = await withProgress((onProgress) =>
        restoreBackup(resolve(workingDirectory, folder), environment, onProgress),
      );
      report.record({ ...summarize(manifest), correctedFigures });
      const { dataDirectory } = environment;
      const next = isErasureListOlder
        ? `${dataDirectory} had no erasures.jsonl, or one older than the backup: members erased since ${manifest.created_at} are back. Copy the newest list that you have into it, so that they are erased again, before you start Patron.`
        : `Start Patron: it erases again who is in ${dataDirectory}/erasures.jsonl.`;
      report.message(
        `The database and the keys are restored. Next: ${next} Never run it beside the original.`,
      );
    });
}

function describeErasures(count: number): string {
  if (count === 0) return 'A restore would erase no member again.';
  const members = count === 1 ? 'one member' : `${count} members`;
  return `A restore would erase ${members} again, who were erased after the backup.`;
}
