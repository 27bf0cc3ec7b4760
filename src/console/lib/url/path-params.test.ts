import { expect, test } from 'vitest';
import { decodeParams } from './path-params.ts';

test('an address that was not escaped correctly keeps what the router makes of it', () => {
  expect(decodeParams({ memberId: '50%' }, '/members/50%')).toEqual({ memberId: '50%' });
});
