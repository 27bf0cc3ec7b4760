import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
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
export function addTierCommands(
  tiers: CommandUnknownOpts,
  { open, read, report, terminal }: CommandContext,
): void {
  tiers
    .command('create <name>')
    .description('Create a tier; members start in the one with the lowest threshold')
    .requiredOption(...PROGRAM_OPTION)
    .requiredOption(...THRESHOLD_OPTION)
    .option(...TRANSLATION_OPTION)
    .action(async (name, { program: partnerId, threshold, translation }) => {
      const { db } = await open({ isNew: true });
      const program = await getProgram(db, partnerId);
      const settings = withoutUndefined({ name, threshold, translations: translation });
      report.record(toTierDocument(await createTier(db, program.id, settings)));
    });

  tiers
    .command('list')
    .description('List the tiers of a program with their number of members')
    .requiredOption(...PROGRAM_OPTION)
    .action(async ({ program: partnerId }) => {
      const { db } = await read();
      const program = await getProgram(db, partnerId);
      const rows = await listTiers(db, program.id);
      report.list(rows.map(({ members, ...tier }) => ({ ...toTierDocument(tier), members })));
    });

  tiers
    .command('update <tier>')
    .description('Change a tier, given by ID or name')
    .requiredOption(...PROGRAM_OPTION)
    .option('--name <name>', 'New name')
    .option(...THRESHOLD_OPTION)
    .option(...TRANSLATION_OPTION)
    .action(async (idOrName, { program: partnerId, name, threshold, translation }) => {
      const changes = requireChanges({ name, threshold, translations: translation });
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      const tier = await getTier(db, program.id, idOrName);
      report.record(toTierDocument(await updateTier(db, tier, changes)));
    });

  tiers
    .command('delete <tier>')
    .description('Delete a tier, given by ID or name')
    .requiredOption(...PROGRAM_OPTION)
    .option(
      '--move-members-to <tier>',
      'Tier that its members move to; recalculated when they next earn points',
    )
    .option('-y, --yes', 'Skip the confirmation')
    .action(async (idOrName, { program: partnerId, moveMembersTo, yes }) => {
      if (!yes) await terminal.confirm(`Delete the tier ${idOrName} of ${partnerId}?`);
      const { db, clock } = await open();
      const program = await getProgram(db, partnerId);
      const tier = await getTier(db, program.id, idOrName);
      const target =
        moveMembersTo === undefined ? undefined : await getTier(db, program.id, moveMembersTo);
      const moved = await deleteTier(db, tier, target, clock.now());
      const suffix = target ? `; moved ${moved} members to ${target.name}` : '';
      report.message(`Deleted the tier ${tier.name}${suffix}.`);
    });
}

/** A tier with the field names of the API. */
function toTierDocument({ serviceId, name, threshold, translations }: Tier) {
  return { id: serviceId, name, threshold, translations };
}
