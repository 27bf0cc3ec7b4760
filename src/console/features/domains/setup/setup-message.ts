/** A text with the records, for the person who manages the domain's DNS. */
export function setupMessage(
  domain: string,
  zone: string,
  records: readonly Record<'type' | 'name' | 'host' | 'value', string>[],
): string {
  const blocks = records.map(({ type, name, host, value }) =>
    [`Type: ${type}`, `Name: ${host}`, `Value: ${value}`, `(Full name: ${name})`].join('\n'),
  );
  return [
    'Hello,',
    `We want to publish pages on ${domain}. Please set ${
      records.length === 1 ? 'this DNS record' : 'these DNS records'
    } for ${zone}, and remove other A, AAAA or CNAME records with the same name:`,
    ...blocks,
    'Thank you!',
  ].join('\n\n');
}
