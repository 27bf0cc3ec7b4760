import * as z from 'zod/mini';
import { accountSchema, subaccountSchema } from '#contract/advocacy/accounts.ts';
import { authenticationFactorSchema } from '#contract/advocacy/authentication-factors.ts';
import { experienceSchema } from '#contract/advocacy/experiences.ts';
import { oauthErrorSchema, tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { socialFeedSchema } from '#contract/advocacy/social-feeds.ts';
import { teamSchema } from '#contract/advocacy/teams.ts';
import { anyResourceSchema, errorDocumentSchema, JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import type {
  ApiDocumentation,
  OperationDocumentation,
  ReferenceAddresses,
} from '#contract/reference/documentation.ts';
import {
  accessTokenScheme,
  cursorParameterTexts,
  idTokenScheme,
  jsonApiErrors,
  jsonApiParameters,
  jsonApiResponses,
  jsonApiSchemas,
  tokensOf,
} from '#contract/reference/json-api.ts';
import { accountApiOperations, accountApiSchemas } from './account.ts';
import { accountOperations, accountSchemas } from './accounts.ts';
import {
  authenticationFactorOperations,
  authenticationFactorSchemas,
} from './authentication-factors.ts';
import { contentOperations, contentSchemas } from './content.ts';
import { domainOperations, domainSchemas } from './domains.ts';
import { oauthOperations } from './oauth.ts';
import { peopleOperations, peopleSchemas } from './people.ts';
import { SCOPE_DESCRIPTIONS } from './scopes.ts';

const DESCRIPTION = `OAuth 2.0 and the [JSON:API](https://jsonapi.org) resources of the advocacy service.

**Authorize** signs you in as a user with the scopes that you choose. Sensitive changes also need an \`id_token\`: \
confirm the password at \`POST /oauth/id_token\` and enter the token under **Authorize**.

Requests and responses are \`application/vnd.api+json\`; plain \`application/json\` is accepted too. Times are ISO 8601 \
in UTC. Unknown query parameters are an error. Quote the \`x-request-id\` of a response when you report a problem.`;

export function advocacyDocumentation(addresses: ReferenceAddresses): ApiDocumentation {
  return {
    name: 'advocacy',
    title: 'Advocacy API',
    version: '2',
    description: DESCRIPTION,
    baseUrl: addresses.baseUrl,
    tags: {
      OAuth: 'Sign-in, tokens, and the confirmation of the password.',
      'Current user': 'The user of the access token, and their teams.',
      'Authentication factors': "The user's two-step verification.",
      Account: "The user's sessions, password, name, emails and saved views.",
      People: 'The users of a team, and invitations to it. For its administrators.',
      Accounts: 'The social, shop and file accounts that a team collects content from.',
      Domains: 'The host names that a team publishes experiences on.',
      Boards: 'Walls of posts, filled by social feeds.',
      'Email templates': "Templates of a team's emails.",
    },
    operations: [
      ...oauthOperations,
      ...[
        ...contentOperations,
        ...authenticationFactorOperations,
        ...accountOperations,
        ...domainOperations,
      ].map(withJsonApiErrors),
      ...accountApiOperations,
      ...peopleOperations,
    ],
    schemas: {
      ...accountSchemas,
      ...authenticationFactorSchemas,
      ...domainSchemas,
      ...contentSchemas,
      ...accountApiSchemas,
      ...peopleSchemas,
      TokenResponse: { schema: tokenResponseSchema, description: 'Tokens of a session.' },
      OAuthError: {
        schema: oauthErrorSchema,
        description: 'An error of the OAuth endpoints (RFC 6749).',
      },
      IncludedResource: {
        schema: anyResourceSchema,
        describedAs: z.union([
          socialFeedSchema,
          subaccountSchema,
          accountSchema,
          experienceSchema,
          authenticationFactorSchema,
          teamSchema,
        ]),
        description: 'A related resource that `include` asked for. `type` says which one it is.',
      },
      ...jsonApiSchemas,
    },
    parameters: {
      ...jsonApiParameters,
      ...cursorParameterTexts,
      account_id: { description: 'The account.' },
      domain_id: { description: 'The domain.' },
      authentication_factor_id: { description: "The user's factor." },
    },
    // A security scheme of the operations that need it; all others ignore it.
    hiddenParameters: ['id_token'],
    responses: jsonApiResponses,
    mediaType: JSON_API_MEDIA_TYPE,
    error: { mediaType: JSON_API_MEDIA_TYPE, schema: errorDocumentSchema },
    securitySchemes: {
      access_token: accessTokenScheme(addresses, SCOPE_DESCRIPTIONS),
      id_token: idTokenScheme,
      client_basic: {
        type: 'http',
        scheme: 'basic',
        description: 'Id and secret of a confidential client.',
      },
    },
    errorsOf: jsonApiErrors,
    securityOf: tokensOf,
  };
}

/** Every JSON:API endpoint looks at the `Accept` header, and at the type and id of a document. */
function withJsonApiErrors(operation: OperationDocumentation): OperationDocumentation {
  const { 406: notAcceptable = '', 409: conflict = '' } = jsonApiResponses;
  const responses = { 406: notAcceptable, ...(operation.endpoint.body ? { 409: conflict } : {}) };
  return { ...operation, responses: { ...responses, ...operation.responses } };
}
