import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { PROGRAM_OPTION, parseInteger } from '#services/admin/options.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '#services/loyalty/programs/api-keys.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';

/** `api-keys`: keys that authenticate callers of the loyalty API. */
export function addApiKeyCommands(
  keys: CommandUnknownOpts,
  { open, read, report, terminal }: CommandContext,
): void {
  keys
    .command('create <name>')
    .description('Create a key, which is shown once; the name is a label for you')
    .requiredOption(...PROGRAM_OPTION)
    .action(async (name, { program: partnerId }) => {
      const { db } = await open({ isNew: true });
      const program = await getProgram(db, partnerId);
      const { id, key } = await createApiKey(db, program, name);
      report.secret({ id, name, partnerId, apiKey: key });
    });

  keys
    .command('list')
    .description('List the keys of a program, including revoked ones')
    .requiredOption(...PROGRAM_OPTION)
    .action(async ({ program: partnerId }) => {
      const { db } = await read();
      const program = await getProgram(db, partnerId);
      report.list(await listApiKeys(db, program.id));
    });

  keys
    .command('revoke')
    .description('Reject a key, starting with the next request')
    .argument('<id>', 'ID from the list', parseInteger)
    .requiredOption(...PROGRAM_OPTION)
    .option('-y, --yes', 'Skip the confirmation')
    .action(async (id, { program: partnerId, yes }) => {
      if (!yes) await terminal.confirm(`Revoke the API key ${id} of ${partnerId}?`);
      const { db, clock } = await open();
      const program = await getProgram(db, partnerId);
      await revokeApiKey(db, program, id, clock.now());
      report.message(`Revoked the API key ${id} of ${partnerId}.`);
    });
}
