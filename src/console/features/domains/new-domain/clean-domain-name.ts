/**
 * Takes the host name out of what users paste: an address with protocol, port or path, or a name with
 * spaces or a final dot around it.
 */
export function cleanDomainName(text: string): string {
  const [, host = ''] =
    /^(?:[a-z][a-z+.-]*:)?(?:\/\/)?(?:[^/?#@]*@)?([^/?#]*)/i.exec(text.trim()) ?? [];
  return host.replace(/:\d*$/, '').replace(/\.+$/, '').trim();
}

/** Why a name can't be added as a domain; undefined if it can. */
export function domainNameError(name: string): string | undefined {
  if (name.startsWith('*')) return 'Add each domain on its own: wildcards are not supported';
  if (/^\d+(\.\d+){3}$|^\[|:.*:/.test(name)) {
    return 'Enter a name such as shop.example.com, not an IP address';
  }
  if (!name.includes('.')) return 'Add the ending, for example .com';
  return undefined;
}
