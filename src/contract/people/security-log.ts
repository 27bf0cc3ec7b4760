import * as z from 'zod/mini';
import { auditEventSchema, auditFilters } from '#contract/audit/audit-events.ts';
import { cursorListOf, cursorParameters } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { strictQuery } from '#contract/json-api.ts';
import { ID_MAX_LENGTH, text } from '#contract/text.ts';

/**
 * Sign-ins, failures, methods and sessions (decisions.md, 67). Other events of an account, such as a new name or email
 * address, are for its user only.
 */
export const SECURITY_LOG_ACTIONS = [
  'sign_in.success',
  'sign_in.failure',
  'sign_in.lock',
  'step_up.failure',
  'step_up.lock',
  'session.sign_out',
  'session.end',
  'session.end_by_provider',
  'user.sign_out',
  'password.change',
  'factor.create',
  'factor.activate',
  'factor.challenge',
  'factor.set_default',
  'factor.delete',
  'passkey.create',
  'passkey.update',
  'passkey.delete',
  'passkey.reject',
  'user.link',
  'user.unlink',
  'user.update_break_glass',
  'person.reset_sign_in',
] as const;

export const securityEventSchema = z.extend(auditEventSchema, {
  /** Whose security the event is about; without a name if the user was deleted. */
  user: z.looseObject({ id: z.string(), name: z.nullable(z.string()) }),
});
export type SecurityEvent = z.output<typeof securityEventSchema>;

const { actor, action, q, since, until } = auditFilters;
const filters = {
  /** The ID of the user whose security the events are about. */
  user: z.optional(
    text(ID_MAX_LENGTH).check(z.regex(/^\d{1,15}$/, { error: 'Must be the ID of a user' })),
  ),
  actor,
  action,
  q,
  since,
  until,
};

/**
 * How the people of a team signed in while they were on it, for its administrators. The path is relative to the
 * people API's base URL; with `.csv` it returns all that match as CSV.
 */
export const listTeamSecurityEvents = defineEndpoint({
  id: 'listTeamSecurityEvents',
  method: 'GET',
  path: '/teams/:team_id/security-events',
  tag: 'People',
  query: strictQuery({ ...filters, ...cursorParameters }),
  response: cursorListOf(securityEventSchema),
  scope: 'users:read',
  firstParty: true,
});
export const SECURITY_CSV_PATH = `${listTeamSecurityEvents.path}.csv`;
export const securityCsvQuery = strictQuery(filters);
