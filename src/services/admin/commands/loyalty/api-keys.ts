import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { createCrud } from '#services/admin/crud-commands.ts';
import { PROGRAM_OPTION, parseInteger } from '#services/admin/options.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '#services/loyalty/programs/api-keys.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';

export function addApiKeyCommands(keys: CommandUnknownOpts, context: CommandContext): void {
  const { change, report } = context;
  const crud = createCrud(context);
  keys
    .command('create <name>')
    .description('Create a key, which is shown once; the name is a label for you')
    .requiredOption(...PROGRAM_OPTION)
    .action(async (name, { program: partnerId }) => {
      const { id, key } = await change(async ({ db }) =>
        createApiKey(db, await getProgram(db, partnerId), name),
      );
      report.secret({ id, name, partnerId, apiKey: key });
    });

  crud.list(
    keys
      .command('list')
      .description('List the keys of a program, including revoked ones')
      .requiredOption(...PROGRAM_OPTION),
    async ({ db }, { program }) => listApiKeys(db, (await getProgram(db, program)).id),
  );

  crud.delete(
    keys
      .command('revoke')
      .description('Reject a key, starting with the next request')
      .argument('<id>', 'ID from the list', parseInteger)
      .requiredOption(...PROGRAM_OPTION),
    (id, { program }) => `Revoke the API key ${id} of ${program}?`,
    async ({ db, clock }, id, { program }) => {
      await revokeApiKey(db, await getProgram(db, program), id, clock.now());
      return `Revoked the API key ${id} of ${program}.`;
    },
  );
}
