import { setDefaultFactor } from '#contract/account/default-factor.ts';
import {
  emailSettingsSchema,
  getEmailSettings,
  updateEmailSettings,
} from '#contract/account/email-settings.ts';
import { acceptInvitation } from '#contract/account/invitations.ts';
import { changePassword } from '#contract/account/password.ts';
import { getProfile, profileSchema, updateProfile } from '#contract/account/profile.ts';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  savedViewSchema,
  updateSavedView,
} from '#contract/account/saved-views.ts';
import {
  endSession,
  listSessions,
  renewSessionScopes,
  sessionSchema,
} from '#contract/account/sessions.ts';
import { sendEmailCode, verifyEmail } from '#contract/account/verify-email.ts';
import { auditEventSchema, listSecurityEvents } from '#contract/audit/audit-events.ts';
import {
  below,
  type OperationDocumentation,
  type SchemaDocumentation,
} from '#contract/reference/documentation.ts';
import { passkeyOperations, passkeySchemas } from './passkeys.ts';
import { stepUpOperations } from './step-up.ts';

/** The account API under {base_url}. */
const ACCOUNT_PATH = '/account/v1';

const VIEW_ID = { description: 'The `id` of the view.', example: 1 };

export const accountApiSchemas: Record<string, SchemaDocumentation> = {
  EmailSettings: {
    schema: emailSettingsSchema,
    description: 'Which emails the user gets, besides those about their own account.',
  },
  ...passkeySchemas,
  Profile: {
    schema: profileSchema,
    description:
      "The user's name, as others on the team see it, and the ways in which the user can confirm sensitive changes.",
  },
  SavedView: {
    schema: savedViewSchema,
    description: 'A named view of the members list, of one user in one team.',
  },
  SecurityEvent: {
    schema: auditEventSchema,
    description: 'A sign-in, a sign-out, or a change of the password or a factor.',
  },
  Session: { schema: sessionSchema, description: 'A sign-in of the user that is still valid.' },
};

