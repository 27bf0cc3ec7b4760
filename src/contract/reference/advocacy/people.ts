import * as z from 'zod/mini';
import {
  createExportToken,
  deleteExportToken,
  exportTokenSchema,
  listExportTokens,
} from '#contract/people/export-tokens.ts';
import {
  changePersonRole,
  createInvitation,
  deleteInvitation,
  listPeople,
  personSchema,
  removePerson,
  resendInvitation,
  resetPersonSignIn,
  teamRoleSchema,
} from '#contract/people/people.ts';
import {
  listTeamSecurityEvents,
  SECURITY_CSV_PATH,
  securityCsvQuery,
  securityEventSchema,
} from '#contract/people/security-log.ts';
import { getTeamRules, teamRulesSchema, updateTeamRules } from '#contract/people/team-rules.ts';
import {
  below,
  type DescribedEndpoint,
  type OperationDocumentation,
  type SchemaDocumentation,
} from '#contract/reference/documentation.ts';
import { eventFilters, orExportToken } from '#contract/reference/event-filters.ts';

/** The people API under {base_url}. */
const PEOPLE_PATH = '/admin/v1';

export const peopleSchemas: Record<string, SchemaDocumentation> = {
  SecurityEvent: {
    schema: securityEventSchema,
    description:
      'A sign-in of a user of the team, a failed one, or a change to how the user signs in: when and from where.',
  },
  ExportToken: {
    schema: exportTokenSchema,
    description:
      'A token that reads the audit log and the security log of one team. The token itself is only in the response to its creation.',
  },
  Person: { schema: personSchema, description: 'A user of the team, or an open invitation to it.' },
  TeamRole: {
    schema: teamRoleSchema,
    description:
      'A role that users of the team can have. `kind` says what it can do: each operation on a team lists the kinds that it takes. A kind that no role of the team has yet is listed, too, and its role is created when it is given first.',
  },
  TeamRules: {
    schema: teamRulesSchema,
    description:
      'What a team asks of every session that uses it. Where a request to the team does not meet a rule, the response is 403 with the code `4030000` and `meta.rule`: `second_step`, `session` or `network`. It holds for every application, also for streams and downloads; other teams are not affected.',
  },
};

const lastAdministrator = 'The role does not exist, or the team would have no administrator.';

const securityFilters = {
  user: { description: 'Only events about the user with this id.' },
  ...eventFilters,
};

const exportTeamSecurityEvents: DescribedEndpoint = {
  ...below(PEOPLE_PATH, {
    ...listTeamSecurityEvents,
    id: 'exportTeamSecurityEvents',
    path: SECURITY_CSV_PATH,
    query: securityCsvQuery,
    response: z.string(),
  }),
  responseMediaType: 'text/csv',
};

