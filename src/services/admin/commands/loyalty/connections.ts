import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as z from 'zod/mini';
import type { AdminServices, CommandContext } from '#services/admin/admin-context.ts';
import { PROGRAM_OPTION, parseInteger } from '#services/admin/options.ts';
import type { Terminal } from '#services/admin/terminal.ts';
import { getTeam } from '#services/advocacy/administration/manage-teams.ts';
import { connectTeam, disconnectTeam, rotateConnection } from '#services/compose/connect-team.ts';
import { inboxUrl } from '#services/gateway/gateway-addresses.ts';
import {
  createLoyaltyConnection,
  listLoyaltyConnections,
  recordRotation,
} from '#services/gateway/loyalty/manage-connections.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';

const TEAM = ['<team>', 'ID of the team', parseInteger] as const;
/** A value that can be sent in a header. */
const headerSchema = z.string().check(
  z.regex(/^(?! )[\x20-\x7e]{1,1000}(?<! )$/, {
    error: 'Must be 1 to 1000 visible ASCII characters, with spaces only between them',
  }),
);
const baseUrlSchema = z.url({
  protocol: /^https?$/,
  error:
    'Must be the URL of a loyalty service with its version, such as https://loyalty.example.com/v2',
});

export function addConnectionCommands(
  connections: CommandUnknownOpts,
  admin: CommandContext,
): void {
  const { change, read, report, terminal } = admin;
  connections
    .command('create')
    .description("Connect a team to a program; the program's events arrive in the team's inbox")
    .argument(...TEAM)
    .requiredOption(...PROGRAM_OPTION)
    .option(
      '--base-url <url>',
      'URL of an external loyalty service; prompts for its API key and webhook secret',
    )
    .action(async (teamId, { program: partnerId, baseUrl: given }) => {
      const { db, publicUrl, loyaltyUrl, hasTeams } = await read();
      if (hasTeams) await getTeam(db, teamId);
      const inbox = inboxUrl(publicUrl, teamId);
      if (given === undefined && loyaltyUrl === undefined) {
        await change(async (services) =>
          connectTeam(services, teamId, await getProgram(services.db, partnerId)),
        );
        report.record({ teamId, partnerId, inbox });
        return;
      }
      checkValue('partner_id', headerSchema, partnerId);
      const baseUrl = given && checkValue('base_url', baseUrlSchema, given).replace(/\/$/, '');
      const secrets = await askSecrets(terminal);
      const connection = { baseUrl, partnerId, ...secrets.values };
      await change((services) =>
        createLoyaltyConnection(services.db, services.encryption, teamId, connection),
      );
      const created = { teamId, partnerId, baseUrl: baseUrl ?? loyaltyUrl, inbox };
      if (secrets.generated) report.secret({ ...created, ...secrets.generated });
      else report.record(created);
    });

  connections
    .command('list')
    .description('List which team has which program')
    .action(async () => {
      const { db, publicUrl, loyaltyUrl } = await read();
      const all = await listLoyaltyConnections(db);
      report.list(
        all.map(({ teamId, partnerId, baseUrl }) => ({
          teamId,
          partnerId,
          baseUrl: baseUrl ?? loyaltyUrl ?? null,
          inbox: inboxUrl(publicUrl, teamId),
        })),
      );
    });

  connections
    .command('rotate')
    .description(
      'Replace the API key and the webhook secret; prompts for those of an external service',
    )
    .argument(...TEAM)
    .action(async (teamId) => {
      const { partnerId, baseUrl, isLocal } = await getConnection(await read(), teamId);
      if (isLocal) {
        await change(async (services) =>
          rotateConnection(services, teamId, await getProgram(services.db, partnerId)),
        );
      } else {
        const secrets = await askSecrets(terminal);
        const connection = { baseUrl, partnerId, ...secrets.values };
        await change(async ({ db, encryption }) => {
          await saveLoyaltyConnection(db, encryption, teamId, connection);
          await recordRotation(db, { teamId, partnerId });
        });
        if (secrets.generated) report.secret({ teamId, ...secrets.generated });
      }
      report.message(`Team ${teamId} has a new API key and webhook secret.`);
    });

  connections
    .command('delete')
    .description(
      "Disconnect a team from its program, and delete the team's inbox, jobs and member directory",
    )
    .argument(...TEAM)
    .option('-y, --yes', 'Skip the confirmation')
    .action(async (teamId, { yes }) => {
      const { partnerId, isLocal } = await getConnection(await read(), teamId);
      if (!yes) await terminal.confirm(`Disconnect team ${teamId} from ${partnerId}?`);
      await change(async (services) => {
        const program = isLocal ? await getProgram(services.db, partnerId) : undefined;
        await disconnectTeam(services, teamId, program);
      });
      report.message(`Disconnected team ${teamId} from ${partnerId}.`);
    });
}

async function getConnection({ db, loyaltyUrl }: AdminServices, teamId: number) {
  const all = await listLoyaltyConnections(db);
  const connection = all.find((candidate) => candidate.teamId === teamId);
  if (!connection) throw new OperatorError(`Team ${teamId} has no loyalty program`);
  const { partnerId, baseUrl } = connection;
  return {
    partnerId,
    baseUrl: baseUrl ?? undefined,
    isLocal: baseUrl === null && loyaltyUrl === undefined,
  };
}

/** Reads the API key and the webhook secret of an external service; an empty secret is generated. */
async function askSecrets(terminal: Terminal) {
  const apiKey = checkValue('api_key', headerSchema, await terminal.askSecret('API key'));
  const own = await terminal.askSecret('Webhook secret (leave empty to generate one)');
  const webhookSecret = own === '' ? generateSecret('webhook_secret') : own;
  return {
    values: { apiKey, webhookSecret },
    generated: own === '' ? { webhookSecret } : undefined,
  };
}
