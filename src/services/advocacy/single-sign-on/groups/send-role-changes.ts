import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { nameInEmail } from '#services/platform/messages/name-in-email.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import type { RoleChange } from './group-roles.ts';

/** Teams that one email lists. */
const LINES_MAX = 50;

/** Emails a user which of their roles a sign-in changed, if any. */
export async function sendRoleChanges(
  tx: Queries,
  { messages, settings }: Pick<ServiceDependencies, 'messages'> & { settings: OidcSettings },
  { email }: UserRow,
  changes: readonly RoleChange[],
): Promise<void> {
  const lines = changes
    .filter(({ before, after }) => before?.role !== after?.role.name)
    .map(toLine);
  if (lines.length === 0) return;
  const more = lines.length - LINES_MAX;
  await messages.enqueue(tx, {
    channel: 'email',
    to: email,
    subject: 'Your roles on Patron were changed',
    text: [
      `You signed in with ${nameInEmail(settings.name)}, and your groups there changed your roles on Patron:`,
      lines.slice(0, LINES_MAX).join('\n'),
      ...(more > 0 ? [`And in ${more} more ${more === 1 ? 'team' : 'teams'}.`] : []),
    ].join('\n\n'),
  });
}

function toLine({ team, before, after }: RoleChange): string {
  const name = nameInEmail(team);
  if (!after) return `- ${name}: you are no longer on this team`;
  const role = nameInEmail(after.role.name);
  return before ? `- ${name}: ${role}, before ${nameInEmail(before.role)}` : `- ${name}: ${role}`;
}
