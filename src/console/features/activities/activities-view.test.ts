import { describe, expect, test } from 'vitest';
import { activitiesSearch, parseActivitiesView } from './activities-view.ts';

const parse = (search: string) => parseActivitiesView(new URLSearchParams(search));

describe('activities view', () => {
  test.each(['', 'start=-1', 'start=1.5', 'start=many', 'start=', 'language='])(
    'reads "%s" as the first page',
    (search) => expect(parse(search)).toEqual({ start: 0 }),
  );

  test('round-trips through the URL', () => {
    expect(activitiesSearch({ start: 0 })).toBe('');
    for (const view of [
      { start: 200, q: 'photo & video' },
      { start: 0, language: 'Français & co' },
    ]) {
      expect(parse(activitiesSearch(view))).toEqual(view);
    }
  });
});
