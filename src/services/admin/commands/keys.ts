import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Admin } from '#services/admin/admin-context.ts';
import { integer } from '#services/admin/options.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { newKeysActiveFrom } from '#services/platform/secrets/keys-in-use.ts';
import { readOrCreateKeys } from '#services/platform/secrets/open-keyring.ts';
import { countEncryptedWith, reencrypt } from '#services/platform/secrets/reencrypt.ts';
import { retireKeys } from '#services/platform/secrets/retire-keys.ts';
import { rotateKeys } from '#services/platform/secrets/rotate-keys.ts';

/** Loaded where it is needed: what encrypts all these columns is most of what there is. */
const readSealedColumns = async () =>
  (await import('#services/compose/encrypted-columns.ts')).ENCRYPTED_COLUMNS;

/** `keys`: what the services sign and encrypt with, in PATRON_DATA_DIR. */
export function addKeys(parent: CommandUnknownOpts, { report, dataDirectory, open }: Admin): void {
  const keys = parent
    .command('keys')
    .description('what the services sign and encrypt with, in PATRON_DATA_DIR');

  keys
    .command('rotate')
    .description('begin to use new keys, while the services run; what the old ones made stays good')
    .option(
      '--active-after <seconds>',
      'until the new keys are used: longer where keys.json has to be copied to other machines',
      integer,
    )
    .action(async ({ activeAfter }) => {
      const { activeFrom } = await rotateKeys(
        dataDirectory,
        activeAfter === undefined ? {} : { activeAfterSeconds: activeAfter },
      );
      report.one({ activeFrom });
    });

  keys
    .command('reencrypt')
    .description('encrypt all that is stored with the newest key; it may be stopped and repeated')
    .action(async () => {
      const { db, clock, keyring } = await open();
      const comingAt = newKeysActiveFrom(await readOrCreateKeys(dataDirectory), clock.now());
      if (comingAt) {
        throw new OperatorError(
          `The newest keys are used from ${comingAt.toISOString()} on: repeat this then`,
        );
      }
      const columns = await reencrypt(db, keyring, await readSealedColumns());
      report.list(columns);
      const unreadable = columns.reduce((sum, column) => sum + column.unreadable, 0);
      if (unreadable > 0) {
        throw new OperatorError(
          `Values that no key opens: ${unreadable}; they stay as they are. Is ${dataDirectory} the directory with this database's keys?`,
        );
      }
    });

  keys
    .command('retire')
    .description('take the encryption keys out of the file that nothing stored needs any more')
    .action(async () => {
      const { db, clock } = await open();
      const columns = await readSealedColumns();
      const outcome = await retireKeys(dataDirectory, {
        clock,
        countEncryptedWith: (keyIds) => countEncryptedWith(db, columns, keyIds),
      });
      report.one(outcome);
    });
}
