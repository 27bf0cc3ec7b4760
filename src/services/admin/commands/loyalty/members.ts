import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { AdminServices, CommandContext } from '#services/admin/admin-context.ts';
import { MEMBER_ARGUMENT, parseInteger } from '#services/admin/options.ts';
import { createPersonalDataService } from '#services/compose/personal-data/personal-data-service.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

const TEAM_OPTION = ['--team <id>', 'ID of a team that sees the program', parseInteger] as const;

export function addMemberCommands(
  members: CommandUnknownOpts,
  { change, read, report, terminal }: CommandContext,
): void {
  members
    .command('export')
    .description('Print everything that is kept about a member, as JSON')
    .argument(...MEMBER_ARGUMENT)
    .requiredOption(...TEAM_OPTION)
    .action(async (memberId, { team }) => {
      const document = await personalDataOf(await read()).read(team, memberId);
      if (!document) throw nothingKept(team, memberId);
      terminal.print(JSON.stringify(document, null, 2));
    });

  members
    .command('erase')
    .description('Erase everything that is kept about a member; points stay as amounts of nobody')
    .argument(...MEMBER_ARGUMENT)
    .requiredOption(...TEAM_OPTION)
    .option('-y, --yes', 'Skip the confirmation')
    .action(async (memberId, { team, yes }) => {
      if (!yes) {
        await terminal.confirm(`Erase everything that is kept about ${memberId}, forever?`);
      }
      const erasure = await change((services) => personalDataOf(services).erase(team, memberId));
      if (!erasure) throw nothingKept(team, memberId);
      report.record({ receipt: erasure.receipt, requestedAt: erasure.requested_at });
      report.message('The running services erase the member, also after a restart.');
    });
}

function personalDataOf({ db, clock, encryption, loyaltyUrl, publicUrl }: AdminServices) {
  return createPersonalDataService({
    db,
    clock,
    encryption,
    // Members of our own service are read in the database.
    loyaltyBaseUrl: loyaltyUrl ?? publicUrl,
    servesLoyalty: loyaltyUrl === undefined,
    limits: GATEWAY_LIMITS,
  });
}

function nothingKept(team: number, memberId: string): OperatorError {
  return new OperatorError(`Nothing is kept about a member ${memberId} for team ${team}`);
}
