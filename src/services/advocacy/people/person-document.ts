import { isStorable } from '#contract/text.ts';
import { invalidCursor } from '#services/platform/json-api/page.ts';
import type { PersonPosition, PersonRow } from './people-store.ts';

/** What administrators see of a person. */
export function toPerson(person: PersonRow) {
  const { secondStep, lastActiveAt } = person;
  return {
    ...toColleague(person),
    second_step: secondStep,
    last_active_at: lastActiveAt?.toISOString() ?? null,
  };
}

/** What everybody on the team sees of a person. */
export function toColleague(person: PersonRow) {
  const { id, kind, email, isEmailVerified, name, role, canAdminister, group } = person;
  return {
    id: String(id),
    kind,
    email,
    email_verified: isEmailVerified,
    name,
    role,
    administrator: canAdminister,
    group,
    expires_at: person.expiresAt?.toISOString() ?? null,
    joined_at: person.joinedAt?.toISOString() ?? null,
  };
}

export const toCursor = ({ kind, email }: PersonPosition) =>
  Buffer.from(`${kind} ${email.toLowerCase()}`).toString('base64url');

/** @throws {JsonApiError} 400 for anything but a `next_cursor` */
export function parseCursor(cursor: string | undefined): PersonPosition | undefined {
  if (cursor === undefined) return undefined;
  const [kind, email = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if ((kind !== 'user' && kind !== 'invitation') || !isStorable(email)) return invalidCursor();
  return { kind, email };
}
