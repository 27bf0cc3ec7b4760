import {
  domainSetupSchema,
  getDomainSetup,
  listDomainExperiences,
  MAX_PUBLISHED_EXPERIENCES,
  retryDomainCertificate,
} from '#contract/advocacy/domain-setup.ts';
import {
  createDomain,
  deleteDomain,
  domainSchema,
  getDomain,
  listDomains,
  updateDomain,
} from '#contract/advocacy/domains.ts';
import { experienceSchema } from '#contract/advocacy/experiences.ts';
import type {
  OperationDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';

export const domainSchemas: Record<string, SchemaDocumentation> = {
  Domain: {
    schema: domainSchema,
    description:
      'A host name that a team publishes experiences on. It is `pending` until its certificate is issued, then `valid`. ' +
      'While DNS records of a valid domain are missing or wrong, `meta.records_lost_at` says since when: an extension of Patron.',
    example: {
      id: '1',
      type: 'domain',
      attributes: {
        name: 'www.example.com',
        status: 'valid',
        created_at: '2025-06-08T08:00:00.000Z',
        updated_at: '2025-06-10T08:00:00.000Z',
      },
      relationships: { default_experience: { data: { type: 'experience', id: '1' } } },
    },
  },
  DomainSetup: {
    schema: domainSetupSchema,
    description: 'What a domain needs before it is valid.',
  },
  Experience: { schema: experienceSchema, description: 'A published page. Only in `included`.' },
};

const setup = 'The records as they were found, and the state of the certificate.';

export const domainOperations: readonly OperationDocumentation[] = [
  {
    endpoint: listDomains,
    summary: 'List the domains that the user can access',
    description: 'The domains that the user can access, ordered by name. There are no pages.',
    responses: { 200: 'The domains.' },
  },
  {
    endpoint: createDomain,
    summary: 'Add a domain',
    description:
      'Adds a domain and starts issuing its certificate. It is shared with your role and with the roles that have ' +
      'access to new domains. The name is converted to lower case and ASCII.',
    body: { data: { type: 'domain', attributes: { name: 'shop.patron.example' } } },
    responses: {
      201: 'The domain, pending.',
      422: "The name isn't a public host name, or is in use by this or another team.",
    },
  },
  {
    endpoint: getDomain,
    summary: 'Retrieve a domain',
    description: 'One domain of the team.',
    parameters: { domain_id: { example: 1 } },
    responses: { 200: 'The domain.' },
  },
  {
    endpoint: updateDomain,
    summary: "Set or clear a domain's default experience",
    description:
      'Sets or clears the experience at the root of the domain: `null` clears it. The name cannot be changed.',
    parameters: { domain_id: { example: 1 } },
    body: { data: { type: 'domain', id: '1', attributes: { default_experience_id: 1 } } },
    responses: {
      200: 'The changed domain.',
      422: 'The experience does not belong to the team, or the name differs.',
    },
  },
  {
    endpoint: deleteDomain,
    summary: 'Delete a domain',
    description: 'Deletes a domain with its certificate. Experiences published on it are detached.',
    parameters: { domain_id: { example: 6 } },
    responses: { 204: 'Deleted.' },
  },
  {
    endpoint: getDomainSetup,
    summary: "Look up a domain's DNS records, and the state of its certificate",
    description:
      'What the domain needs before it is valid: the DNS records to set, what was found in their place, and why the ' +
      'certificate was not issued yet. An extension of Patron.',
    parameters: { domain_id: { example: 1 } },
    responses: { 200: setup },
  },
  {
    endpoint: listDomainExperiences,
    summary: 'List the experiences that are published on a domain',
    description: `The experiences that go offline when the domain is deleted, ordered by title. ${MAX_PUBLISHED_EXPERIENCES} at most; \`meta.total\` counts all of them. An extension of Patron.`,
    parameters: { domain_id: { example: 1 } },
    responses: { 200: 'The experiences that are published on the domain.' },
  },
  {
    endpoint: retryDomainCertificate,
    summary: "Try to issue a domain's certificate again now",
    description:
      'Tries to issue the certificate now. Does nothing if it is issued, or within 10 seconds of the last attempt. An ' +
      'extension of Patron.',
    parameters: { domain_id: { example: 1 } },
    responses: { 200: setup },
  },
];
