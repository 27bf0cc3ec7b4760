import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Admin } from '#services/admin/admin-context.ts';
import { integer, PROGRAM } from '#services/admin/options.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '#services/loyalty/programs/api-keys.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';

/** `api-keys`: what calls of the loyalty API prove themselves by. */
export function addApiKeys(parent: CommandUnknownOpts, { open, report, terminal }: Admin): void {
  const keys = parent.command('api-keys').description('keys of the loyalty API; several at a time');

  keys
    .command('create <name>')
    .description('make one more key, which is shown once; the name tells it from others')
    .requiredOption(...PROGRAM)
    .action(async (name, { program: partnerId }) => {
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      const { id, key } = await createApiKey(db, program.id, name);
      report.secret({ id, name, partnerId, apiKey: key });
    });

  keys
    .command('list')
    .description('the keys of a program, revoked ones too')
    .requiredOption(...PROGRAM)
    .action(async ({ program: partnerId }) => {
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      report.list(await listApiKeys(db, program.id));
    });

  keys
    .command('revoke')
    .description('refuse a key from the next request on')
    .argument('<id>', 'as the list shows it', integer)
    .requiredOption(...PROGRAM)
    .option('-y, --yes', 'do not ask')
    .action(async (id, { program: partnerId, yes }) => {
      const { db, clock } = await open();
      const program = await getProgram(db, partnerId);
      if (!yes) await terminal.confirm(`Revoke the API key ${id} of ${partnerId}?`);
      await revokeApiKey(db, program.id, id, clock.now());
      report.done(`Revoked the API key ${id} of ${partnerId}.`);
    });
}
