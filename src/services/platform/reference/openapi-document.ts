import { STATUS_CODES } from 'node:http';
import * as z from 'zod/mini';
import type {
  ApiDocumentation,
  OperationDocumentation,
  WebhookDocumentation,
} from '#contract/reference/documentation.ts';
import { describeRoles } from '#contract/roles/allows.ts';
import { describeForm } from './form-schema.ts';
import { createSchemaConverter, type JsonSchema, type SchemaConverter } from './json-schema.ts';

const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded';

/** The OpenAPI 3.1 document of an API. */
export function createOpenApiDocument(api: ApiDocumentation): object {
  const converter = createSchemaConverter(api.schemas);
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of api.operations) {
    const { method, path } = operation.endpoint;
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[template] = {
      ...paths[template],
      [method.toLowerCase()]: describeOperation(api, operation, converter),
    };
  }
  const webhooks = Object.fromEntries(
    (api.webhooks ?? []).map((webhook) => [
      webhook.name,
      { post: describeWebhook(webhook, converter) },
    ]),
  );
  const { title, version, description } = api;
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      contact: { name: 'The operator of this deployment', url: new URL('/', api.baseUrl).href },
    },
    servers: [{ url: api.baseUrl, description: 'This deployment' }],
    tags: Object.entries(api.tags).map(([name, text]) => ({ name, description: text })),
    paths,
    ...(api.webhooks ? { webhooks } : {}),
    components: {
      schemas: converter.components(),
      securitySchemes: api.securitySchemes,
    },
  };
}

function describeOperation(
  api: ApiDocumentation,
  operation: OperationDocumentation,
  converter: SchemaConverter,
): object {
  const { endpoint, summary, description, prerequisite, security } = operation;
  return {
    operationId: endpoint.id,
    summary,
    description: [
      description,
      ...(endpoint.path.includes('/:team_id/') ? [describeRoles(endpoint.id)] : []),
      ...(prerequisite ? [`**To try it on the demo data:** ${prerequisite}`] : []),
    ]
      .filter(Boolean)
      .join('\n\n'),
    tags: [endpoint.tag],
    parameters: [
      ...describeParameters(api, operation, converter, 'path'),
      ...describeParameters(api, operation, converter, 'query'),
      ...describeHeaders(operation.headers),
    ],
    ...(endpoint.body ? { requestBody: describeBody(api, operation, converter) } : {}),
    responses: describeResponses(api, operation, converter),
    security: security ?? api.securityOf(endpoint),
  };
}

function describeParameters(
  api: ApiDocumentation,
  { endpoint, parameters }: OperationDocumentation,
  converter: SchemaConverter,
  location: 'path' | 'query',
): object[] {
  const schema = location === 'path' ? endpoint.params : endpoint.query;
  const { properties = {}, required = [] } = converter.convert(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties)
    .filter(([name]) => !api.hiddenParameters?.includes(name))
    .map(([name, property]) => {
      const { schema: detail, ...documentation } = {
        ...api.parameters[name],
        ...parameters?.[name],
      };
      const { description: _moved, ...described } = detail ?? property;
      const isList = described.type === 'array';
      return {
        name,
        in: location,
        required: location === 'path' || required.includes(name),
        ...documentation,
        schema: described,
        ...(isList ? { style: 'form', explode: false } : {}),
      };
    });
}

function describeHeaders(headers: OperationDocumentation['headers'] = {}): object[] {
  return Object.entries(headers).map(([name, documentation]) => ({
    name,
    in: 'header',
    schema: { type: 'string' },
    ...documentation,
  }));
}

function describeBody(
  api: ApiDocumentation,
  { endpoint, body }: OperationDocumentation,
  converter: SchemaConverter,
): object {
  const schema = endpoint.body as z.ZodMiniType;
  const mediaType = endpoint.bodyMediaType ?? api.mediaType;
  const converted = converter.convert(schema, 'input');
  return {
    required: !z.safeParse(schema, undefined).success,
    content: {
      [mediaType]: {
        schema: mediaType === FORM_MEDIA_TYPE ? describeForm(converted) : converted,
        ...(body === undefined ? {} : { example: body }),
      },
    },
  };
}

function describeResponses(
  api: ApiDocumentation,
  operation: OperationDocumentation,
  converter: SchemaConverter,
): object {
  const { endpoint, responses = {}, errors = {} } = operation;
  const descriptionOf = (status: number) =>
    responses[status] ?? api.responses[status] ?? STATUS_CODES[status] ?? 'Another error.';
  return {
    [endpoint.status]: {
      description: descriptionOf(endpoint.status),
      ...headersOf(endpoint.status),
      ...(endpoint.response
        ? {
            content: {
              [endpoint.responseMediaType ?? api.mediaType]: {
                schema: converter.convert(endpoint.response, 'output'),
              },
            },
          }
        : {}),
    },
    ...Object.fromEntries(
      errorStatuses(api, operation).map((status) => {
        const { mediaType, schema } = errors[status] ?? api.error;
        return [
          status,
          {
            description: descriptionOf(status),
            ...headersOf(status),
            content: { [mediaType]: { schema: converter.convert(schema, 'output') } },
          },
        ];
      }),
    ),
  };
}

/** Those that every endpoint of its kind has, and those that the operation describes. */
function errorStatuses(
  { errorsOf }: ApiDocumentation,
  { endpoint, responses = {}, statuses }: OperationDocumentation,
): number[] {
  const described = Object.keys(responses).map(Number);
  const all = new Set(statuses ?? [...errorsOf(endpoint), ...described]);
  all.delete(endpoint.status);
  return [...all].sort((a, b) => a - b);
}

/** Headers that responses of a status have. */
function headersOf(status: number): object {
  const headers: Record<number, object> = {
    201: { Location: header("The new resource's URL, if it can be retrieved by itself.", 'uri') },
    303: { Location: header('Where to go.', 'uri') },
    429: { 'Retry-After': header('Seconds to wait before the next request.') },
  };
  return headers[status] ? { headers: headers[status] } : {};
}

function header(description: string, format?: string): object {
  return { description, schema: format ? { type: 'string', format } : { type: 'integer' } };
}

function describeWebhook(
  { name, summary, description, tag, headers, body, example }: WebhookDocumentation,
  converter: SchemaConverter,
): object {
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    parameters: describeHeaders(headers),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: converter.convert(body, 'output'), example } },
    },
    responses: {
      200: { description: 'Received. Any other status means that it is sent again.' },
      '4XX': { description: 'Rejected, for example because the signature is wrong.' },
    },
    security: [],
  };
}
