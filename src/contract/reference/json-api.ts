import {
  errorDocumentSchema,
  errorObjectSchema,
  JSON_API_MEDIA_TYPE,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  pageLinksSchema,
  resourceIdentifierSchema,
} from '#contract/json-api.ts';
import type {
  DescribedEndpoint,
  ParameterDocumentation,
  ReferenceAddresses,
  SchemaDocumentation,
  Security,
} from './documentation.ts';

/** Schemas of every JSON:API document. */
export const jsonApiSchemas: Record<string, SchemaDocumentation> = {
  ResourceIdentifier: {
    schema: resourceIdentifierSchema,
    description: 'A reference to a resource.',
  },
  PageLinks: {
    schema: pageLinksSchema,
    description: "URLs of a list's pages; `next` and `prev` are null where there is none.",
  },
  Error: {
    schema: errorObjectSchema,
    description:
      'What is wrong. `source.pointer` is the place in the body, `source.parameter` the query parameter. `code` is ' +
      '`403` if an `id_token` is needed and `4030000` for everything else that is forbidden.',
  },
  Errors: {
    schema: errorDocumentSchema,
    description: 'The body of every error response.',
    example: {
      errors: [
        {
          code: '422',
          status: '422',
          title: 'Unprocessable Entity',
          detail: 'Required',
          source: { pointer: '/data/attributes/name' },
        },
      ],
    },
  },
};

export const jsonApiParameters: Record<string, ParameterDocumentation> = {
  team_id: { description: 'The team. `GET /v2/me?include=teams` lists yours.', example: 1 },
  include: { description: 'Related resources to return in `included`.' },
  'page[size]': {
    description: `Resources on a page: ${PAGE_SIZE_DEFAULT} by default, at most ${PAGE_SIZE_MAX}.`,
  },
  'page[number]': { description: 'The page, from 1. A page past the end is empty.' },
};

/** Paging of Patron's own lists. */
export const cursorParameterTexts: Record<string, ParameterDocumentation> = {
  start_cursor: {
    description: 'The `next_cursor` of the page before; leave it out for the first page.',
  },
  count: { description: 'How many to return: 50 by default, at most 200.' },
};

/** Of operations that ask the loyalty service. */
export const loyaltyServiceErrors = {
  502: 'The loyalty program cannot be reached, or rejects its key.',
  504: 'The loyalty program did not respond in time.',
};

export const jsonApiResponses: Record<number, string> = {
  400: 'A query parameter is unknown, repeated or invalid, or the body is not valid JSON.',
  401: 'The access token is missing, invalid, expired or revoked.',
  403: 'The access token lacks the scope, your role in the team does not allow it, or you do not belong to the team.',
  404: 'There is no such resource in the team.',
  406: 'The `Accept` header allows no representation: it has only media types with parameters.',
  409: "The document's `type` or `id` is not that of the path.",
  413: 'The body is too large.',
  415: `The body is not \`${JSON_API_MEDIA_TYPE}\` or \`application/json\`, or has an unknown media type parameter.`,
  422: 'The document or one of its attributes is missing or invalid. `source.pointer` names it.',
  429: 'Too many requests. `Retry-After` says when to try again.',
  ...loyaltyServiceErrors,
};

/** OAuth 2.0, with the scopes of an API in words. */
export function accessTokenScheme(
  { authorizeUrl, tokenUrl }: ReferenceAddresses,
  scopes: Record<string, string>,
): object {
  return {
    type: 'oauth2',
    description: 'Sign in as a user. The access token is sent as `Authorization: Bearer`.',
    flows: {
      authorizationCode: {
        authorizationUrl: authorizeUrl,
        tokenUrl,
        refreshUrl: tokenUrl,
        scopes,
      },
    },
  };
}

/** Of operations with `stepUp`. */
export const idTokenScheme = {
  type: 'apiKey',
  in: 'query',
  name: 'id_token',
  description: 'The confirmed password, from `POST /oauth/id_token`. Valid for 15 minutes.',
} as const;

/** Errors of an endpoint of Patron's own APIs, whose bodies are JSON unless they are a form. */
export function jsonApiErrors(endpoint: DescribedEndpoint): number[] {
  const { path, body, bodyMediaType, scope, firstParty } = endpoint;
  const isForm = bodyMediaType === 'application/x-www-form-urlencoded';
  return [
    ...[400, 401],
    ...(scope || firstParty ? [403] : []),
    ...(path.includes(':') ? [404] : []),
    ...(body ? [413] : []),
    ...(body && !isForm ? [415, 422] : []),
  ];
}

/** The access token with the endpoint's scope, and the id_token of a sensitive change. */
export function tokensOf({ scope, stepUp }: DescribedEndpoint): Security[] {
  return [{ access_token: scope ? [scope] : [], ...(stepUp ? { id_token: [] } : {}) }];
}
