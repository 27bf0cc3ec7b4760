import { describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { explain } from './explain.ts';

function refused(fields: Partial<ConstructorParameters<typeof ApiError>[0]>) {
  return new ApiError({ kind: 'refused', requestId: 'request-1', ...fields });
}

describe('the five kinds of 403', () => {
  const kinds = {
    stepUp: refused({ status: 403, errors: [{ code: '403' }] }),
    scope: refused({ status: 403, errors: [{ code: '4030000' }], missingScope: 'boards:read' }),
    account: refused({ status: 403, errors: [{ code: '4030000' }], endpoint: 'deleteAccount' }),
    domain: refused({ status: 403, errors: [{ code: '4030000' }], endpoint: 'getDomain' }),
    action: refused({ status: 403, errors: [{ code: '4030000' }], endpoint: 'createAccount' }),
  };

  test('are told apart, with something to do and the id to quote', () => {
    const problems = Object.values(kinds).map((error) => explain(error));
    expect(new Set(problems.map((problem) => problem?.title)).size).toBe(5);
    for (const problem of problems) {
      expect(problem?.detail).toBeTruthy();
      expect(problem?.requestId).toBe('request-1');
    }
    expect(explain(kinds.scope)?.title).toContain('boards:read');
  });
});

test("the page's words come first, then the reason, then what the service says", () => {
  const error = refused({ status: 422, errors: [{ detail: 'Is taken' }] });
  expect(explain(error, "The domain wasn't added")).toEqual({
    title: "The domain wasn't added",
    detail: "The service doesn't accept a value. Is taken",
    requestId: 'request-1',
  });
});

test('no answer, a late one and an unreadable one are told apart', () => {
  const titles = (['network', 'timeout', 'invalid-reply'] as const).map(
    (kind) => explain(new ApiError({ kind }))?.title,
  );
  expect(new Set(titles).size).toBe(3);
});

test('what the person cancelled is nothing to tell', () => {
  expect(explain(new DOMException('', 'AbortError'))).toBeUndefined();
});

test("a fault of the console's own shows no internals", () => {
  const problem = explain(new TypeError('x is undefined'));
  expect(JSON.stringify(problem)).not.toContain('undefined');
});
