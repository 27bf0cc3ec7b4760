import * as z from 'zod/mini';
import { definePublishedEndpoint } from '#contract/endpoint.ts';
import {
  idTokenParameter,
  pageOf,
  pageParameters,
  strictQuery,
  timestampSchema,
} from '#contract/json-api.ts';
import type { ReadOf } from '#contract/readers/reader-types.ts';

/** The specification doesn't list the attributes, so a service may omit any of them. */
export const emailTemplateSchema = z.looseObject({
  id: z.string(),
  type: z.literal('email_template'),
  attributes: z.looseObject({
    name: z.optional(z.string()),
    subject: z.optional(z.string()),
    html: z.optional(z.string()),
    created_at: z.optional(timestampSchema),
    updated_at: z.optional(timestampSchema),
  }),
});
export type EmailTemplate = ReadOf<typeof emailTemplateSchema>;

/** Open to every team member, so there is no scope. */
export const listEmailTemplates = definePublishedEndpoint({
  id: 'listEmailTemplates',
  method: 'GET',
  path: '/v2/teams/:team_id/email_templates',
  tag: 'Email templates',
  query: strictQuery({ ...pageParameters, ...idTokenParameter }),
  response: pageOf(emailTemplateSchema),
});
