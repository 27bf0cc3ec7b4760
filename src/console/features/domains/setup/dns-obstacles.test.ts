import { expect, test } from 'vitest';
import { describeObstacle } from './dns-obstacles.tsx';

test.each([
  [
    { kind: 'proxy', name: 'shop.brand.test', type: null, found: ['104.16.1.1'] },
    "Cloudflare's proxy is in front of shop.brand.test (104.16.1.1)",
  ],
  [
    { kind: 'caa', name: 'brand.test', type: 'CAA', found: ['digicert.com'] },
    'The CAA records of brand.test allow only digicert.com to issue certificates',
  ],
  [
    { kind: 'caa', name: 'brand.test', type: 'CAA', found: [] },
    'The CAA records of brand.test allow nobody to issue certificates',
  ],
  [
    { kind: 'conflict', name: 'shop.brand.test', type: 'AAAA', found: ['2001:db8::1'] },
    'shop.brand.test also has an AAAA record with 2001:db8::1',
  ],
])('an obstacle is named with its values: %j', (obstacle, title) => {
  expect(describeObstacle(obstacle).title).toBe(title);
});
