import { describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { toUserFacingError } from './error-messages.ts';

function errorResponse(fields: Partial<ConstructorParameters<typeof ApiError>[0]>) {
  return new ApiError({ kind: 'error-response', requestId: 'request-1', ...fields });
}

test("a 413 that isn't Patron's names the limit of a proxy, and Patron's own its limit", () => {
  const ofProxy = toUserFacingError(errorResponse({ status: 413, errors: [] }));
  expect(ofProxy?.title).toBe('The request is too large');
  expect(ofProxy?.detail).toMatch(/^A proxy between you and Patron limits/);
  const own = { code: '413', detail: 'The file is larger than 100 MB.' };
  const ofPatron = toUserFacingError(errorResponse({ status: 413, errors: [own] }));
  expect(ofPatron?.detail).toBe('The file is larger than 100 MB.');
});

describe('messages for 403', () => {
  const forbidden = { status: 403, errors: [{ code: '4030000', title: 'Forbidden' }] };
  const kinds = {
    stepUp: errorResponse({ status: 403, errors: [{ code: '403', title: 'Forbidden' }] }),
    scope: errorResponse({ ...forbidden, scope: 'boards:read', missingScope: 'boards:read' }),
    team: errorResponse({ ...forbidden, endpoint: 'listBoards', scope: 'boards:read' }),
    role: errorResponse({ ...forbidden, endpoint: 'createDomain', scope: 'domains:write' }),
    inUse: errorResponse({ ...forbidden, endpoint: 'deleteAccount', scope: 'accounts:write' }),
    domain: errorResponse({ ...forbidden, endpoint: 'getDomain', scope: 'domains:read' }),
  };

  test('differ by cause, say what to do and have the request id', () => {
    const messages = Object.values(kinds).map((error) => toUserFacingError(error));
    expect(messages.map((message) => message?.title)).toEqual([
      "Your password wasn't confirmed",
      "You don't have access to boards",
      "You're not on this team",
      "Your role on this team doesn't allow it",
      "A feed uses this account, or your role doesn't allow deleting it",
      "You don't have access to this domain",
    ]);
    for (const message of messages) {
      expect(message?.detail).toMatch(/\.$/);
      expect(message?.requestId).toBe('request-1');
    }
  });

  test('do not mention a team for personal data', () => {
    const message = toUserFacingError(
      errorResponse({ ...forbidden, scope: 'authentication_factors:write' }),
    );
    expect(JSON.stringify(message)).not.toContain('team');
  });

  test.each([
    [[{ code: 'plan_limit', detail: 'Your plan has no domains.' }], 'Your plan has no domains.'],
    [
      [{ code: '403', title: 'No access', detail: 'Your plan has no domains' }],
      'Your plan has no domains.',
    ],
    [[{ title: 'Not in your plan' }], 'Not in your plan.'],
    [[{ code: '403', title: 'Forbidden' }], 'Ask an administrator whether you may have access.'],
    [[], 'Ask an administrator whether you may have access.'],
  ])('name no membership and no password if the service sends %j', (errors, detail) => {
    const fields = { endpoint: 'listDomains', scope: 'domains:read', acceptsIdToken: false };
    const error = errorResponse({ status: 403, errors, ...fields });
    expect(toUserFacingError(error)).toMatchObject({ title: 'The service denied access', detail });
    expect(toUserFacingError(error, "Couldn't load domains")?.detail).toBe(
      `The service denied access. ${detail}`,
    );
  });

  test("name no membership beside the service's own cause", () => {
    const errors = [{ code: '4030000', detail: 'Your plan has no domains.' }];
    const error = errorResponse({ status: 403, errors, scope: 'domains:read' });
    expect(toUserFacingError(error, "Couldn't load domains")?.detail).toBe(
      'Your plan has no domains. Ask an administrator.',
    );
  });

  test("prefer the service's detail", () => {
    const errors = [{ code: '4030000', detail: 'Your role in this team only reads.' }];
    const error = errorResponse({
      status: 403,
      errors,
      endpoint: 'createDomain',
      scope: 'domains:write',
    });
    expect(toUserFacingError(error, "The domain wasn't added")).toEqual({
      title: "The domain wasn't added",
      detail:
        'Your role in this team only reads. Ask an administrator for a role that can change things.',
      requestId: 'request-1',
    });
  });
});

test('the reason phrase of a status is not shown', () => {
  const error = errorResponse({ status: 404, errors: [{ code: '404', title: 'Not Found' }] });
  expect(JSON.stringify(toUserFacingError(error))).not.toContain('Not Found');
});

test('a list that is not found means that its service is not running', () => {
  const message = toUserFacingError(errorResponse({ status: 404, endpoint: 'listBoards' }));
  expect(message?.title).toBe("The service isn't available");
  const item = toUserFacingError(errorResponse({ status: 404, endpoint: 'getAccount' }));
  expect(item?.title).toBe('Not found');
});

test("the page's title comes first, then the reason and the service's detail", () => {
  const error = errorResponse({ status: 422, errors: [{ detail: 'Is taken' }] });
  expect(toUserFacingError(error, "The domain wasn't added")).toEqual({
    title: "The domain wasn't added",
    detail: "The service didn't accept a value. Is taken",
    requestId: 'request-1',
  });
});

test.each([
  [401, 'Your session has ended. Sign in again.'],
  [409, 'This export has not finished.'],
  [422, 'This is the last administrator of the team.'],
  [429, 'Too many wrong passwords. Try again later.'],
  [502, "The advocacy service can't be reached."],
])('a %i that the service explains in a sentence needs no other reason', (status, detail) => {
  const error = errorResponse({ status, errors: [{ detail }] });
  expect(toUserFacingError(error, "Couldn't remove Ada")?.detail).toBe(detail);
});

test('network errors, timeouts and invalid responses have different titles', () => {
  const titles = (['network', 'timeout', 'invalid-response'] as const).map(
    (kind) => toUserFacingError(new ApiError({ kind }))?.title,
  );
  expect(new Set(titles).size).toBe(3);
});

test('only a change that timed out may have been saved', () => {
  const detailOf = (method: string) =>
    toUserFacingError(new ApiError({ kind: 'timeout', method }))?.detail;
  expect(detailOf('GET')).toBe('Try again in a moment.');
  expect(detailOf('PATCH')).toContain('may have been saved');
});

test('a change is never called a failure because its response cannot be read', () => {
  const messageOf = (method: string) =>
    toUserFacingError(
      new ApiError({ kind: 'invalid-response', method }),
      "The domain wasn't added",
    );
  expect(messageOf('POST')?.title).toBe("This was done, but the service's response can't be read");
  expect(messageOf('GET')?.title).toBe("The domain wasn't added");
});

test('a canceled request has no message', () => {
  expect(toUserFacingError(new DOMException('', 'AbortError'))).toBeUndefined();
});

test('an error of the console itself shows no internals', () => {
  const message = toUserFacingError(new TypeError('x is undefined'));
  expect(JSON.stringify(message)).not.toContain('undefined');
});
