import { expect, test } from 'vitest';
import { offsetPage } from './offset-page.ts';

const page = (count: number, next: string | null | undefined, total?: number) =>
  offsetPage(
    { data: Array.from({ length: count }), links: { next }, meta: { total } },
    { page: 2, size: 10 },
  );

test.each([
  ['a link to it', page(3, '/next'), true],
  ['null, also on a full page', page(10, null), false],
  ['no link, on a full page', page(10, undefined), true],
  ['no link, on a page that is not full', page(9, undefined), false],
  ['no link, on the full last page of a counted list', page(10, undefined, 20), false],
  ['no link, on a full page of a counted list', page(10, undefined, 21), true],
])('whether there is a next page is known by %s', (_what, { hasNext }, expected) => {
  expect(hasNext).toBe(expected);
});
