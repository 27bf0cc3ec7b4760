import { expect, test } from 'vitest';
import { activitiesSearch, parseActivitiesView } from './activities-view.ts';

const parse = (search: string) => parseActivitiesView(new URLSearchParams(search));

test.each(['', 'start=-1', 'start=1.5', 'start=many', 'start=', 'language='])(
  '"%s" is the first page',
  (search) => expect(parse(search)).toEqual({ start: 0 }),
);

test('a place survives its address', () => {
  expect(activitiesSearch({ start: 0, language: undefined })).toBe('');
  for (const view of [{ start: 200 }, { start: 0, language: 'Français & co' }]) {
    expect(parse(activitiesSearch(view))).toEqual(view);
  }
});
