import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { WAYS_TO_CONFIRM } from '#contract/gateway/config.ts';
import { oneLineText } from '#contract/one-line-text.ts';
import { openEnum } from '#contract/open-enum.ts';

const NAME_MAX_LENGTH = 99;
const PATH = '/profile';

export const userNameSchema = oneLineText(NAME_MAX_LENGTH, 'Enter your name');

/** The part of a user that the user resource (advocacy.md) lacks. */
export const profileSchema = z.looseObject({
  name: z.string(),
  /** How the user can confirm a sensitive change; `sso` if they are linked to the OpenID provider. */
  confirm: z.optional(z.array(openEnum(WAYS_TO_CONFIRM))),
});
export type Profile = z.output<typeof profileSchema>;

const profileResponse = z.looseObject({ data: profileSchema });

export const getProfile = defineEndpoint({
  id: 'getProfile',
  method: 'GET',
  path: PATH,
  tag: 'Account',
  response: profileResponse,
  scope: 'identity',
  firstParty: true,
});

export const updateProfile = defineEndpoint({
  id: 'updateProfile',
  method: 'PATCH',
  path: PATH,
  tag: 'Account',
  body: z.object({ name: userNameSchema }),
  bodyMaxBytes: 4 * 1024,
  response: profileResponse,
  scope: 'identity:write',
  firstParty: true,
});
