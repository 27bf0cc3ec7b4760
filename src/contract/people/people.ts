import * as z from 'zod/mini';
import { cursorListOf, cursorParameters } from '#contract/cursor-list.ts';
import { emailAddressSchema } from '#contract/email-address.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { idTokenParameter, strictQuery, timestampSchema } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import { ROLE_KINDS } from '#contract/roles/role-table.ts';
import { requiredText } from '#contract/text.ts';

// Paths are relative to the people API's base URL. Bodies are plain JSON, errors JSON:API documents.
// Everybody on a team can read its people; the rest is for its administrators (decisions.md, 49). What gives someone rights or takes them
// away requires the id_token (decisions.md, 60).

const ROLE_MAX_LENGTH = 255;
const roleNameSchema = requiredText(ROLE_MAX_LENGTH, 'Choose a role');

/** In place of a group: everybody who signs in with the OpenID provider. */
export const EVERYBODY = '*';

/** A user on the team, or an open invitation to it. */
export const personSchema = z.looseObject({
  /** Of the user or of the invitation; unique together with `kind`. */
  id: z.string(),
  kind: openEnum(['user', 'invitation']),
  email: z.string(),
  /** Whether the user has read a mail that was sent there (decisions.md, 58). Null for an invitation. */
  email_verified: z.nullish(z.boolean()),
  /** Null for an invitation. */
  name: z.nullable(z.string()),
  role: z.string(),
  /** Whether the role administers the team. */
  administrator: z.boolean(),
  /** The OpenID provider's group that gives a user the role at each sign-in, or `*`; null for a role by hand. */
  group: z.nullish(z.string()),
  /** Null for a user. */
  expires_at: z.nullable(timestampSchema),
  /** When a user joined the team; null if that isn't known, and for an invitation. */
  joined_at: z.nullish(timestampSchema),
  /**
   * How a user signs in besides the password, `sso` if only the OpenID provider signs them in; for administrators of
   * the team only. Null for an invitation.
   */
  second_step: z.nullish(openEnum(['none', 'code', 'passkey', 'sso'])),
  /** When a user last used Patron; for administrators of the team only. Null if they never did. */
  last_active_at: z.nullish(timestampSchema),
});
export type Person = z.output<typeof personSchema>;

/** A role that people of the team can have. */
export const teamRoleSchema = z.looseObject({
  name: z.string(),
  kind: z.nullish(openEnum(ROLE_KINDS)),
  can_write: z.boolean(),
  can_administer: z.boolean(),
});
export type TeamRole = z.output<typeof teamRoleSchema>;

const personResponse = z.looseObject({ data: personSchema });

/** Invitations are for administrators of the team only. */
export const listPeople = defineEndpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/teams/:team_id/people',
  tag: 'People',
  query: strictQuery(cursorParameters),
  response: z.extend(cursorListOf(personSchema), { roles: z.array(teamRoleSchema) }),
  scope: 'users:read',
  firstParty: true,
});

/** 429 when the team has sent, or the address has received, too many in a day. */
export const createInvitation = defineEndpoint({
  id: 'createInvitation',
  method: 'POST',
  path: '/teams/:team_id/invitations',
  tag: 'People',
  query: strictQuery(idTokenParameter),
  body: z.object({ email: emailAddressSchema, role: roleNameSchema }),
  bodyMaxBytes: 4 * 1024,
  status: 201,
  response: personResponse,
  scope: 'users:write',
  firstParty: true,
  stepUp: true,
});

/** 429 as for a new one. */
export const resendInvitation = defineEndpoint({
  id: 'resendInvitation',
  method: 'POST',
  path: '/teams/:team_id/invitations/:invitation_id/resend',
  tag: 'People',
  query: strictQuery(idTokenParameter),
  response: personResponse,
  scope: 'users:write',
  firstParty: true,
  stepUp: true,
});

export const deleteInvitation = defineEndpoint({
  id: 'deleteInvitation',
  method: 'DELETE',
  path: '/teams/:team_id/invitations/:invitation_id',
  tag: 'People',
  scope: 'users:write',
  firstParty: true,
});

export const changePersonRole = defineEndpoint({
  id: 'changePersonRole',
  method: 'POST',
  path: '/teams/:team_id/people/:user_id/role',
  tag: 'People',
  query: strictQuery(idTokenParameter),
  body: z.object({ role: roleNameSchema }),
  bodyMaxBytes: 4 * 1024,
  response: personResponse,
  scope: 'users:write',
  firstParty: true,
  stepUp: true,
});

/**
 * For a user who lost their ways to sign in: ends the sessions, removes these ways, and emails a link to set a new
 * password. 403 if the user is also on another team.
 */
export const resetPersonSignIn = defineEndpoint({
  id: 'resetPersonSignIn',
  method: 'POST',
  path: '/teams/:team_id/people/:user_id/reset',
  tag: 'People',
  query: strictQuery(idTokenParameter),
  scope: 'users:write',
  firstParty: true,
  stepUp: true,
});

export const removePerson = defineEndpoint({
  id: 'removePerson',
  method: 'DELETE',
  path: '/teams/:team_id/people/:user_id',
  tag: 'People',
  query: strictQuery(idTokenParameter),
  scope: 'users:write',
  firstParty: true,
  stepUp: true,
});
