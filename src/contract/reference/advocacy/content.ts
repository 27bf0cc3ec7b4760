import { boardSchema, listBoards } from '#contract/advocacy/boards.ts';
import { emailTemplateSchema, listEmailTemplates } from '#contract/advocacy/email-templates.ts';
import { socialFeedSchema } from '#contract/advocacy/social-feeds.ts';
import { teamSchema } from '#contract/advocacy/teams.ts';
import { updateCurrentUser } from '#contract/advocacy/update-user.ts';
import { getCurrentUser, userSchema } from '#contract/advocacy/users.ts';
import type {
  OperationDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';

export const contentSchemas: Record<string, SchemaDocumentation> = {
  Board: {
    schema: boardSchema,
    description: 'A wall of posts, filled by social feeds.',
    example: {
      id: '1',
      type: 'board',
      attributes: {
        name: 'Home page wall',
        created_at: '2026-05-26T08:00:00.000Z',
        updated_at: '2026-05-26T08:00:00.000Z',
      },
      relationships: { social_feeds: { data: [{ type: 'social_feed', id: '1' }] } },
    },
  },
  SocialFeed: {
    schema: socialFeedSchema,
    description: 'A feed of posts from an account. Only in `included`.',
  },
  EmailTemplate: {
    schema: emailTemplateSchema,
    description: "A template of the team's emails.",
    example: {
      id: '1',
      type: 'email_template',
      attributes: {
        name: 'Welcome',
        subject: 'Good to have you with us',
        created_at: '2025-10-18T08:00:00.000Z',
        updated_at: '2025-10-18T08:00:00.000Z',
      },
    },
  },
  User: {
    schema: userSchema,
    description: 'The signed-in user.',
    example: { id: '1', type: 'user', attributes: { email: 'admin@patron.test' } },
  },
  Team: {
    schema: teamSchema,
    description:
      'A team of the user. Only in `included`; `meta.role` is the role of the user in it.',
  },
};

export const contentOperations: readonly OperationDocumentation[] = [
  {
    endpoint: listBoards,
    summary: "List the team's boards",
    description: "The team's boards, oldest first.",
    responses: { 200: 'A page of boards.' },
  },
  {
    endpoint: listEmailTemplates,
    summary: "List the team's email templates",
    description:
      "The team's email templates. Every member of the team can list them; no scope is required.",
    responses: { 200: 'A page of email templates.', 403: 'You do not belong to the team.' },
  },
  {
    endpoint: getCurrentUser,
    summary: 'Retrieve the current user',
    description:
      'The user of the access token. Include `teams` for the ids that all team paths need.',
    responses: { 200: 'The user.' },
  },
  {
    endpoint: updateCurrentUser,
    summary: "Change the current user's email address",
    description: "Changes the user's email address. Needs an `id_token`.",
    body: { data: { type: 'user', id: '1', attributes: { email: 'admin@patron.test' } } },
    responses: {
      200: 'The changed user.',
      422: 'The email address is missing, invalid or in use.',
      429: 'The email address was changed too often today.',
    },
    prerequisite:
      'confirm your password at `POST /oauth/id_token` and enter the `id_token` under **Authorize**.',
  },
];
