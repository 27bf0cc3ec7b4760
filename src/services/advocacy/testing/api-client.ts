import { type ErrorObject, JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';

interface TestResource {
  id: string;
  type: string;
  attributes: { status: string; created_at: string; provisioning_url: string; name: string };
  relationships: Record<string, unknown>;
  links: { self: string };
  meta: { default: boolean; recovery_codes: string[] };
}

/** A response with the members that tests use. Which ones exist depends on the endpoint. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** `data` is a resource or a list, depending on the endpoint. */
  body: {
    data: TestResource & TestResource[];
    included: TestResource[];
    links: { self: string };
    errors: [ErrorObject, ...ErrorObject[]];
  };
}

/** Calls the service over HTTP with an access token. */
export type ApiClient = (method: string, path: string, body?: unknown) => Promise<ApiResponse>;

/** @param baseUrl {base_url}, which paths are relative to */
export function createApiClient(baseUrl: string, accessToken: string): ApiClient {
  return async (method, path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { 'content-type': JSON_API_MEDIA_TYPE }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : JSON.parse(text),
    };
  };
}
