import {
  changePersonRole,
  createInvitation,
  deleteInvitation,
  listPeople,
  personSchema,
  removePerson,
  resendInvitation,
  teamRoleSchema,
} from '#contract/people/people.ts';
import {
  below,
  type OperationDocumentation,
  type SchemaDocumentation,
} from '#contract/reference/documentation.ts';

/** The people API under {base_url}. */
const PEOPLE_PATH = '/admin/v1';

export const peopleSchemas: Record<string, SchemaDocumentation> = {
  Person: { schema: personSchema, description: 'A user of the team, or an open invitation to it.' },
  TeamRole: {
    schema: teamRoleSchema,
    description:
      'A role that users of the team can have. `kind` says what it can do: each operation on a team lists the kinds that it takes. A kind that no role of the team has yet is listed, too, and its role is created when it is given first.',
  },
};

const lastAdministrator = 'The role does not exist, or the team would have no administrator.';

export const peopleOperations: readonly OperationDocumentation[] = [
  {
    endpoint: below(PEOPLE_PATH, listPeople),
    summary: 'List the users and open invitations of a team',
    description:
      'The users of the team with their role. Administrators of the team also get its open invitations, and the second step and the last activity of each user.',
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
    responses: { 200: 'The user with the new role.', 422: lastAdministrator },
    prerequisite:
      'confirm your password at `POST /oauth/id_token` and enter the `id_token` under **Authorize**.',
  },
  {
    endpoint: below(PEOPLE_PATH, removePerson),
    summary: 'Remove a user from a team',
    description:
      'Takes a user off the team, from the next request of that user. Needs an `id_token`.',
    parameters: { user_id: { description: 'The `id` of the user.', example: 2 } },
    responses: { 204: 'Removed.', 422: lastAdministrator },
    prerequisite:
      'confirm your password at `POST /oauth/id_token` and enter the `id_token` under **Authorize**.',
  },
];
