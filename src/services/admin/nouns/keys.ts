import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { rotateKeys } from '../../platform/secrets/rotate-keys.ts';
import type { Admin } from '../admin-context.ts';
import { integer } from '../options.ts';

/** `keys`: what the services sign and encrypt with, in PATRON_DATA_DIR. */
export function addKeys(parent: CommandUnknownOpts, { report, dataDirectory }: Admin): void {
  parent
    .command('keys')
    .description('what the services sign and encrypt with, in PATRON_DATA_DIR')
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
}
