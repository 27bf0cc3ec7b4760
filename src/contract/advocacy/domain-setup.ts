import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { documentOf, idTokenParameter, strictQuery, timestampSchema } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';

/** A DNS record that a team sets for a domain, as looked up by the service. */
const domainRecordSchema = z.looseObject({
  type: z.string(),
  name: z.string(),
  /** The name as DNS providers ask for it, relative to the registered domain: "shop", or "@". */
  host: z.string(),
  value: z.string(),
  /** Unknown: the lookup itself failed. */
  status: openEnum(['found', 'missing', 'wrong', 'unknown']),
  /** The values found instead, if the record is wrong. */
  found: z.array(z.string()),
});
export type DomainRecord = z.output<typeof domainRecordSchema>;

/** What DNS has beside the records, and what keeps visitors or the certificate away. */
const domainObstacleSchema = z.looseObject({
  /** A proxy in front of the name, other records of the name, or CAA records without our authority. */
  kind: openEnum(['proxy', 'conflict', 'caa']),
  name: z.string(),
  /** Of the records; null for a proxy. */
  type: z.nullable(z.string()),
  found: z.array(z.string()),
  /** The authority that CAA records have to allow. */
  authority: z.optional(z.string()),
});
export type DomainObstacle = z.output<typeof domainObstacleSchema>;

const certificateStateSchema = z.looseObject({
  status: openEnum(['pending', 'failed', 'issued']),
  /** Why the last attempt failed. */
  error: z.nullable(z.string()),
  /** Failed attempts since the last success. */
  attempts: z.number(),
  next_attempt_at: z.nullable(timestampSchema),
  /** The authority that issued it, and its end; null until issued. */
  issuer: z.nullish(z.string()),
  expires_at: z.nullish(timestampSchema),
});

export const domainSetupSchema = z.looseObject({
  id: z.string(),
  type: z.literal('domain_setup'),
  attributes: z.looseObject({
    /** The registered domain that hosts are relative to. */
    zone: z.string(),
    /** Empty if the deployment doesn't say which records it needs. */
    records: z.array(domainRecordSchema),
    obstacles: z.optional(z.array(domainObstacleSchema)),
    /** When the records were looked up; null without records. */
    checked_at: z.nullable(timestampSchema),
    certificate: certificateStateSchema,
  }),
});
export type DomainSetup = z.output<typeof domainSetupSchema>;

/** An experience as people recognize it. */
const publishedExperienceSchema = z.looseObject({
  id: z.string(),
  type: z.literal('experience'),
  attributes: z.looseObject({ title: z.string(), name: z.string(), slug: z.string() }),
});
export type PublishedExperience = z.output<typeof publishedExperienceSchema>;

export const MAX_PUBLISHED_EXPERIENCES = 100;

/** Not part of the specification: `/config.json` announces it. */
export const getDomainSetup = defineEndpoint({
  id: 'getDomainSetup',
  method: 'GET',
  path: '/domain-setup/v1/teams/:team_id/domains/:domain_id',
  tag: 'Domains',
  query: strictQuery({ ...idTokenParameter }),
  response: documentOf(domainSetupSchema),
  scope: 'domains:read',
});

/** Deleting a domain takes these offline. The specification has no list of experiences. */
export const listDomainExperiences = defineEndpoint({
  id: 'listDomainExperiences',
  method: 'GET',
  path: '/domain-setup/v1/teams/:team_id/domains/:domain_id/experiences',
  tag: 'Domains',
  query: strictQuery({ ...idTokenParameter }),
  response: z.looseObject({
    data: z.array(publishedExperienceSchema),
    meta: z.looseObject({ total: z.number() }),
  }),
  scope: 'domains:read',
});

/** Does nothing for an issued certificate, and within 10 seconds of the last attempt. */
export const retryDomainCertificate = defineEndpoint({
  id: 'retryDomainCertificate',
  method: 'POST',
  path: '/domain-setup/v1/teams/:team_id/domains/:domain_id/retry',
  tag: 'Domains',
  response: documentOf(domainSetupSchema),
  scope: 'domains:write',
});
