import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as z from 'zod/mini';
import type { Admin, AdminServices } from '#services/admin/admin-context.ts';
import { connectTeam, disconnectTeam, rotateConnection } from '#services/admin/connect-team.ts';
import { integer, PROGRAM } from '#services/admin/options.ts';
import type { Terminal } from '#services/admin/terminal.ts';
import { getTeam } from '#services/advocacy/administration/manage-teams.ts';
import { inboxUrl } from '#services/gateway/gateway-addresses.ts';
import { saveLoyaltyConnection } from '#services/gateway/loyalty/loyalty-connections.ts';
import {
  createLoyaltyConnection,
  listLoyaltyConnections,
} from '#services/gateway/loyalty/manage-connections.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';

const TEAM = ['<team>', 'its id', integer] as const;
/** What can be sent as a header. */
const headerSchema = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,1000}$/, { error: 'Takes visible ASCII characters, and some' }));
const baseUrlSchema = z.url({
  protocol: /^https?$/,
  error:
    'Takes the address of a loyalty service with its version, as https://loyalty.example.com/v2',
});

/** `connections`: which loyalty program a team sees in the console. */
export function addConnections(parent: CommandUnknownOpts, admin: Admin): void {
  const { open, report, terminal } = admin;
  const connections = parent
    .command('connections')
    .description('which loyalty program a team sees in the console');

  connections
    .command('create')
    .description('connect a team with a program, and the events of the program with its inbox')
    .argument(...TEAM)
    .requiredOption(...PROGRAM)
    .option(
      '--base-url <url>',
      'of a loyalty service elsewhere: its API key is asked for, and the webhook secret if it has one',
    )
    .action(async (teamId, { program: partnerId, baseUrl: given }) => {
      const services = await open();
      const { db, encryption, publicUrl, loyaltyUrl, hasTeams } = services;
      if (hasTeams) await getTeam(db, teamId);
      const inbox = inboxUrl(publicUrl, teamId);
      if (given === undefined && loyaltyUrl === undefined) {
        await connectTeam(services, teamId, await getProgram(db, partnerId));
        report.one({ teamId, partnerId, inbox });
        return;
      }
      checkValue('partner_id', headerSchema, partnerId);
      const baseUrl = given && checkValue('base_url', baseUrlSchema, given).replace(/\/$/, '');
      const secrets = await askSecrets(terminal);
      const connection = { baseUrl, partnerId, ...secrets.known };
      await createLoyaltyConnection(db, encryption, teamId, connection);
      const created = { teamId, partnerId, baseUrl: baseUrl ?? loyaltyUrl, inbox };
      if (secrets.made) report.secret({ ...created, ...secrets.made });
      else report.one(created);
    });

  connections
    .command('list')
    .description('which team has which program')
    .action(async () => {
      const { db, publicUrl } = await open();
      const all = await listLoyaltyConnections(db);
      report.list(all.map((each) => ({ ...each, inbox: inboxUrl(publicUrl, each.teamId) })));
    });

  connections
    .command('rotate')
    .description(
      'replace the key and the webhook secret; those of a service elsewhere are asked for',
    )
    .argument(...TEAM)
    .action(async (teamId) => {
      const services = await open();
      const { db, encryption } = services;
      const { partnerId, baseUrl, isOurs } = await requireConnection(services, teamId);
      if (isOurs) {
        await rotateConnection(services, teamId, await getProgram(db, partnerId));
      } else {
        const secrets = await askSecrets(terminal);
        const connection = { baseUrl, partnerId, ...secrets.known };
        await saveLoyaltyConnection(db, encryption, teamId, connection);
        if (secrets.made) report.secret({ teamId, ...secrets.made });
      }
      report.done(`Team ${teamId} has a new key and webhook secret.`);
    });

  connections
    .command('delete')
    .description('take the program away from a team; what its inbox holds stays')
    .argument(...TEAM)
    .option('-y, --yes', 'do not ask')
    .action(async (teamId, { yes }) => {
      const services = await open();
      const { partnerId, isOurs } = await requireConnection(services, teamId);
      if (!yes) await terminal.confirm(`Disconnect team ${teamId} from ${partnerId}?`);
      const program = isOurs ? await getProgram(services.db, partnerId) : undefined;
      await disconnectTeam(services, teamId, program);
      report.done(`Team ${teamId} has no loyalty program any more.`);
    });
}

async function requireConnection({ db, loyaltyUrl }: AdminServices, teamId: number) {
  const all = await listLoyaltyConnections(db);
  const connection = all.find((each) => each.teamId === teamId);
  if (!connection) throw new OperatorError(`Team ${teamId} has no loyalty program`);
  const { partnerId, baseUrl } = connection;
  return {
    partnerId,
    baseUrl: baseUrl ?? undefined,
    isOurs: baseUrl === null && loyaltyUrl === undefined,
  };
}

/** Of a service elsewhere: its key, and the secret that it signs with or one that is made for it. */
async function askSecrets(terminal: Terminal) {
  const apiKey = checkValue('api_key', headerSchema, await terminal.askSecret('API key'));
  const own = await terminal.askSecret('Webhook secret (empty: make one)');
  const webhookSecret = own === '' ? generateSecret('webhook_secret') : own;
  return { known: { apiKey, webhookSecret }, made: own === '' ? { webhookSecret } : undefined };
}
