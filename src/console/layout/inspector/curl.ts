import type { ApiCall } from '#console/api/call-log.ts';

/** A shell command that repeats a call, with variables in place of the secrets. */
export function toCurl({ method, url, mediaType, body, hasFile = false }: ApiCall): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    ...(hasFile ? [] : [`-H ${quote(`Accept: ${mediaType}`)}`]),
    // Double quotes, so that the shell fills in the variable.
    '-H "Authorization: Bearer $ACCESS_TOKEN"',
  ];
  if (hasFile) {
    lines.push(`-H ${quote(`Content-Type: ${mediaType}`)}`, '--data-binary @file');
  }
  if (body !== undefined) {
    lines.push(`-H ${quote(`Content-Type: ${mediaType}`)}`, `-d ${quote(body)}`);
  }
  return lines.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
