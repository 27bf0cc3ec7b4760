import { describe, expect, test } from 'vitest';
import { cleanDomainName, domainNameError } from './clean-domain-name.ts';

describe('a pasted domain name', () => {
  test.each([
    ['https://Shop.Northwind.example/path?a=1#b', 'Shop.Northwind.example'],
    [' shop.northwind.example. ', 'shop.northwind.example'],
    ['//shop.northwind.example:8080', 'shop.northwind.example'],
    ['https://user@shop.northwind.example', 'shop.northwind.example'],
    ['http:shop.northwind.example', 'shop.northwind.example'],
    ['bücher.example/a', 'bücher.example'],
    ['shop.northwind.example', 'shop.northwind.example'],
    ['https://', ''],
    ['', ''],
  ])('%s becomes %s', (text, name) => {
    expect(cleanDomainName(text)).toBe(name);
  });

  test.each([
    ['*.northwind.example', /wildcards/],
    ['192.0.2.1', /IP address/],
    ['2001:db8::1', /IP address/],
    ['northwind', /ending/],
  ])('%s is explained', (name, message) => {
    expect(domainNameError(name)).toMatch(message);
  });

  test('has no error if it is a host name', () => {
    expect(domainNameError('shop.northwind.example')).toBeUndefined();
  });
});
