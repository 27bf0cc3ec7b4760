import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { defaultPublicUrl } from '#services/platform/environment.ts';
import { createSmtpTransport } from '#services/platform/messages/smtp-transport.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

export function addMailCommands(
  mail: CommandUnknownOpts,
  { report, environment }: CommandContext,
): void {
  mail
    .command('test <address>')
    .description('Send a test message to an email address')
    .action(async (address) => {
      const { smtpUrl, publicUrl = defaultPublicUrl(environment) } = environment;
      if (!smtpUrl) throw new OperatorError('SMTP_URL is not set: messages stay in the outbox');
      try {
        await createSmtpTransport(smtpUrl, new URL(publicUrl).hostname).send({
          channel: 'email',
          to: address,
          subject: 'Test message from Patron',
          text: 'If you can read this, Patron can send email.',
        });
      } catch (error) {
        const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
        throw new OperatorError(`The mail server rejected the message: ${reason}`);
      }
      report.message(`The mail server accepted the message to ${address}.`);
    });
}
