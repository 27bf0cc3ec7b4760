import * as fc from 'fast-check';
import type { Endpoint } from '#contract/endpoint.ts';
import type { RawRequest } from '#services/platform/testing/send-raw.ts';
import {
  fuzzDocument,
  inputSchemaOf,
  type JsonSchema,
  plausibleScalar,
  type Samples,
  withSamples,
} from './fuzz-document.ts';
import { fuzzText } from './fuzz-values.ts';

/** What requests need to be authorized, so that the fuzzer gets beyond that. */
export interface Target {
  /** The path where the endpoints are mounted. */
  mountPath: string;
  /** The media type of bodies other than forms. */
  mediaType: string;
  /** Sent with most requests, such as credentials. */
  headers?: Record<string, string>;
  /** Path parameters that exist. */
  params?: Readonly<Record<string, readonly string[]>>;
  /** Likely valid parameters and body members. */
  samples?: Samples;
  /** Valid query parameters, such as an id_token. */
  query?: Record<string, string>;
}

/** Without DELETE, which would remove what later requests need. */
const OTHER_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];
/** The HTTP parser rejects longer paths before routing. */
const PATH_MAX = 12_000;
/** Just over the server's limit. */
const OVERSIZE = 1024 * 1024 + 1;

/** Requests to a contract endpoint of which one or more parts may be malformed. */
export function fuzzRequest(endpoint: Endpoint, target: Target): fc.Arbitrary<RawRequest> {
  return fc.record({
    method: mostly(fc.constant<string>(endpoint.method), fc.constantFrom(...OTHER_METHODS), 15),
    path: fc
      .tuple(fuzzPath(endpoint, target), fuzzQuery(endpoint, target))
      .map(([path, query]) => (query === '' ? path : `${path}?${query}`).slice(0, PATH_MAX)),
    headers: fuzzHeaders(endpoint, target),
    body: fuzzBody(endpoint, target),
    padding: mostly(fc.constant(0), fc.constant(OVERSIZE), 60),
  });
}

