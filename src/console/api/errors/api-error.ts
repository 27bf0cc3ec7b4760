import { STEP_UP_REQUIRED_CODE } from '#contract/json-api.ts';

/** One of the things that a service says is wrong. */
export interface ErrorDetail {
  readonly code?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  /** JSON pointer into the request's body: `/data/attributes/name`. */
  readonly pointer?: string | undefined;
  /** Name of the query parameter. */
  readonly parameter?: string | undefined;
}

/**
 * `network`: no answer came; `timeout`: none came in time; `refused`: the service answered with an
 * error; `invalid-reply`: it answered with success and a body that is not what the contract says.
 */
export type ApiErrorKind = 'network' | 'timeout' | 'error-response' | 'invalid-response';

interface ApiErrorFields {
  readonly kind: ApiErrorKind;
  readonly status?: number | undefined;
  readonly errors?: readonly ErrorDetail[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly endpoint?: string | undefined;
  readonly scope?: string | undefined;
  readonly missingScope?: string | undefined;
  readonly cause?: unknown;
}

/** The one error that requests fail with; `explain` puts it into words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** All that the service says is wrong; empty where it says nothing that can be read. */
  readonly errors: readonly ErrorDetail[];
  /** The id under which the services' logs know the request. */
  readonly requestId: string | undefined;
  /** Seconds that the service asks to wait before the next try. */
  readonly retryAfter: number | undefined;
  /** Id of the endpoint in the contract. */
  readonly endpoint: string | undefined;
  /** The scope that the endpoint asks for. */
  readonly scope: string | undefined;
  /** The same, where the session was not granted it. */
  readonly missingScope: string | undefined;

  constructor(fields: ApiErrorFields) {
    const first = fields.errors?.[0];
    super(first?.detail ?? first?.title ?? `${fields.kind} ${fields.status ?? ''}`.trim(), {
      cause: fields.cause,
    });
    this.kind = fields.kind;
    this.status = fields.status ?? 0;
    this.errors = fields.errors ?? [];
    this.requestId = fields.requestId;
    this.retryAfter = fields.retryAfter;
    this.endpoint = fields.endpoint;
    this.scope = fields.scope;
    this.missingScope = fields.missingScope;
  }

  /** Code, title and detail of the first thing that is wrong. */
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

/** Whether the service asks for the password to be confirmed (decisions.md, 8). */
export function isStepUpRequired(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.code === STEP_UP_REQUIRED_CODE;
}
