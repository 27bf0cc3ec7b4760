import { STEP_UP_REQUIRED_CODE } from '#contract/json-api.ts';

export interface ErrorDetail {
  readonly code?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  /** JSON pointer into the request's body: `/data/attributes/name`. */
  readonly pointer?: string | undefined;
  readonly parameter?: string | undefined;
  /** The rule of the team that isn't met. */
  readonly rule?: string | undefined;
}

/**
 * `network`: no response; `timeout`: no response in time; `error-response`: a status other than 2xx;
 * `invalid-response`: a success whose body doesn't match the contract.
 */
export type ApiErrorKind = 'network' | 'timeout' | 'error-response' | 'invalid-response';

interface ApiErrorFields {
  readonly kind: ApiErrorKind;
  readonly status?: number | undefined;
  readonly method?: string | undefined;
  readonly errors?: readonly ErrorDetail[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly endpoint?: string | undefined;
  readonly scope?: string | undefined;
  readonly missingScope?: string | undefined;
  readonly acceptsIdToken?: boolean | undefined;
  readonly cause?: unknown;
}

/** The only error that requests fail with. `toUserFacingError` describes it to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The request's method, if its response is missing or can't be read. */
  readonly method: string | undefined;
  /** All errors of the response; empty if its body has none in a known format. */
  readonly errors: readonly ErrorDetail[];
  /** The id of the request in the service's logs. */
  readonly requestId: string | undefined;
  /** The value of `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** Id of the endpoint in the contract. */
  readonly endpoint: string | undefined;
  readonly scope: string | undefined;
  /** The scope that the endpoint requires, if the session lacks it. */
  readonly missingScope: string | undefined;
  /** Whether the endpoint takes an id_token; undefined if that isn't known. */
  readonly acceptsIdToken: boolean | undefined;

  constructor(fields: ApiErrorFields) {
    const first = fields.errors?.[0];
    super(first?.detail ?? first?.title ?? `${fields.kind} ${fields.status ?? ''}`.trim(), {
      cause: fields.cause,
    });
    this.kind = fields.kind;
    this.status = fields.status ?? 0;
    this.method = fields.method;
    this.errors = fields.errors ?? [];
    this.requestId = fields.requestId;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.endpoint = fields.endpoint;
    this.scope = fields.scope;
    this.missingScope = fields.missingScope;
    this.acceptsIdToken = fields.acceptsIdToken;
  }

  /** Code, title and detail of the first error. */
  get code(): string | undefined {
    return this.errors[0]?.code;
  }

  get title(): string | undefined {
    return this.errors[0]?.title;
  }

  get detail(): string | undefined {
    return this.errors[0]?.detail;
  }
}

/** Whether a request got no response at all, or not in time: the servers may be unreachable. */
export function isWithoutResponse(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');
}

/** Whether there were too many attempts: `retryAfterSeconds` may say when the next one is allowed. */
export function isTooManyRequests(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 429;
}

/** Whether the service requires step-up: confirming the password (decisions.md, 8). */
export function isStepUpRequired(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 403 &&
    error.code === STEP_UP_REQUIRED_CODE &&
    error.acceptsIdToken !== false
  );
}
