import { describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { toUserFacingError } from './error-messages.ts';

function refused(fields: Partial<ConstructorParameters<typeof ApiError>[0]>) {
  return new ApiError({ kind: 'error-response', requestId: 'request-1', ...fields });
}

describe('the kinds of 403', () => {
  const forbidden = { status: 403, errors: [{ code: '4030000', title: 'Forbidden' }] };
  const kinds = {
    stepUp: refused({ status: 403, errors: [{ code: '403', title: 'Forbidden' }] }),
    scope: refused({ ...forbidden, scope: 'boards:read', missingScope: 'boards:read' }),
    team: refused({ ...forbidden, endpoint: 'listBoards', scope: 'boards:read' }),
    role: refused({ ...forbidden, endpoint: 'createDomain', scope: 'domains:write' }),
    inUse: refused({ ...forbidden, endpoint: 'deleteAccount', scope: 'accounts:write' }),
    domain: refused({ ...forbidden, endpoint: 'getDomain', scope: 'domains:read' }),
  };

  test('are told apart without a word of the service, with something to do and the id to quote', () => {
    const problems = Object.values(kinds).map((error) => toUserFacingError(error));
    expect(problems.map((problem) => problem?.title)).toEqual([
      "Your password wasn't confirmed",
      "You don't have access to boards",
      "You're not on this team",
      "Your role on this team doesn't allow it",
      "A feed uses this account, or your role doesn't allow deleting it",
      "You don't have access to this domain",
    ]);
    for (const problem of problems) {
      expect(problem?.detail).toMatch(/\.$/);
      expect(problem?.requestId).toBe('request-1');
    }
  });

  test('who may do nothing but read their own is sent to no team', () => {
    const problem = toUserFacingError(
      refused({ ...forbidden, scope: 'authentication_factors:write' }),
    );
    expect(JSON.stringify(problem)).not.toContain('team');
  });

  test("the service's own reason comes in the place of the likely one", () => {
    const errors = [{ code: '4030000', detail: 'Your role in this team only reads.' }];
    const error = refused({
      status: 403,
      errors,
      endpoint: 'createDomain',
      scope: 'domains:write',
    });
    expect(toUserFacingError(error, "The domain wasn't added")).toEqual({
      title: "The domain wasn't added",
      detail: 'Your role in this team only reads. Ask a team admin for a role that can write.',
      requestId: 'request-1',
    });
  });
});

test("a status's own name is not told: it says nothing", () => {
  const error = refused({ status: 404, errors: [{ code: '404', title: 'Not Found' }] });
  expect(JSON.stringify(toUserFacingError(error))).not.toContain('Not Found');
});

test("the page's words come first, then the reason, then what the service says", () => {
  const error = refused({ status: 422, errors: [{ detail: 'Is taken' }] });
  expect(toUserFacingError(error, "The domain wasn't added")).toEqual({
    title: "The domain wasn't added",
    detail: "The service doesn't accept a value. Is taken",
    requestId: 'request-1',
  });
});

test('no answer, a late one and an unreadable one are told apart', () => {
  const titles = (['network', 'timeout', 'invalid-response'] as const).map(
    (kind) => toUserFacingError(new ApiError({ kind }))?.title,
  );
  expect(new Set(titles).size).toBe(3);
});

test('what the person cancelled is nothing to tell', () => {
  expect(toUserFacingError(new DOMException('', 'AbortError'))).toBeUndefined();
});

test("a fault of the console's own shows no internals", () => {
  const problem = toUserFacingError(new TypeError('x is undefined'));
  expect(JSON.stringify(problem)).not.toContain('undefined');
});
