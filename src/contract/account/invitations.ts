import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { requiredText } from '#contract/text.ts';

const TOKEN_MAX_LENGTH = 100;

/** An invitation is accepted by signing in to the account that has its address (decisions.md, 59). */
export const acceptInvitation = defineEndpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/accept',
  tag: 'Account',
  body: z.object({ token: requiredText(TOKEN_MAX_LENGTH) }),
  bodyMaxBytes: 4 * 1024,
  response: z.looseObject({
    data: z.looseObject({ team_id: z.string(), team: z.string(), role: z.string() }),
  }),
  scope: 'identity:write',
  firstParty: true,
});
