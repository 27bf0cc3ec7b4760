import { expect, test } from 'vitest';
import { activitiesSearch, parseActivitiesView } from './activities-view.ts';

const parse = (search: string) => parseActivitiesView(new URLSearchParams(search));

test.each(['', 'start=-1', 'start=1.5', 'start=many', 'start='])(
  '"%s" is the first page',
  (search) => expect(parse(search)).toEqual({ start: 0 }),
);

test('a place survives its address', () => {
  expect(activitiesSearch({ start: 0 })).toBe('');
  expect(parse(activitiesSearch({ start: 200 }))).toEqual({ start: 200 });
});