export const accountApiOperations: readonly OperationDocumentation[] = [
  {
    endpoint: below(ACCOUNT_PATH, listSessions),
    summary: "List the user's sessions",
    description:
      'Where the user is signed in, most recently used first. `current` is the session of this request.',
    responses: { 200: 'A page of sessions.' },
  },
  {
    endpoint: below(ACCOUNT_PATH, endSession),
    summary: 'End a session',
    description: 'Signs the user out there: its tokens stop working.',
    parameters: { session_id: { description: 'The `id` of the session.', example: 'replace-me' } },
    responses: { 204: 'Ended.', 404: 'The user has no such session.' },
    prerequisite: 'use the `id` of a session from the list.',
  },
  {
    endpoint: below(ACCOUNT_PATH, renewSessionScopes),
    summary: 'Adopt a changed role',
    description:
      'Gives this session the scopes that were requested at the sign-in and that your roles allow by now. ' +
      'The next refresh returns them. Nothing is removed: what your roles no longer allow is rejected anyway.',
    responses: { 200: 'The scopes that the next access token has.' },
  },
  {
    endpoint: below(ACCOUNT_PATH, acceptInvitation),
    summary: 'Join the team of an invitation to your own email address',
    description: 'Adds you to the team of an invitation that was sent to your email address.',
    body: { token: 'replace-me' },
    responses: {
      200: 'The team that you joined, and your role there.',
      404: 'The invitation was used, withdrawn or has expired, or its sender left the team.',
      422: 'The invitation is for another address.',
    },
    prerequisite: 'use the `token` of the link in an invitation.',
  },
  {
    endpoint: below(ACCOUNT_PATH, listSecurityEvents),
    summary: "List the user's sign-ins, sign-outs, and changes of password and factors",
    description:
      'Sign-ins that succeeded, failed or were blocked, and changes of the password and factors.',
    responses: { 200: 'A page of events, newest first.' },
  },
  {
    endpoint: below(ACCOUNT_PATH, getEmailSettings),
    summary: 'Retrieve which emails the user gets',
    description: 'Which emails the user gets, besides those about their own account.',
    responses: { 200: 'The settings.' },
  },
  {
    endpoint: below(ACCOUNT_PATH, updateEmailSettings),
    summary: 'Change which emails the user gets',
    description:
      'Switches emails on or off. Administrators of a team get one 14 and 3 days before an account expires, and when it has.',
    body: { account_expiry: true },
    responses: { 200: 'The settings as they are now.' },
  },
  {
    endpoint: below(ACCOUNT_PATH, getProfile),
    summary: "Retrieve the user's name",
    description:
      "The user's name, and how they can confirm sensitive changes. The email address is in the current user, `/v2/me`.",
    responses: { 200: 'The profile.' },
  },
  {
    endpoint: below(ACCOUNT_PATH, updateProfile),
    summary: "Change the user's name",
    description:
      "Changes the user's name, as others on the team and the audit log show it. Spaces around it are removed.",
    body: { name: 'Ada Marsh' },
    responses: {
      200: 'The changed profile.',
      422: 'The name is empty, too long or has a line break or another control character.',
    },
  },
  {
    endpoint: below(ACCOUNT_PATH, sendEmailCode),
    summary: 'Send a code to verify the email address',
    description:
      'Sends a code of six digits to an email address that is not verified yet, at most every 30 seconds. ' +
      '`PATCH /v2/me` sends the first one. The last code works for ten minutes.',
    responses: {
      200: 'Where the code was sent, and when another one can be.',
      422: 'The address is verified already.',
      429: 'A code was sent less than 30 seconds ago, or too many were sent today.',
    },
    prerequisite: 'change your email address with `PATCH /v2/me`, at least 30 seconds before.',
  },
  {
    endpoint: below(ACCOUNT_PATH, verifyEmail),
    summary: 'Verify the email address with a code',
    description:
      "Verifies the user's email address with the last code that was sent there. Until then, it gets no links to set a " +
      'new password and accepts no invitations. The fifth wrong attempt voids the code.',
    body: { code: '123456' },
    responses: { 200: 'The address is verified.', 422: 'The code is wrong or has expired.' },
    prerequisite: 'use the `code` from the email.',
  },
  {
    endpoint: below(ACCOUNT_PATH, listSavedViews),
    summary: "List the saved views of the user and the team's shared ones",
    description:
      "The user's own views of the team's members list and those that others share with the team, oldest first. Views of others have their `owner`.",
    responses: { 200: 'A page of views.' },
  },
  {
    endpoint: below(ACCOUNT_PATH, createSavedView),
    summary: 'Save a view',
    description:
      'Saves a view of the members list under a name that no other view of the user in this team has, whatever its case. ' +
      '`search` is the query string of the list. `display.columns` names the columns beside the name, in their order, and `display.widths` their widths in pixels; ' +
      'further ones have the names that they have in exports, such as `address.city` or `custom_attributes.color`. ' +
      'With `shared`, everybody on the team can use the view; that needs the scope `teams:write` and a role that can write. It is deleted when its owner leaves the team.',
    body: {
      name: 'Blocked, most points',
      search: 'status=blocked&sort=-points',
      display: {
        columns: ['email', 'points', 'address.city'],
        widths: [{ column: 'email', width: 240 }],
        density: 'compact',
      },
    },
    responses: {
      201: 'The saved view.',
      403: 'The user can save views, but not share them with the team.',
      422: 'The name is empty or taken, or the user has 50 views in the team.',
    },
  },
  {
    endpoint: below(ACCOUNT_PATH, updateSavedView),
    summary: 'Rename, replace or share a view',
    description:
      'Renames a view, replaces what it shows, or changes whether it is shared with the team. Fields that are left out are not changed.',
    parameters: { view_id: VIEW_ID },
    body: { name: 'Blocked', shared: true },
    responses: {
      200: 'The changed view.',
      403: 'Another user shared the view, or it is shared and the user may not share views.',
      422: 'The name is empty or taken.',
    },
    prerequisite: 'use the `id` of a view from the list.',
  },
  {
    endpoint: below(ACCOUNT_PATH, deleteSavedView),
    summary: 'Delete a view',
    description:
      'Deletes a view. Administrators of the team can also delete views that others share.',
    parameters: { view_id: VIEW_ID },
    responses: {
      204: 'Deleted.',
      403: 'Another user shared the view, and the caller is no administrator.',
      404: 'The user can see no such view in this team.',
    },
    prerequisite: 'use the `id` of a view from the list.',
  },
  {
    endpoint: below(ACCOUNT_PATH, setDefaultFactor),
    summary: 'Choose the authentication factor that sign-in asks for first',
    description:
      'Makes an active authentication factor the default: sign-in asks for it first. Recovery codes only replace another factor, ' +
      'so they can never be the default.',
    parameters: {
      authentication_factor_id: { description: 'The `id` of the factor.', example: 1 },
    },
    responses: { 204: 'Chosen.', 404: 'The user has no such factor that sign-in can ask for.' },
    prerequisite: 'use the `id` of an active factor from the list.',
  },
  {
    endpoint: below(ACCOUNT_PATH, changePassword),
    summary: 'Change the password',
    description:
      'Changes the password and ends all other sessions. A password has at least 12 characters, is not among the ' +
      "most common ones and is not the user's email address.",
    body: { current_password: 'your password', new_password: 'correct horse battery staple' },
    responses: {
      204: 'Changed.',
      422: 'The current password is wrong, or the new one is too weak.',
      429: 'Too many wrong passwords.',
    },
    prerequisite: 'replace `current_password`.',
  },
  ...passkeyOperations(ACCOUNT_PATH),
  ...stepUpOperations(ACCOUNT_PATH),
];
