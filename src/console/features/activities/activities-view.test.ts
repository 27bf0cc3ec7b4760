import { describe, expect, test } from 'vitest';
import { isFiltered, parseActivitiesView } from './activities-view.ts';

const parse = (search: string) => parseActivitiesView(new URLSearchParams(search));

describe('activities view', () => {
  test.each(['', 'start=-1', 'start=1.5', 'start=many', 'start=', 'language=', 'status=on'])(
    'reads "%s" as the first page',
    (search) => expect(parse(search)).toEqual({ start: 0 }),
  );

  test('is filtered by a search and by a status, not by a page or a language', () => {
    expect(isFiltered(parse('start=200&language=Deutsch'))).toBe(false);
    expect(isFiltered(parse('q=photo'))).toBe(true);
    expect(isFiltered(parse('status=inactive'))).toBe(true);
  });
});
