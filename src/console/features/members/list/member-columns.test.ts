import { describe, expect, test } from 'vitest';
import { directoryColumns, fitWidths } from './member-columns.tsx';
import { shownColumns } from './view-options/display-options.ts';

const usual = directoryColumns(undefined);
const fitted = (...ids: string[]) => fitWidths(shownColumns(usual, ids), usual.length, []);

describe('widths of the members list', () => {
  test('give the name what other columns leave', () => {
    expect(fitted('email', 'points').map(({ width }) => width)[0]).toBeUndefined();
  });

  test('show tags in a window of any width, without cutting names', () => {
    const [name, tags] = fitted('tags');
    expect(name?.width).toBe('184px');
    expect(tags).toMatchObject({ id: 'tags', width: '156px', hideBelow: undefined });
  });
});
