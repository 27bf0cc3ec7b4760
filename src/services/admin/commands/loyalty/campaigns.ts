import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Admin } from '#services/admin/admin-context.ts';
import { collect, PROGRAM } from '#services/admin/options.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { enterCampaign } from '#services/loyalty/webhooks/enter-campaign.ts';

/** `campaigns`: what members enter. */
export function addCampaigns(parent: CommandUnknownOpts, { open, report }: Admin): void {
  parent
    .command('campaigns')
    .description('what members enter')
    .command('enter <campaign-name>')
    .description('members enter a campaign, which the webhooks tell of')
    .requiredOption(...PROGRAM)
    .requiredOption('--member <member-id>', 'who enters; may be repeated', collect)
    .action(async (campaignName, { program: partnerId, member: memberIds }) => {
      const { db, clock } = await open();
      const program = await getProgram(db, partnerId);
      await db.transaction((tx) =>
        enterCampaign(tx, program, { memberIds, campaignName }, clock.now()),
      );
      report.done(`${memberIds.join(', ')} entered ${campaignName}.`);
    });
}
