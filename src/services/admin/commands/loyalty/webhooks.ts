import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { CAMPAIGN_ENTERED, WEBHOOK_EVENT_TYPES } from '#contract/loyalty/webhooks.ts';
import type { AdminServices, CommandContext } from '#services/admin/admin-context.ts';
import { createCrud } from '#services/admin/crud-commands.ts';
import { PROGRAM_OPTION, parseInteger } from '#services/admin/options.ts';
import type { Terminal } from '#services/admin/terminal.ts';
import { createWebhookManagement } from '#services/compose/programs/webhook-management.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { getWebhook, listWebhooks } from '#services/loyalty/webhooks/targets/manage-webhooks.ts';
import { listWebhookAttempts } from '#services/loyalty/webhooks/webhook-log.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

const ID_ARGUMENT = ['<id>', 'ID from the list', parseInteger] as const;
const OWN_SECRET_OPTION = [
  '--own-secret',
  'Prompt for the secret, or read it from stdin; default: generate one',
] as const;

const PAUSES = [
  {
    name: 'pause',
    description: 'Stop sending; events that happen while it is paused are sent when it is resumed',
    paused: true,
    done: 'Paused',
  },
  {
    name: 'resume',
    description: 'Start sending again, with the events of the last 30 days that it missed',
    paused: false,
    done: 'Resumed',
  },
];

export function addWebhookCommands(webhooks: CommandUnknownOpts, context: CommandContext): void {
  const { change, read, report, terminal, environment } = context;
  const crud = createCrud(context);
  const webhooksOf = ({ publicUrl, demo, ...services }: AdminServices) =>
    createWebhookManagement({
      ...services,
      ownOrigin: publicUrl,
      allowPrivateAddresses: demo,
      allowedNetworks: environment.webhookAllowedNetworks,
    });

  webhooks
    .command('create <url>')
    .description('Send events to a URL, signed with a secret that is shown once')
    .requiredOption(...PROGRAM_OPTION)
    .option(...OWN_SECRET_OPTION)
    .addOption(
      new Option(
        '--event-type <types...>',
        'Send only events of these types; default: all types, also future ones',
      ).choices(WEBHOOK_EVENT_TYPES),
    )
    .action(async (url, { program: partnerId, ownSecret, eventType: eventTypes = null }) => {
      await getProgram((await read()).db, partnerId);
      const own = await readSecret(terminal, ownSecret);
      const target = { url, eventTypes, secret: own };
      const { webhook, secret } = await change((services) =>
        webhooksOf(services).create(partnerId, target),
      );
      const id = Number(webhook.id);
      if (own === undefined) report.secret({ id, url, secret });
      else report.record({ id, url });
      const { db } = await read();
      const program = await getProgram(db, partnerId);
      const others = (await listWebhooks(db, program.id)).filter((each) => each.id !== id);
      const twin = others.find((each) => each.url === url);
      if (twin)
        report.message(`The webhook ${twin.id} has the same URL: events arrive there twice.`);
    });

  crud.list(
    webhooks
      .command('list')
      .description('List the webhooks of a program with their delivery counts')
      .requiredOption(...PROGRAM_OPTION),
    async ({ db }, { program }) => {
      const rows = await listWebhooks(db, (await getProgram(db, program)).id);
      return rows.map(({ disabledAt, ...row }) => ({ ...row, pausedAt: disabledAt }));
    },
  );

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
      // Not in a transaction: nothing waits for a receiver inside one.
      const services = await read();
      const { id: programId } = await getProgram(services.db, partnerId);
      const { url } = await getWebhook(services.db, programId, id);
      const result = await webhooksOf(services).test(partnerId, id, eventType);
      const { ok: isOk, status, error, duration_ms: ms } = result;
      if (error !== null) throw new OperatorError(`${url} could not be reached: ${error}`);
      report.record({ url, status, ms });
      if (!isOk) {
        throw new OperatorError('Deliveries with a status other than 200 are sent again');
      }
    });

  crud.list(
    webhooks
      .command('log')
      .description('List the latest delivery attempts with their results, newest first')
      .argument(...ID_ARGUMENT)
      .requiredOption(...PROGRAM_OPTION)
      .option('--limit <count>', 'Number of attempts', parseInteger, 50),
    async ({ db }, id, { program, limit }) =>
      listWebhookAttempts(db, (await getProgram(db, program)).id, { id, limit }),
  );

  webhooks
    .command('rotate-secret')
    .description('Create a new secret, which takes the place of the last one after 24 hours')
    .argument(...ID_ARGUMENT)
    .requiredOption(...PROGRAM_OPTION)
    .option(...OWN_SECRET_OPTION)
    .option(
      '--replace',
      'Use the new secret alone from now on, because the last one is known to others',
    )
    .action(async (id, { program: partnerId, ownSecret, replace: isReplaced = false }) => {
      const { db } = await read();
      await getWebhook(db, (await getProgram(db, partnerId)).id, id);
      const own = await readSecret(terminal, ownSecret);
      const options = { secret: own, isReplaced };
      const rotated = await change((services) =>
        webhooksOf(services).rotateSecret(partnerId, id, options),
      );
      const { url, next_secret_at: at } = rotated.webhook;
      if (rotated.secret === null) {
        report.message(`The webhook ${id} and the inbox that it fills have a new secret.`);
        return;
      }
      if (own === undefined) report.secret({ id, url, secret: rotated.secret });
      report.message(
        at === null
          ? 'Update the receiver: requests are signed with the new secret alone.'
          : `Update the receiver, then run \`webhooks switch-secret\`: requests have both signatures, that of the last secret in x-loyalty-signature until ${at}.`,
      );
    });

  crud.change(
    webhooks
      .command('switch-secret')
      .description('Put the new secret in force now; the last one signs x-loyalty-signature-other')
      .argument(...ID_ARGUMENT)
      .requiredOption(...PROGRAM_OPTION),
    async (services, id, { program }) => {
      const { url } = await webhooksOf(services).switchSecret(program, id);
      return `The webhook ${id} to ${url} is signed with its new secret.`;
    },
  );

  for (const { name, description, paused, done } of PAUSES) {
    crud.change(
      webhooks
        .command(name)
        .description(description)
        .argument(...ID_ARGUMENT)
        .requiredOption(...PROGRAM_OPTION)
        .option('--skip-missed', 'When resuming: leave out the events that it missed'),
      async (services, id, { program, skipMissed }) => {
        const changes = { paused, held: skipMissed ? 'skip' : 'send' } as const;
        const { url } = await webhooksOf(services).change(program, id, changes);
        return `${done} the webhook ${id} to ${url}.`;
      },
    );
  }

  crud.delete(
    webhooks
      .command('delete')
      .description('Delete a webhook and its waiting events')
      .argument(...ID_ARGUMENT)
      .requiredOption(...PROGRAM_OPTION),
    (id, { program }) => `Delete the webhook ${id} of ${program}?`,
    async (services, id, { program }) => {
      await webhooksOf(services).delete(program, id);
      return `Deleted the webhook ${id} of ${program}.`;
    },
  );
}

/** Undefined for one that is generated. */
async function readSecret(terminal: Terminal, isOwn: true | undefined) {
  return isOwn ? terminal.askSecret('Secret') : undefined;
}
