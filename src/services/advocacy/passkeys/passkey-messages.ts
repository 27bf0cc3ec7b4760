import { recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { Messages } from '#services/platform/messages/messages.ts';
import type { PasskeyRow } from './passkeys-table.ts';

const NOT_YOU = "If this wasn't you, change your password and contact your Patron administrator.";

const MESSAGES = {
  'passkey.create': {
    subject: 'A passkey was added to your Patron account',
    text: (name: string) =>
      `You can now sign in to Patron with the passkey "${name}", without your password.`,
  },
  'passkey.delete': {
    subject: 'A passkey was removed from your Patron account',
    text: (name: string) => `The passkey "${name}" no longer signs in to Patron.`,
  },
  'passkey.reject': {
    subject: 'A passkey of your Patron account was rejected',
    text: (name: string) =>
      `The passkey "${name}" was rejected, because it may have been copied from its device. Remove it on the Security page, and add a new one.`,
  },
};

/** Records an event of the user's security, and notifies them. */
export async function announcePasskey(
  tx: Queries,
  messages: Messages,
  action: keyof typeof MESSAGES,
  { id, userId, name }: Pick<PasskeyRow, 'id' | 'userId' | 'name'>,
  email: string,
): Promise<void> {
  const { subject, text } = MESSAGES[action];
  await messages.enqueue(tx, {
    channel: 'email',
    to: email,
    subject,
    text: `${text(name)}\n\n${NOT_YOU}`,
  });
  await recordAudit(tx, { action, subject: { type: 'passkey', id, name }, userId });
}
