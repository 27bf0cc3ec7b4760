import * as z from 'zod/mini';
import { idTokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { requiredText } from '#contract/text.ts';

const common = { tag: 'Account', firstParty: true, scope: 'identity' } as const;

/** Why the window of a confirmation ended without a code: `error` in the fragment of its address. */
export const PROVIDER_STEP_UP_ERRORS = [
  'denied',
  'unavailable',
  'invalid',
  'other_account',
  'no_auth_time',
  'old_auth_time',
] as const;

/** 404 for users who aren't linked to the OpenID provider. */
export const startProviderStepUp = defineEndpoint({
  ...common,
  id: 'startProviderStepUp',
  method: 'POST',
  path: '/step-up/sso',
  response: itemOf(z.looseObject({ url: z.string() })),
});

/** Confirms at the OpenID provider what otherwise needs the password; responds like `issueIdToken`. */
export const finishProviderStepUp = defineEndpoint({
  ...common,
  id: 'finishProviderStepUp',
  method: 'POST',
  path: '/step-up/sso/finish',
  body: z.object({ code: requiredText(1000) }),
  bodyMaxBytes: 4 * 1024,
  response: idTokenResponseSchema,
});
