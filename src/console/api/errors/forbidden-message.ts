import { ApiError, isStepUpRequired } from './api-error.ts';

/** Why something was refused. */
export interface ErrorMessage {
  /** Without a full stop. */
  readonly title: string;
  /** What to do. */
  readonly detail: string;
}

/** Whether reading it again changes nothing: it isn't there, or isn't for this person. */
export function isNotFoundOrForbidden(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}

/** Endpoints of a single domain, which is shared with some roles and not with others. */
const DOMAIN_ENDPOINTS = ['getDomain', 'updateDomain', 'deleteDomain'];

/**
 * The kinds of a 403 (advocacy.md, Errors; decisions.md, 7, 8 and 13): the password, the scope, what
 * stands in the way of the act, the team, the role in it. They are told apart by what was asked for,
 * because services need not say more than the code; what ours says of the reason comes first.
 */
export function forbiddenMessage(error: ApiError): ErrorMessage {
  if (isStepUpRequired(error)) {
    return {
      title: "Your password wasn't confirmed",
      detail: 'Try again and confirm it when you are asked.',
    };
  }
  if (error.missingScope !== undefined) {
    return {
      title: `Your session has no ${error.missingScope} scope`,
      detail:
        'Ask an administrator of the team for a role that has it, then sign out and in again.',
    };
  }
  const { title, detail } = likelyCause(error);
  return { title: error.detail?.replace(/\.$/, '') ?? title, detail };
}

function likelyCause({ endpoint = '', scope = '' }: ApiError): ErrorMessage {
  if (endpoint === 'deleteAccount') {
    return {
      title: 'A social feed uses the account, or your role does not allow it',
      detail: 'Take it out of its feeds, or ask an administrator of the team to delete it.',
    };
  }
  if (DOMAIN_ENDPOINTS.includes(endpoint)) {
    return {
      title: 'You have no access to this domain',
      detail: 'Ask an administrator of the team to share it with your role.',
    };
  }
  if (scope.startsWith('identity') || scope.startsWith('authentication_factors')) {
    return {
      title: "You aren't allowed to do this",
      detail: 'Sign out and in again; if it stays, ask an administrator.',
    };
  }
  if (scope.endsWith(':write')) {
    return {
      title: "Your role in this team doesn't allow it",
      detail: 'Ask an administrator of the team for a role that may.',
    };
  }
  return {
    title: "You aren't in this team",
    detail: 'It may not exist, or you were taken out of it. Ask its administrator to add you.',
  };
}
