import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { CAMPAIGN_ENTERED, WEBHOOK_EVENT_TYPES } from '#contract/loyalty/webhooks.ts';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { PROGRAM_OPTION, parseInteger } from '#services/admin/options.ts';
import type { Terminal } from '#services/admin/terminal.ts';
import { teamOfInbox } from '#services/gateway/gateway-addresses.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { createWebhookPoster } from '#services/loyalty/webhooks/post-webhook.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  updateWebhookSecret,
} from '#services/loyalty/webhooks/targets/manage-webhooks.ts';
import { testWebhook } from '#services/loyalty/webhooks/test-webhook.ts';
import { listWebhookAttempts } from '#services/loyalty/webhooks/webhook-log.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';

const ID_ARGUMENT = ['<id>', 'ID from the list', parseInteger] as const;
const OWN_SECRET_OPTION = [
  '--own-secret',
  'Prompt for the secret, or read it from stdin; default: generate one',
] as const;

/** `webhooks`: where a program's events are sent. */
export function addWebhookCommands(
  webhooks: CommandUnknownOpts,
  { open, read, report, terminal, environment }: CommandContext,
): void {
  webhooks
    .command('create <url>')
    .description('Send events to a URL, signed with a secret that is shown once')
    .requiredOption(...PROGRAM_OPTION)
    .option(...OWN_SECRET_OPTION)
    .action(async (url, { program: partnerId, ownSecret }) => {
      await getProgram((await read()).db, partnerId);
      const { secret, generated } = await readOrGenerateSecret(terminal, ownSecret);
      const { db, encryption, demo, publicUrl } = await open({ isNew: true });
      const program = await getProgram(db, partnerId);
      const allowPrivateAddress = demo || (URL.canParse(url) && new URL(url).origin === publicUrl);
      const { webhookAllowedNetworks: allowedNetworks } = environment;
      const target = { programId: program.id, url, secret, allowPrivateAddress, allowedNetworks };
      const { id } = await createWebhook(db, encryption, target);
      if (generated) report.secret({ id, url, secret });
      else report.record({ id, url });
      const others = (await listWebhooks(db, program.id)).filter((each) => each.id !== id);
      const twin = others.find((each) => each.url === url);
      if (twin)
        report.message(`The webhook ${twin.id} has the same URL: events arrive there twice.`);
    });

  webhooks
    .command('list')
    .description('List the webhooks of a program with their delivery counts')
    .requiredOption(...PROGRAM_OPTION)
    .action(async ({ program: partnerId }) => {
      const { db } = await read();
      const program = await getProgram(db, partnerId);
      const rows = await listWebhooks(db, program.id);
      report.list(rows.map(({ disabledAt, ...row }) => ({ ...row, pausedAt: disabledAt })));
    });

  webhooks
    .command('test')
    .description('Send a signed test event, and show what the receiver responds')
    .argument(...ID_ARGUMENT)
    .requiredOption(...PROGRAM_OPTION)
    .addOption(
      new Option('--event-type <type>', 'Type of the event')
        .choices(WEBHOOK_EVENT_TYPES)
        .default(CAMPAIGN_ENTERED),
    )
    .action(async (id, { program: partnerId, eventType }) => {
      const { db, encryption, clock, demo, publicUrl } = await read();
      const program = await getProgram(db, partnerId);
      const poster = createWebhookPoster({
        allowPrivateAddresses: demo,
        ownOrigin: publicUrl,
        allowedNetworks: environment.webhookAllowedNetworks,
      });
      try {
        const webhook = { programId: program.id, id, eventType };
        const { url, status, error, ms } = await testWebhook(
          { db, encryption, clock, poster },
          webhook,
        );
        if (error !== undefined) throw new OperatorError(`${url} could not be reached: ${error}`);
        report.record({ url, status, ms });
        if (status !== 200) {
          throw new OperatorError('Deliveries with a status other than 200 are sent again');
        }
      } finally {
        await poster.close();
      }
    });

  webhooks
    .command('log')
    .description('List the latest delivery attempts with their results, newest first')
    .argument(...ID_ARGUMENT)
    .requiredOption(...PROGRAM_OPTION)
    .option('--limit <count>', 'Number of attempts', parseInteger, 50)
    .action(async (id, { program: partnerId, limit }) => {
      const { db } = await read();
      const program = await getProgram(db, partnerId);
      report.list(await listWebhookAttempts(db, program.id, { id, limit }));
    });

  webhooks
    .command('rotate-secret')
    .description('Replace the secret from the next attempt on')
    .argument(...ID_ARGUMENT)
    .requiredOption(...PROGRAM_OPTION)
    .option(...OWN_SECRET_OPTION)
    .action(async (id, { program: partnerId, ownSecret }) => {
      const services = await read();
      const program = await getProgram(services.db, partnerId);
      const teamId = teamOfInbox((await getWebhook(services.db, program.id, id)).url);
      if (teamId !== undefined) {
        throw new OperatorError(
          `This webhook sends to the inbox of team ${teamId}. Use connections rotate ${teamId}`,
        );
      }
      const { secret, generated } = await readOrGenerateSecret(terminal, ownSecret);
      const { db, encryption } = await open();
      const { url } = await updateWebhookSecret(db, encryption, program.id, { id, secret });
      if (generated) report.secret({ id, url, secret });
      report.message('Update the receiver: deliveries that it rejects are sent again.');
    });

  webhooks
    .command('pause')
    .description('Stop sending; events that happen while it is paused are not sent later')
    .argument(...ID_ARGUMENT)
    .requiredOption(...PROGRAM_OPTION)
    .action(async (id, { program: partnerId }) => {
      const { db, clock } = await open();
      const program = await getProgram(db, partnerId);
      const { url } = await pauseWebhook(db, program.id, { id, pausedAt: clock.now() });
      report.message(`Paused the webhook ${id} to ${url}.`);
    });

  webhooks
    .command('resume')
    .description('Start sending again, with the waiting events first')
    .argument(...ID_ARGUMENT)
    .requiredOption(...PROGRAM_OPTION)
    .action(async (id, { program: partnerId }) => {
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      const { url } = await resumeWebhook(db, program.id, id);
      report.message(`Resumed the webhook ${id} to ${url}.`);
    });

  webhooks
    .command('delete')
    .description('Delete a webhook and its waiting events')
    .argument(...ID_ARGUMENT)
    .requiredOption(...PROGRAM_OPTION)
    .option('-y, --yes', 'Skip the confirmation')
    .action(async (id, { program: partnerId, yes }) => {
      if (!yes) await terminal.confirm(`Delete the webhook ${id} of ${partnerId}?`);
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      await deleteWebhook(db, program.id, id);
      report.message(`Deleted the webhook ${id} of ${partnerId}.`);
    });
}

async function readOrGenerateSecret(terminal: Terminal, isOwn: true | undefined) {
  if (isOwn) return { secret: await terminal.askSecret('Secret'), generated: false };
  return { secret: generateSecret('webhook_secret'), generated: true };
}