export const peopleOperations: readonly OperationDocumentation[] = [
  {
    endpoint: below(PEOPLE_PATH, listPeople),
    summary: 'List the users and open invitations of a team',
    description:
      'The users of the team with their role, and the group of the OpenID provider that gives it (`*` for everybody who signs in with it, null for a role by hand). Administrators of the team also get its open invitations, and the second step and the last activity of each user.',
    responses: { 200: 'A page of users and invitations, and the roles of the team.' },
  },
  {
    endpoint: below(PEOPLE_PATH, createInvitation),
    summary: 'Invite someone to a team by email; a new invitation replaces the last one',
    description:
      'Emails a link that works once, within 7 days. The recipient sets a password, or signs in if the address has an account, and joins the team. Needs an `id_token`.',
    body: { email: 'new.colleague@patron.test', role: 'Viewer' },
    responses: {
      201: 'The invitation.',
      422: 'The address or the role is invalid, or the user is on the team.',
      429: 'The team has sent 200 invitations within a day, or the address has received 10.',
    },
    prerequisite:
      'confirm your password at `POST /oauth/id_token` and enter the `id_token` under **Authorize**.',
  },
  {
    endpoint: below(PEOPLE_PATH, resendInvitation),
    summary: 'Send an invitation again, with a new link; the last link stops working',
    description:
      'Emails a new link, which works once, within 7 days; the last link stops working. The invitation is now sent by you.',
    parameters: { invitation_id: { description: 'The `id` of the invitation.', example: 1 } },
    responses: {
      200: 'The invitation.',
      404: 'There is no open invitation with this ID.',
      429: 'The team has sent 200 invitations within a day, or the address has received 10.',
    },
    prerequisite: 'use the `id` of an invitation from the list.',
  },
  {
    endpoint: below(PEOPLE_PATH, deleteInvitation),
    summary: 'Withdraw an invitation',
    description: 'Withdraws an invitation: its link stops working.',
    parameters: { invitation_id: { description: 'The `id` of the invitation.', example: 1 } },
    responses: { 204: 'Withdrawn.' },
    prerequisite: 'use the `id` of an open invitation.',
  },
  {
    endpoint: below(PEOPLE_PATH, changePersonRole),
    summary: "Change a user's role in a team",
    description:
      'Changes the role of a user, from the next request of that user. Needs an `id_token`.',
    parameters: { user_id: { description: 'The `id` of the user.', example: 2 } },
    body: { role: 'Viewer' },
    responses: {
      200: 'The user with the new role.',
      422: 'The role does not exist, the team would have no administrator, or a group of the OpenID provider gives the role: it changes there.',
    },
    prerequisite:
      'confirm your password at `POST /oauth/id_token` and enter the `id_token` under **Authorize**.',
  },
  {
    endpoint: below(PEOPLE_PATH, removePerson),
    summary: 'Remove a user from a team',
    description:
      'Takes a user off the team, from the next request of that user. A user whose role a group of the OpenID provider gives is back on the team after the next sign-in. Needs an `id_token`.',
    parameters: { user_id: { description: 'The `id` of the user.', example: 2 } },
    responses: { 204: 'Removed.', 422: lastAdministrator },
    prerequisite:
      'confirm your password at `POST /oauth/id_token` and enter the `id_token` under **Authorize**.',
  },
  {
    endpoint: below(PEOPLE_PATH, resetPersonSignIn),
    summary: 'Reset the sign-in of a user',
    description:
      'Helps a user who lost their ways to sign in: ends all sessions, removes the password, passkeys, other methods and the link to single sign-on, and emails a link to the verified address, with which the user sets a new password within 24 hours. Needs an `id_token`.',
    parameters: { user_id: { description: 'The `id` of the user.', example: 2 } },
    responses: {
      204: 'The sign-in was reset, and the email is on its way.',
      403: 'The user is also on another team, or the account is for emergencies: only the people who run Patron can help.',
      422: "You can't reset your own sign-in. Change it on the Security page.",
    },
    prerequisite:
      'confirm your password at `POST /oauth/id_token` and enter the `id_token` under **Authorize**.',
  },
  {
    endpoint: below(PEOPLE_PATH, getTeamRules),
    summary: 'Read the rules of a team',
    description: 'What the team asks of every session that uses it. For its administrators.',
    responses: { 200: 'The rules.' },
  },
  {
    endpoint: below(PEOPLE_PATH, updateTeamRules),
    summary: 'Change the rules of a team',
    description:
      'Changes the given fields. The rules hold from the next request to the team on. A second step is a passkey, a code (not by email) or single sign-on: people who have none can work for seven days, counted from the rule or from when they joined, and get emails. `session_hours` counts from the sign-in. `networks` are in CIDR notation. Needs an `id_token`.',
    body: { support_points_max: 1000 },
    responses: {
      200: 'The rules.',
      422: "You don't meet the new rule yourself, or your address is unknown because of a proxy that isn't trusted.",
    },
    prerequisite:
      'confirm your password at `POST /oauth/id_token` and enter the `id_token` under **Authorize**.',
  },
  {
    endpoint: below(PEOPLE_PATH, listTeamSecurityEvents),
    summary: 'List how the people of a team sign in, newest first',
    description: `Sign-ins, failures, methods and sessions of people while they are on the team. For administrators of the team${orExportToken} only.`,
    parameters: securityFilters,
    responses: { 200: 'A page of events.' },
  },
  {
    endpoint: exportTeamSecurityEvents,
    summary: 'Download how the people of a team sign in',
    description: `The events that match the filters, as CSV. The download is an event of the audit log. For administrators of the team${orExportToken} only.`,
    parameters: securityFilters,
    responses: { 200: 'The file.' },
  },
  {
    endpoint: below(PEOPLE_PATH, listExportTokens),
    summary: 'List the export tokens of a team',
    description:
      'The tokens that read the audit log and the security log of the team, oldest first, with expired ones. For administrators of the team only.',
    responses: { 200: 'The tokens.' },
  },
  {
    endpoint: below(PEOPLE_PATH, createExportToken),
    summary: 'Create an export token, which is shown once',
    description:
      'Creates a token for an auditor or a log system. Sent as `Authorization: Bearer`, it reads the audit log and the security log of the team, as lists and as CSV, and nothing else; every other operation responds with 401. Without `expires_at` it expires after 365 days, which is the most. It can only be used from the networks of the team, and it stays when its creator leaves. Downloads with it carry its name in the audit log. Needs an `id_token`.',
    body: { name: 'Log archive' },
    responses: {
      201: 'The token, which is not shown again.',
      409: 'The team has 10 export tokens, including expired ones.',
      422: 'The name is invalid, or the token would expire in the past or after more than 365 days.',
    },
    prerequisite:
      'confirm your password at `POST /oauth/id_token` and enter the `id_token` under **Authorize**.',
  },
  {
    endpoint: below(PEOPLE_PATH, deleteExportToken),
    summary: 'Delete an export token',
    description: 'Rejects the token from the next request on. Needs an `id_token`.',
    parameters: { token_id: { description: 'The `id` of the token.', example: 1 } },
    responses: { 204: 'Deleted.' },
    prerequisite: 'use the `id` of a token that you created.',
  },
];
