import * as z from 'zod/mini';
import { openEnum } from '#contract/open-enum.ts';

/** The error body of the OAuth endpoints, unlike the errors array of the others. */
export const oauthErrorSchema = z.looseObject({
  error: openEnum([
    'invalid_request',
    'invalid_grant',
    'invalid_client',
    'invalid_scope',
    'unsupported_grant_type',
  ]),
  error_description: z.optional(z.string()),
});
