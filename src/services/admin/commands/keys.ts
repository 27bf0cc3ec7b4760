import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { parseInteger } from '#services/admin/options.ts';
import { loadEncryptedColumns } from '#services/compose/open-deployment-keyring.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { rotationEvent } from '#services/platform/audit/record-keys.ts';
import { DataDirectoryInUseError } from '#services/platform/data-directory.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { lockDatabaseKeys, unregisterKeys } from '#services/platform/secrets/database-keys.ts';
import { newKeysActiveFrom } from '#services/platform/secrets/keys-in-use.ts';
import { getKeys } from '#services/platform/secrets/open-keyring.ts';
import { countEncryptedWith, reencrypt } from '#services/platform/secrets/reencrypt.ts';
import { retireKeys } from '#services/platform/secrets/retire-keys.ts';
import { rotateKeys } from '#services/platform/secrets/rotate-keys.ts';

export function addKeyCommands(
  keys: CommandUnknownOpts,
  { report, terminal, environment: { dataDirectory }, read }: CommandContext,
): void {
  /** The embedded database may be in use by the services; a rotation needs only the keys. */
  const openUnlessInUse = () =>
    read().catch((error: unknown) => {
      if (!(error instanceof DataDirectoryInUseError)) throw error;
      return undefined;
    });

  keys
    .command('rotate')
    .description(
      'Add new keys, also while the services run; what the old keys signed or encrypted stays valid',
    )
    .option(
      '--active-after <seconds>',
      'Delay before the new keys are used; increase it if you copy keys.json to other machines',
      parseInteger,
    )
    .action(async ({ activeAfter }) => {
      const services = await openUnlessInUse();
      const rotate = () =>
        rotateKeys(
          dataDirectory,
          activeAfter === undefined ? {} : { activeAfterSeconds: activeAfter },
        );
      const { activeFrom } = services
        ? await services.db.transaction(async (tx) => {
            // Otherwise a running service would record the rotation too.
            await lockDatabaseKeys(tx);
            const rotation = await rotate();
            await recordAudit(tx, rotationEvent(rotation.keyId));
            return rotation;
          })
        : await rotate();
      report.record({ activeFrom });
      if (!services) {
        report.message('The running services record this in the audit log within a minute.');
      }
    });

  keys
    .command('reencrypt')
    .description('Re-encrypt all stored values with the newest key; safe to stop and repeat')
    .action(async () => {
      const { db, clock, keyring } = await read();
      const activeFrom = newKeysActiveFrom(getKeys(dataDirectory), clock.now());
      if (activeFrom) {
        throw new OperatorError(
          `The newest keys become active at ${activeFrom.toISOString()}. Run this again then`,
        );
      }
      // It changes values one by one, so its event comes first.
      await recordKeys(db, 'key.reencrypt');
      const columns = await reencrypt(db, keyring, await loadEncryptedColumns());
      report.list(columns);
      const unreadable = columns.reduce((sum, column) => sum + column.unreadable, 0);
      if (unreadable > 0) {
        throw new OperatorError(
          `Values that no key decrypts: ${unreadable}. They are unchanged. Check that ${dataDirectory} is the directory with this database's keys`,
        );
      }
    });

  keys
    .command('retire')
    .description('Remove encryption keys that no stored value needs any more')
    .action(async () => {
      const { db, clock } = await read();
      const columns = await loadEncryptedColumns();
      const outcome = await retireKeys(dataDirectory, {
        clock,
        countEncryptedWith: (keyIds) => countEncryptedWith(db, columns, keyIds),
        unregister: (keyIds) =>
          db.transaction(async (tx) => {
            await unregisterKeys(tx, keyIds);
            await recordKeys(tx, 'key.retire', { keys: keyIds });
          }),
      });
      report.record(outcome);
    });

  keys
    .command('adopt')
    .description(
      'Use the keys in PATRON_DATA_DIR for this database after its own are lost; what those encrypted stays unreadable',
    )
    .option('--yes', 'Skip the confirmation')
    .action(async ({ yes }) => {
      if (!yes) await terminal.confirm('Permanently lose everything encrypted with the lost keys?');
      await read({ adoptsKeys: true });
      report.message(`The keys in ${dataDirectory} are now the keys of this database.`);
    });
}

/** @param retired what the database doesn't need any more */
function recordKeys(
  tx: Queries,
  action: `key.${string}`,
  retired: { keys?: readonly string[] } = {},
): Promise<void> {
  const subject = { type: 'key', id: 'keys', name: 'Keys' };
  return recordAudit(tx, { action, subject, changes: changesBetween(retired, {}) });
}
