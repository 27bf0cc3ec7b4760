import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { createCrud } from '#services/admin/crud-commands.ts';
import {
  collectTranslations,
  PROGRAM_OPTION,
  parseInteger,
  requireChanges,
  withoutUndefined,
} from '#services/admin/options.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import {
  createTier,
  deleteTier,
  getTier,
  listTiers,
  updateTier,
} from '#services/loyalty/tiers/manage-tiers.ts';
import type { Tier } from '#services/loyalty/tiers/tiers-table.ts';

const THRESHOLD_OPTION = [
  '--threshold <points>',
  'Qualified points needed to reach it',
  parseInteger,
] as const;
const TRANSLATION_OPTION = [
  '--translation <language=name>',
  'Name in a store language; replaces all existing translations (repeatable)',
  collectTranslations,
] as const;

/** `tiers`: tiers that members reach. */
export function addTierCommands(tiers: CommandUnknownOpts, context: CommandContext): void {
  const crud = createCrud(context);
  crud.change(
    tiers
      .command('create <name>')
      .description('Create a tier; members start in the one with the lowest threshold')
      .requiredOption(...PROGRAM_OPTION)
      .requiredOption(...THRESHOLD_OPTION)
      .option(...TRANSLATION_OPTION),
    async ({ db }, name, { program: partnerId, threshold, translation }) => {
      const settings = withoutUndefined({ name, threshold, translations: translation });
      return toTierDocument(await createTier(db, await getProgram(db, partnerId), settings));
    },
  );

  crud.list(
    tiers
      .command('list')
      .description('List the tiers of a program with their number of members')
      .requiredOption(...PROGRAM_OPTION),
    async ({ db }, { program: partnerId }) => {
      const rows = await listTiers(db, (await getProgram(db, partnerId)).id);
      return rows.map(({ members, ...tier }) => ({ ...toTierDocument(tier), members }));
    },
  );

  crud.change(
    tiers
      .command('update <tier>')
      .description('Change a tier, given by ID or name')
      .requiredOption(...PROGRAM_OPTION)
      .option('--name <name>', 'New name')
      .option(...THRESHOLD_OPTION)
      .option(...TRANSLATION_OPTION),
    async ({ db }, idOrName, { program: partnerId, name, threshold, translation }) => {
      const changes = requireChanges({ name, threshold, translations: translation });
      const program = await getProgram(db, partnerId);
      const tier = await getTier(db, program.id, idOrName);
      return toTierDocument(await updateTier(db, program, tier, changes));
    },
  );

  crud.delete(
    tiers
      .command('delete <tier>')
      .description('Delete a tier, given by ID or name')
      .requiredOption(...PROGRAM_OPTION)
      .option(
        '--move-members-to <tier>',
        'Tier that its members move to; recalculated when they next earn points',
      ),
    (idOrName, { program: partnerId }) => `Delete the tier ${idOrName} of ${partnerId}?`,
    async ({ db, clock }, idOrName, { program: partnerId, moveMembersTo }) => {
      const program = await getProgram(db, partnerId);
      const tier = await getTier(db, program.id, idOrName);
      const moveTo =
        moveMembersTo === undefined ? undefined : await getTier(db, program.id, moveMembersTo);
      const moved = await deleteTier(db, program, { tier, moveTo }, clock.now());
      const suffix = moveTo ? `; moved ${moved} members to ${moveTo.name}` : '';
      return `Deleted the tier ${tier.name}${suffix}.`;
    },
  );
}

/** A tier with the field names of the API. */
function toTierDocument({ serviceId, name, threshold, translations }: Tier) {
  return { id: serviceId, name, threshold, translations };
}
