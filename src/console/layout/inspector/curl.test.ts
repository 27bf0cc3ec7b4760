import { describe, expect, test } from 'vitest';
import type { ApiCall } from '#console/api/call-log.ts';
import { toCurl } from './curl.ts';

const call: ApiCall = {
  id: 1,
  method: 'GET',
  url: 'https://patron.example/api/advocacy/v2/teams/1/accounts?page[size]=25',
  mediaType: 'application/vnd.api+json',
  body: undefined,
};

describe('the curl command of a call', () => {
  test('repeats a GET with the token of a variable', () => {
    expect(toCurl(call)).toBe(
      [
        "curl 'https://patron.example/api/advocacy/v2/teams/1/accounts?page[size]=25'",
        "  -H 'Accept: application/vnd.api+json'",
        '  -H "Authorization: Bearer $ACCESS_TOKEN"',
      ].join(' \\\n'),
    );
  });

  test('quotes a body so that a shell passes it on unchanged', () => {
    const body = JSON.stringify({ name: 'It\'s "$HOME"' });
    const command = toCurl({ ...call, method: 'POST', body });
    expect(command).toMatch(/^curl -X POST 'https:/);
    expect(command).toContain("-H 'Content-Type: application/vnd.api+json'");
    expect(command.split(' \\\n').at(-1)).toBe(`  -d '{"name":"It'\\''s \\"$HOME\\""}'`);
  });

  test('sends a file from a file', () => {
    const command = toCurl({ ...call, method: 'POST', mediaType: 'text/csv', hasFile: true });
    expect(command.split(' \\\n').slice(2)).toEqual([
      "  -H 'Content-Type: text/csv'",
      '  --data-binary @file',
    ]);
  });
});
