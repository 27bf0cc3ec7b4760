import { ApiError, isStepUpRequired } from './api-error.ts';

/** Why a request failed. */
export interface ErrorMessage {
  /** Without a period. */
  readonly title: string;
  /** What to do. */
  readonly detail: string;
}

/** What scopes give access to, by their resource; `teams` covers a whole loyalty program. */
const RESOURCE_LABELS: Readonly<Record<string, string>> = {
  accounts: 'accounts',
  boards: 'boards',
  domains: 'domains',
  webhooks: 'webhooks',
  identity: 'your profile',
  authentication_factors: 'your sign-in settings',
};

/** What a user can't do without a scope, in their words. */
export function missingScopeMessage(scope: string): ErrorMessage {
  const [resource = '', access] = scope.split(':');
  const label = RESOURCE_LABELS[resource];
  if (access === 'write') {
    return {
      title: label ? `You have view-only access to ${label}` : 'You have view-only access',
      detail: 'Ask a team admin to change this.',
    };
  }
  return {
    title: label ? `You don't have access to ${label}` : "You don't have access",
    detail: 'Ask a team admin for access, then sign in again.',
  };
}

/** Whether retrying can't help: it doesn't exist, or the user has no access to it. */
export function isNotFoundOrForbidden(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}

/** Endpoints of a single domain: a domain can be shared with some roles only. */
const DOMAIN_ENDPOINTS = ['getDomain', 'updateDomain', 'deleteDomain'];

/**
 * What a 403 means (advocacy.md, Errors; decisions.md, 7, 8 and 13): step-up required, missing scope,
 * resource in use, not on the team, or the wrong role. Services need not send more than the code, so
 * the cause is guessed from the endpoint and its scope; a detail from the service comes first.
 */
export function forbiddenMessage(error: ApiError): ErrorMessage {
  if (isStepUpRequired(error)) {
    return {
      title: "Your password wasn't confirmed",
      detail: 'Try again and enter it when asked.',
    };
  }
  if (error.missingScope !== undefined) return missingScopeMessage(error.missingScope);
  const { title, detail } = likelyCause(error);
  return { title: error.detail?.replace(/\.$/, '') ?? title, detail };
}

function likelyCause({ endpoint = '', scope = '' }: ApiError): ErrorMessage {
  if (endpoint === 'deleteAccount') {
    return {
      title: "A feed uses this account, or your role doesn't allow deleting it",
      detail: 'Remove it from its feeds, or ask a team admin to delete it.',
    };
  }
  if (DOMAIN_ENDPOINTS.includes(endpoint)) {
    return {
      title: "You don't have access to this domain",
      detail: 'Ask a team admin to share it with your role.',
    };
  }
  if (scope.startsWith('identity') || scope.startsWith('authentication_factors')) {
    return {
      title: "You aren't allowed to do this",
      detail: "Sign out and in again. If that doesn't help, ask an administrator.",
    };
  }
  if (scope.endsWith(':write')) {
    return {
      title: "Your role on this team doesn't allow it",
      detail: 'Ask a team admin for a role that can write.',
    };
  }
  return {
    title: "You're not on this team",
    detail: 'It may not exist, or you were removed from it. Ask a team admin to add you.',
  };
}
