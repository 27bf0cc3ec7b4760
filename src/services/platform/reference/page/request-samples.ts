import { bodyOf, type Operation, type SecurityScheme } from './openapi.ts';

/** An operation with all that the page's script needs to send it. */
export interface Request {
  readonly method: string;
  readonly url: string;
  readonly operation: Operation;
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
}

/** The address of the example, with the parameters that have one. */
function exampleUrl({ url, operation }: Request): string {
  const query: string[] = [];
  let path = url;
  for (const { name, in: location, example } of operation.parameters) {
    if (location === 'path') {
      const value = example === undefined ? name.toUpperCase() : String(example);
      path = path.replace(`{${name}}`, encodeURIComponent(value));
    } else if (location === 'query' && example !== undefined) {
      query.push(`${name}=${encodeURIComponent(String(example))}`);
    }
  }
  for (const name of schemesOf(operation)) if (name === 'id_token') query.push('id_token=ID_TOKEN');
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** The headers of the example, with placeholders for secrets. */
function exampleHeaders({ operation, schemes }: Request): [name: string, value: string][] {
  const body = bodyOf(operation.requestBody?.content);
  return [
    ...schemesOf(operation).flatMap((name): [string, string][] => {
      const { type, in: location, name: header = name } = schemes[name] ?? {};
      if (type === 'oauth2') return [['authorization', 'Bearer ACCESS_TOKEN']];
      return location === 'header' ? [[header, header.toUpperCase().replaceAll('-', '_')]] : [];
    }),
    ...(body ? [['content-type', body.mediaType] as [string, string]] : []),
  ];
}

const schemesOf = ({ security }: Operation) => Object.keys(security[0] ?? {});

/** The example's body as text; undefined without one. */
export function exampleBody({ operation }: Request): string | undefined {
  const body = bodyOf(operation.requestBody?.content);
  if (body?.example === undefined) return undefined;
  if (typeof body.example === 'string') return body.example;
  return body.mediaType.includes('form')
    ? `${new URLSearchParams(body.example as Record<string, string>)}`
    : JSON.stringify(body.example, null, 2);
}

export function curlSample(request: Request): string {
  const body = exampleBody(request);
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    `curl ${request.method === 'GET' ? '' : `-X ${request.method} `}${quote(exampleUrl(request))}`,
    ...exampleHeaders(request).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}

export function javascriptSample(request: Request): string {
  const body = exampleBody(request);
  const isJson = body !== undefined && /^[[{]/.test(body);
  const options = [
    ...(request.method === 'GET' ? [] : [`  method: ${text(request.method)},`]),
    ...listHeaders(exampleHeaders(request)),
    ...(body === undefined
      ? []
      : [isJson ? `  body: JSON.stringify(${indent(body)}),` : `  body: ${text(body)},`]),
  ];
  const argument = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `const response = await fetch(${text(exampleUrl(request))}${argument});\nconsole.log(response.status, await response.text());`;
}

function listHeaders(headers: readonly (readonly [string, string])[]): string[] {
  if (headers.length === 0) return [];
  const lines = headers.map(([name, value]) => `    ${text(name)}: ${text(value)},`);
  return ['  headers: {', ...lines, '  },'];
}

const text = (value: string) =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
const indent = (json: string) => json.replaceAll('\n', '\n  ');
