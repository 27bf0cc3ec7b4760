import { FORBIDDEN_CODE } from '#contract/json-api.ts';
import { ApiError, isStepUpRequired } from './api-error.ts';
import { type ErrorMessage, missingScopeMessage } from './missing-scope.ts';

/** Whether retrying can't help: it doesn't exist, or the user has no access to it. */
export function isNotFoundOrForbidden(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}

/** Endpoints of a single domain: a domain can be shared with some roles only. */
const DOMAIN_ENDPOINTS = ['getDomain', 'updateDomain', 'deleteDomain'];

/**
 * What a 403 means (advocacy.md, Errors; decisions.md, 7, 8 and 13): step-up required, missing scope,
 * resource in use, not on the team, or the wrong role. Services need not send more than the code
 * `4030000`: the cause then follows from the endpoint and its scope; a detail from the service comes first. Of
 * any other 403 only the service knows the cause.
 */
export function forbiddenMessage(error: ApiError): ErrorMessage {
  if (isStepUpRequired(error)) {
    return {
      title: "Your password wasn't confirmed",
      detail: 'Try again and enter it when asked.',
    };
  }
  if (error.missingScope !== undefined) return missingScopeMessage(error.missingScope);
  if (error.code !== FORBIDDEN_CODE) {
    return { title: 'The service denied access', detail: wordsOf(error) ?? ASK };
  }
  const { rule, detail: words } = error.errors[0] ?? {};
  if (rule !== undefined && words !== undefined) return splitSentences(words);
  const { title, detail } = likelyCause(error);
  return { title: error.detail?.replace(/\.$/, '') ?? title, detail };
}

/** The first sentence is the title. */
function splitSentences(words: string): ErrorMessage {
  const [title = '', ...rest] = words.split(/(?<=\.) /);
  return { title: title.replace(/\.$/, ''), detail: rest.join(' ') };
}

const ASK = 'Ask an administrator whether you may have access.';

/** What the service says itself, as a sentence; undefined if it only repeats the status. */
function wordsOf({ detail, title }: ApiError): string | undefined {
  const words = (detail ?? title)?.trim();
  if (!words || /^(?:403 ?)?forbidden\.?$/i.test(words)) return undefined;
  return /[.!?。]$/.test(words) ? words : `${words}.`;
}

function likelyCause({ endpoint = '', scope = '', detail: words }: ApiError): ErrorMessage {
  if (endpoint === 'deleteAccount') {
    return {
      title: "A feed uses this account, or your role doesn't allow deleting it",
      detail:
        'Remove it from its feeds first, or ask an administrator to delete it. Feeds are edited outside Patron.',
    };
  }
  if (DOMAIN_ENDPOINTS.includes(endpoint)) {
    return {
      title: "You don't have access to this domain",
      detail: 'Ask an administrator to share it with your role.',
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
      detail: 'Ask an administrator for a role that can change things.',
    };
  }
  // The service names another cause.
  if (words !== undefined) return { title: words, detail: 'Ask an administrator.' };
  return {
    title: "You're not on this team",
    detail: 'It may not exist, or you were removed from it. Ask an administrator to add you.',
  };
}