/** `usual`, except for one in `rarity`. */
function mostly<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, rarity: number) {
  return fc.oneof({ weight: rarity - 1, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

/** Percent-encoded UTF-8, also for lone surrogates. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const oddSegment = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '%2e%2e',
    '%2f',
    '%5c',
    '%00',
    '%',
    '%zz',
    '%E0%A4%A',
    '%ff',
    '0',
    '-1',
    '1.5',
    '1e3',
    '00000000000000001',
    '9'.repeat(15),
    '9'.repeat(30),
    'x'.repeat(600),
    '1;a=b',
    '1%20',
    '#',
    '*',
    ':id',
  ),
  fuzzText.map((text) => encode(text.slice(0, 2_000))),
);

function fuzzPath({ path }: Endpoint, { mountPath, params = {} }: Target) {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => {
      const known = segment.startsWith(':') ? (params[segment.slice(1)] ?? []) : [segment];
      return known.length === 0 ? oddSegment : mostly(fc.constantFrom(...known), oddSegment, 12);
    });
  const ending = mostly(fc.constant(''), fc.constantFrom('/', '//', '/x', '.json', '%2F', ';'), 20);
  return fc.tuple(...segments, ending).map((parts) => {
    return `${mountPath}/${parts.slice(0, -1).join('/')}${parts.at(-1)}`;
  });
}

const oddQuery = fc.oneof(
  fc.constantFrom(
    '%',
    '&&==',
    '=x',
    'a=%ff',
    '%E0%A4%A=1',
    '__proto__=1',
    '__proto__[x]=1',
    'constructor[prototype][x]=1',
    'page=1',
    'page[]=1',
    'page[size][x]=1',
    'filter[type][]=a',
    '?',
    '#',
  ),
  fc.tuple(fuzzText, fuzzText).map((pair) => pair.map(encode).join('=').slice(0, 9_000)),
);

/** More than these are mostly absent. */
const USUAL_PARAMETERS = 6;

function fuzzQuery({ query }: Endpoint, target: Target): fc.Arbitrary<string> {
  const properties = Object.entries(inputSchemaOf(query).properties ?? {});
  // Among many parameters one would always be malformed.
  const weight = Math.max(1, Math.round(properties.length / USUAL_PARAMETERS));
  const absent = { weight, arbitrary: fc.constant('') };
  const parameters = properties.map(([name, schema]) => {
    const given = target.query?.[name];
    return given === undefined
      ? fc.oneof(absent, fuzzPair(name, parameterValue(name, schema, target.samples)))
      : mostly(fc.constant(`${encode(name)}=${given}`), fuzzPair(name, fuzzText), 25);
  });
  return fc.tuple(...parameters, mostly(fc.constant(''), oddQuery, 8)).map(joined);
}

function parameterValue(name: string, schema: JsonSchema, samples: Samples = {}) {
  // Objects may have members that String can't convert, such as `toString`.
  const value = plausibleScalar(schema).map((given) =>
    typeof given === 'string' ? given : JSON.stringify(given),
  );
  return withSamples(value, samples[name]?.map(String));
}

/** `name=value`, sometimes twice; the value may be malformed instead. */
function fuzzPair(name: string, valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const pair = mostly(valid, fuzzText, 8).map(
    (value) => `${encode(name)}=${encode(value).slice(0, 9_000)}`,
  );
  return mostly(
    pair,
    fc.tuple(pair, pair).map((two) => two.join('&')),
    15,
  );
}

const joined = (pairs: readonly string[]) => pairs.filter((pair) => pair !== '').join('&');

const oddHeaders: fc.Arbitrary<Record<string, string | string[]>> = fc.constantFrom<
  Record<string, string | string[]>
>(
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer a b' },
  { authorization: `Bearer ${'x'.repeat(5_000)}` },
  { authorization: 'Basic !!!' },
  { authorization: 'Basic Og==' },
  { authorization: 'B\u00e9arer \u00ff' },
  { 'content-type': '' },
  { 'content-type': ';;;' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json' },
  { 'content-type': 'application/vnd.api+json; ext="https://example.com/x"' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': `application/json; a="${'\\"'.repeat(500)}` },
  { accept: '' },
  { accept: 'application/vnd.api+json;a=b' },
  { accept: `${'"'.repeat(999)};,` },
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'chunked' },
  { expect: '100-continue' },
  { cookie: '=; %00; a="\u00ff; __proto__=x' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
  { 'x-http-method-override': 'DELETE' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
  { accept: ['text/html', '*/*;q=0.1'] },
);

function fuzzHeaders({ body, bodyMediaType }: Endpoint, { headers = {}, mediaType }: Target) {
  const usual = {
    ...headers,
    ...(body === undefined ? {} : { 'content-type': bodyMediaType ?? mediaType }),
  };
  return mostly(fc.constant({}), oddHeaders, 5).map((odd) => ({ ...usual, ...odd }));
}

/** Bodies in Latin-1: one character per byte. */
function fuzzBody(
  { body, bodyMediaType }: Endpoint,
  { samples = {} }: Target,
): fc.Arbitrary<string | undefined> {
  const stray = fc.constantFrom(undefined, '{', '{"data":{}}', 'a=b');
  if (body === undefined) return mostly(fc.constant(undefined), stray, 15);
  const schema = inputSchemaOf(body);
  const whole = bodyMediaType ? fuzzForm(schema, samples) : fuzzDocument(schema, samples);
  const broken = fc.oneof(
    stray,
    fc.constantFrom('', ' ', '\0', '\xef\xbb\xbf{}', '\xff\xfe{\0}\0', '{"data":"\xff"}', '[', '"'),
    fc.tuple(whole, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))),
  );
  const bytes = whole.map((text) => Buffer.from(text).toString('latin1'));
  return mostly<string | undefined>(bytes, broken, 8);
}

/** A form with the fields of the schema, or of one of its alternatives. */
function fuzzForm(schema: JsonSchema, samples: Samples): fc.Arbitrary<string> {
  const shapes = schema.anyOf ?? schema.oneOf ?? [schema];
  const forms = shapes.map(({ properties = {} }) => {
    const fields = Object.entries(properties).map(([name, field]) =>
      mostly(fuzzPair(name, parameterValue(name, field, samples)), fc.constant(''), 8),
    );
    return fc.tuple(...fields, mostly(fc.constant(''), oddQuery, 8)).map(joined);
  });
  return fc.oneof(...forms);
}
