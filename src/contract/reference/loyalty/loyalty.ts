import { loyaltyErrorSchema } from '#contract/loyalty/errors.ts';
import { API_KEY_HEADER, PARTNER_ID_HEADER } from '#contract/loyalty/parameters.ts';
import type {
  ApiDocumentation,
  DescribedEndpoint,
  ParameterDocumentation,
} from '#contract/reference/documentation.ts';
import { activityOperations, activitySchemas } from './activities.ts';
import { memberOperations, memberSchemas } from './members.ts';
import { pointOperations, pointSchemas } from './points.ts';
import { WEBHOOKS_DESCRIPTION, WEBHOOKS_TAG, webhookSchemas, webhooks } from './webhooks.ts';

const DESCRIPTION = `Members and activities of a loyalty program, for its operator.

Every request needs the program's API key and partner id: **Authorize** takes both. On the demo data they are \
\`patron-demo-api-key\` and \`patron-demo\`. Errors have one of two shapes: a wrong parameter or id is named in \
\`message\`, a wrong value of the body in \`reason\`. Quote the \`x-request-id\` of a response when you report a problem.`;

export const loyaltyParameters: Record<string, ParameterDocumentation> = {
  member: {
    description: "The member's `member_id` with `idParam=member_id`, otherwise the service's `id`.",
  },
  idParam: { description: 'Says that the path has your `member_id`.' },
  count: { description: 'How many to return.' },
  language: { description: 'The name of a store language.' },
};

export const loyaltyResponses: Record<number, string> = {
  400: 'A parameter, value or id is invalid.',
  401: 'The API key or the partner id is missing or wrong.',
  413: 'The body is larger than 1 MB.',
  415: 'The body is not JSON in UTF-8.',
};

/** An unknown id is an invalid parameter. */
export const loyaltyErrors = ({ body }: DescribedEndpoint) => [
  ...[400, 401],
  ...(body ? [413, 415] : []),
];

export const loyaltySchemas = { ...memberSchemas, ...activitySchemas, ...webhookSchemas };

export function loyaltyDocumentation({ baseUrl }: { baseUrl: string }): ApiDocumentation {
  return {
    name: 'loyalty',
    title: 'Loyalty Admin API',
    version: '2',
    description: DESCRIPTION,
    baseUrl,
    tags: {
      'Loyalty members': 'The people in the program, with their points, tier, tags and attributes.',
      'Loyalty activities': 'What members earn points for.',
      'Loyalty points (Patron only)':
        "The points history, which the Admin API doesn't have: other loyalty services lack it.",
      [WEBHOOKS_TAG]: WEBHOOKS_DESCRIPTION,
    },
    operations: [...memberOperations, ...activityOperations, ...pointOperations],
    webhooks,
    schemas: { ...loyaltySchemas, ...pointSchemas },
    parameters: loyaltyParameters,
    responses: loyaltyResponses,
    mediaType: 'application/json',
    error: { mediaType: 'application/json', schema: loyaltyErrorSchema },
    securitySchemes: {
      api_key: {
        type: 'apiKey',
        in: 'header',
        name: API_KEY_HEADER,
        description: "The program's API key. Demo: `patron-demo-api-key`.",
      },
      partner_id: {
        type: 'apiKey',
        in: 'header',
        name: PARTNER_ID_HEADER,
        description: "The program's partner id. Demo: `patron-demo`.",
      },
    },
    errorsOf: loyaltyErrors,
    securityOf: () => [{ api_key: [], partner_id: [] }],
  };
}
