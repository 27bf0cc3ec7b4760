import { expect, test } from 'vitest';
import { setupMessage } from './setup-message.ts';

test('the message names the zone, and each record relative to it and in full', () => {
  const record = {
    type: 'CNAME',
    name: 'shop.example.com',
    host: 'shop',
    value: 'edge.patron.example',
  };
  const message = setupMessage('shop.example.com', 'example.com', [record]);
  expect(message).toContain('this DNS record for example.com');
  expect(message).toContain(
    'Type: CNAME\nName: shop\nValue: edge.patron.example\n(Full name: shop.example.com)',
  );
});
