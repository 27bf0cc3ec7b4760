import type { ApiCall } from '#console/api/call-log.ts';
import { shellQuote } from '#console/lib/format/shell-quote.ts';

/** A shell command that repeats a call, with variables in place of the secrets. */
export function toCurl({ method, url, mediaType, body, hasFile = false }: ApiCall): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuote(url)}`,
    ...(hasFile ? [] : [`-H ${shellQuote(`Accept: ${mediaType}`)}`]),
    // Double quotes, so that the shell fills in the variable.
    '-H "Authorization: Bearer $ACCESS_TOKEN"',
  ];
  if (hasFile) {
    lines.push(`-H ${shellQuote(`Content-Type: ${mediaType}`)}`, '--data-binary @file');
  }
  if (body !== undefined) {
    lines.push(`-H ${shellQuote(`Content-Type: ${mediaType}`)}`, `-d ${shellQuote(body)}`);
  }
  return lines.join(' \\\n  ');
}
