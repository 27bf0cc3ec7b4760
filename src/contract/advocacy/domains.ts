import * as z from 'zod/mini';
import { definePublishedEndpoint } from '#contract/endpoint.ts';
import {
  createDocument,
  documentOf,
  idTokenParameter,
  includeParameter,
  listOf,
  resourceLinksSchema,
  strictQuery,
  timestampSchema,
  toOneSchema,
  updateDocument,
} from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import type { ReadOf } from '#contract/readers/reader-types.ts';
import { requiredText, text } from '#contract/text.ts';

/** The longest host name in DNS. */
const HOST_NAME_MAX = 253;

const includeDefaultExperience = includeParameter(['default_experience']);

export const domainSchema = z.looseObject({
  id: z.string(),
  type: z.literal('domain'),
  attributes: z.looseObject({
    name: z.string(),
    /** Pending until the certificate is issued. */
    status: openEnum(['pending', 'valid']),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  relationships: z.optional(z.looseObject({ default_experience: z.optional(toOneSchema) })),
  links: z.optional(resourceLinksSchema),
  meta: z.optional(
    z.looseObject({
      /** Since when DNS records of a valid domain are missing or wrong; absent while all are found. */
      records_lost_at: z.optional(timestampSchema),
    }),
  ),
});
export type Domain = ReadOf<typeof domainSchema>;
export type SentDomain = z.output<typeof domainSchema>;

/** Letters of any script; the service checks for a public host name (decisions.md, 25). */
const hostNameShape = z.regex(/^[^\s/?#@:.]+(?:\.[^\s/?#@:.]+)+\.?$/, {
  error: 'Enter a domain such as www.example.com, without https:// or a path',
});

export const newDomainAttributesSchema = z.object({
  name: requiredText(HOST_NAME_MAX, 'Enter a domain name').check(hostNameShape),
});
export type NewDomainAttributes = z.output<typeof newDomainAttributesSchema>;

const updateDomainAttributesSchema = z.object({
  /** Can't be changed: any other name is rejected. */
  name: z.optional(text(HOST_NAME_MAX)),
  /** The experience at the root of the domain. Null clears it; absent leaves it unchanged. */
  default_experience_id: z.optional(
    z.nullable(z.int({ error: 'Must be the id of an experience, as an integer, or null' })),
  ),
});

export const listDomains = definePublishedEndpoint({
  id: 'listDomains',
  method: 'GET',
  path: '/v2/teams/:team_id/domains',
  tag: 'Domains',
  query: strictQuery({ ...includeDefaultExperience, ...idTokenParameter }),
  response: listOf(domainSchema),
  scope: 'domains:read',
});

export const createDomain = definePublishedEndpoint({
  id: 'createDomain',
  method: 'POST',
  path: '/v2/teams/:team_id/domains',
  tag: 'Domains',
  body: createDocument('domain', newDomainAttributesSchema),
  bodyMaxBytes: 16 * 1024,
  status: 201,
  response: documentOf(domainSchema),
  scope: 'domains:write',
});

export const getDomain = definePublishedEndpoint({
  id: 'getDomain',
  method: 'GET',
  path: '/v2/teams/:team_id/domains/:domain_id',
  tag: 'Domains',
  query: strictQuery({ ...includeDefaultExperience, ...idTokenParameter }),
  response: documentOf(domainSchema),
  scope: 'domains:read',
});

export const updateDomain = definePublishedEndpoint({
  id: 'updateDomain',
  method: 'PATCH',
  path: '/v2/teams/:team_id/domains/:domain_id',
  tag: 'Domains',
  body: updateDocument('domain', updateDomainAttributesSchema),
  bodyMaxBytes: 16 * 1024,
  response: documentOf(domainSchema),
  scope: 'domains:write',
});

/** Experiences published on the domain are detached. */
export const deleteDomain = definePublishedEndpoint({
  id: 'deleteDomain',
  method: 'DELETE',
  path: '/v2/teams/:team_id/domains/:domain_id',
  tag: 'Domains',
  scope: 'domains:write',
});
