import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { parseInteger } from '#services/admin/options.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { newKeysActiveFrom } from '#services/platform/secrets/keys-in-use.ts';
import { readOrCreateKeys } from '#services/platform/secrets/open-keyring.ts';
import { countEncryptedWith, reencrypt } from '#services/platform/secrets/reencrypt.ts';
import { retireKeys } from '#services/platform/secrets/retire-keys.ts';
import { rotateKeys } from '#services/platform/secrets/rotate-keys.ts';

/** Loaded on demand: the tables of these columns pull in most of the services. */
const loadEncryptedColumns = async () =>
  (await import('#services/compose/encrypted-columns.ts')).ENCRYPTED_COLUMNS;

/** `keys`: signing and encryption keys, in PATRON_DATA_DIR. */
export function addKeyCommands(
  parent: CommandUnknownOpts,
  { report, dataDirectory, open }: CommandContext,
): void {
  const keys = parent
    .command('keys')
    .description('Signing and encryption keys of the services, in PATRON_DATA_DIR');

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
      const { activeFrom } = await rotateKeys(
        dataDirectory,
        activeAfter === undefined ? {} : { activeAfterSeconds: activeAfter },
      );
      report.record({ activeFrom });
    });

  keys
    .command('reencrypt')
    .description('Re-encrypt all stored values with the newest key; safe to stop and repeat')
    .action(async () => {
      const { db, clock, keyring } = await open();
      const activeFrom = newKeysActiveFrom(await readOrCreateKeys(dataDirectory), clock.now());
      if (activeFrom) {
        throw new OperatorError(
          `The newest keys become active at ${activeFrom.toISOString()}. Run this again then`,
        );
      }
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
      const { db, clock } = await open();
      const columns = await loadEncryptedColumns();
      const outcome = await retireKeys(dataDirectory, {
        clock,
        countEncryptedWith: (keyIds) => countEncryptedWith(db, columns, keyIds),
      });
      report.record(outcome);
    });
}
