import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Admin } from '#services/admin/admin-context.ts';
import {
  collectTranslations,
  given,
  givenChanges,
  integer,
  PROGRAM,
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

const THRESHOLD = [
  '--threshold <points>',
  'the qualified points from which on a member belongs to it',
  integer,
] as const;
const TRANSLATION = [
  '--translation <language=name>',
  'its name in a store language; may be repeated, and replaces all that there are',
  collectTranslations,
] as const;

/** `tiers`: what members of a program rise through. */
export function addTiers(parent: CommandUnknownOpts, { open, report, terminal }: Admin): void {
  const tiers = parent.command('tiers').description('what members of a program rise through');

  tiers
    .command('create <name>')
    .description('add a tier; members begin in the one with the lowest threshold')
    .requiredOption(...PROGRAM)
    .requiredOption(...THRESHOLD)
    .option(...TRANSLATION)
    .action(async (name, { program: partnerId, threshold, translation }) => {
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      const settings = given({ name, threshold, translations: translation });
      report.one(asShown(await createTier(db, program.id, settings)));
    });

  tiers
    .command('list')
    .description('the tiers of a program, with how many members stand in each')
    .requiredOption(...PROGRAM)
    .action(async ({ program: partnerId }) => {
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      const rows = await listTiers(db, program.id);
      report.list(rows.map(({ members, ...tier }) => ({ ...asShown(tier), members })));
    });

  tiers
    .command('update <tier>')
    .description('change a tier, named by its id or its name')
    .requiredOption(...PROGRAM)
    .option('--name <name>', 'its new name')
    .option(...THRESHOLD)
    .option(...TRANSLATION)
    .action(async (called, { program: partnerId, name, threshold, translation }) => {
      const changes = givenChanges({ name, threshold, translations: translation });
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      const tier = await getTier(db, program.id, called);
      report.one(asShown(await updateTier(db, tier, changes)));
    });

  tiers
    .command('delete <tier>')
    .description('delete a tier, named by its id or its name')
    .requiredOption(...PROGRAM)
    .option('--move-members-to <tier>', 'where those who stand in it go; their next earning counts')
    .option('-y, --yes', 'do not ask')
    .action(async (called, { program: partnerId, moveMembersTo, yes }) => {
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      const tier = await getTier(db, program.id, called);
      const target =
        moveMembersTo === undefined ? undefined : await getTier(db, program.id, moveMembersTo);
      if (!yes) await terminal.confirm(`Delete the tier ${tier.name} of ${partnerId}?`);
      const moved = await deleteTier(db, tier, target);
      const where = target ? `; moved ${moved} members to ${target.name}` : '';
      report.done(`Deleted the tier ${tier.name}${where}.`);
    });
}

/** A tier by the names of the API. */
function asShown({ serviceId, name, threshold, translations }: Tier) {
  return { id: serviceId, name, threshold, translations };
}
