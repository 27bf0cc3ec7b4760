import { expect, test } from 'vitest';
import { nameNotice } from './attribute-dialog.tsx';

test('nameNotice points out a name like one in use, and that a new one stays', () => {
  const inUse = [{ key: 'shoe_size' }];
  expect(nameNotice('Shoe Size', inUse)).toMatch('Did you mean shoe_size?');
  expect(nameNotice('hat', inUse)).toMatch("can't be removed");
  expect(nameNotice('', inUse)).toBeUndefined();
});
