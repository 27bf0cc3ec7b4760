import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { collect, PROGRAM_OPTION } from '#services/admin/options.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { enterCampaign } from '#services/loyalty/webhooks/enter-campaign.ts';

export function addCampaignCommands(
  campaigns: CommandUnknownOpts,
  { change, report }: CommandContext,
): void {
  campaigns
    .command('enter <campaign-name>')
    .description('Let members enter a campaign, which sends webhook events')
    .requiredOption(...PROGRAM_OPTION)
    .requiredOption('--member <member-id>', 'ID of a member who enters (repeatable)', collect)
    .action(async (campaignName, { program: partnerId, member: memberIds }) => {
      await change(async ({ db, clock }) => {
        const program = await getProgram(db, partnerId);
        await enterCampaign(db, program, { memberIds, campaignName }, clock.now());
      });
      report.message(`${memberIds.join(', ')} entered ${campaignName}.`);
    });
}
