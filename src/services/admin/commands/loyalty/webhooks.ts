import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Admin } from '#services/admin/admin-context.ts';
import { integer, PROGRAM } from '#services/admin/options.ts';
import type { Terminal } from '#services/admin/terminal.ts';
import { teamOfInbox } from '#services/gateway/gateway-addresses.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  updateWebhookSecret,
} from '#services/loyalty/webhooks/targets/manage-webhooks.ts';
import { listWebhookAttempts } from '#services/loyalty/webhooks/webhook-log.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';

const ID = ['<id>', 'as the list shows it', integer] as const;
const OWN_SECRET = [
  '--own-secret',
  'sign with a secret of yours, typed or the first line of stdin; else one is made',
] as const;

/** `webhooks`: where a program's events are sent to. */
export function addWebhooks(parent: CommandUnknownOpts, { open, report, terminal }: Admin): void {
  const webhooks = parent.command('webhooks').description('where the events of a program are sent');

  webhooks
    .command('create <url>')
    .description('send events to one more address, signed with a secret that is shown once')
    .requiredOption(...PROGRAM)
    .option(...OWN_SECRET)
    .action(async (url, { program: partnerId, ownSecret }) => {
      const { db, encryption, demo, publicUrl } = await open();
      const program = await getProgram(db, partnerId);
      const { secret, generated } = await newSecret(terminal, ownSecret);
      const allowPrivateAddress = demo || (URL.canParse(url) && new URL(url).origin === publicUrl);
      const target = { programId: program.id, url, secret, allowPrivateAddress };
      const { id } = await createWebhook(db, encryption, target);
      if (generated) report.secret({ id, url, secret });
      else report.one({ id, url });
    });

  webhooks
    .command('list')
    .description('the webhooks of a program, and how sending there goes')
    .requiredOption(...PROGRAM)
    .action(async ({ program: partnerId }) => {
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      const rows = await listWebhooks(db, program.id);
      report.list(rows.map(({ disabledAt, ...row }) => ({ ...row, pausedAt: disabledAt })));
    });

  webhooks
    .command('log')
    .description('the last attempts to send there, the newest first, and how they ended')
    .argument(...ID)
    .requiredOption(...PROGRAM)
    .option('--limit <count>', 'how many', integer, 50)
    .action(async (id, { program: partnerId, limit }) => {
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      report.list(await listWebhookAttempts(db, program.id, { id, limit }));
    });

  webhooks
    .command('rotate-secret')
    .description('sign with another secret from the next attempt on')
    .argument(...ID)
    .requiredOption(...PROGRAM)
    .option(...OWN_SECRET)
    .action(async (id, { program: partnerId, ownSecret }) => {
      const { db, encryption } = await open();
      const program = await getProgram(db, partnerId);
      const teamId = teamOfInbox((await getWebhook(db, program.id, id)).url);
      if (teamId !== undefined) {
        throw new OperatorError(
          `It goes to the inbox of team ${teamId}: use connections rotate ${teamId}`,
        );
      }
      const { secret, generated } = await newSecret(terminal, ownSecret);
      const { url } = await updateWebhookSecret(db, encryption, program.id, { id, secret });
      if (generated) report.secret({ id, url, secret });
      report.done('A receiver that has the old secret refuses what comes, and gets it again.');
    });

  webhooks
    .command('pause')
    .description('send nothing there; what happens meanwhile is not sent later')
    .argument(...ID)
    .requiredOption(...PROGRAM)
    .action(async (id, { program: partnerId }) => {
      const { db, clock } = await open();
      const program = await getProgram(db, partnerId);
      const { url } = await pauseWebhook(db, program.id, { id, pausedAt: clock.now() });
      report.done(`Paused the webhook ${id} to ${url}.`);
    });

  webhooks
    .command('resume')
    .description('send there again, first what waited')
    .argument(...ID)
    .requiredOption(...PROGRAM)
    .action(async (id, { program: partnerId }) => {
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      const { url } = await resumeWebhook(db, program.id, id);
      report.done(`Resumed the webhook ${id} to ${url}.`);
    });

  webhooks
    .command('delete')
    .description('remove a webhook with what waits to be sent there')
    .argument(...ID)
    .requiredOption(...PROGRAM)
    .option('-y, --yes', 'do not ask')
    .action(async (id, { program: partnerId, yes }) => {
      const { db } = await open();
      const program = await getProgram(db, partnerId);
      if (!yes) await terminal.confirm(`Delete the webhook ${id} of ${partnerId}?`);
      await deleteWebhook(db, program.id, id);
      report.done(`Deleted the webhook ${id} of ${partnerId}.`);
    });
}

async function newSecret(terminal: Terminal, isOwn: true | undefined) {
  if (isOwn) return { secret: await terminal.askSecret('Secret'), generated: false };
  return { secret: generateSecret('webhook_secret'), generated: true };
}
