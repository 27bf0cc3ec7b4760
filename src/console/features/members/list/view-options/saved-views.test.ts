import { expect, test } from 'vitest';
import { parseMembersView } from '#console/features/members/members-view.ts';
import {
  displayOfLink,
  findByName,
  freeName,
  isCurrentView,
  linkSearch,
  parseSavedViews,
  type SavedView,
  searchToSave,
} from './saved-views.ts';

const gold = { id: 'a', name: 'Gold', search: 'tier=3' };
const blocked = { id: 'b', name: 'Blocked', search: 'status=blocked' };

test('searchToSave keeps filters and order only', () => {
  const search = 'status=blocked&sort=-points&language=Deutsch&count=50&from=51&cursor=abc';
  const view = parseMembersView(new URLSearchParams(search));
  expect(searchToSave(view)).toBe('status=blocked&sort=-points');
});

test('findByName ignores case', () => {
  expect(findByName([gold, blocked], 'GOLD')).toBe(gold);
  expect(findByName([gold, blocked], 'Golden')).toBeUndefined();
});

test('freeName numbers a name that another view has', () => {
  expect(freeName([gold], 'Silver')).toBe('Silver');
  const two = { ...gold, name: 'GOLD 2' };
  expect(freeName([gold, two], 'gold')).toBe('gold 3');
  const long = { ...gold, name: 'x'.repeat(60) };
  expect(freeName([long], long.name)).toBe(`${'x'.repeat(58)} 2`);
});

test('a link has the columns and the row height of its view', () => {
  const displayed = (display: SavedView['display']) =>
    displayOfLink(new URLSearchParams(linkSearch({ ...gold, display })));
  const compact = { hidden: ['email', 'tags'], density: 'compact' as const };
  expect(displayed(compact)).toEqual(compact);
  expect(displayed({ hidden: [] })).toEqual({ hidden: [], density: undefined });
  const wide = {
    columns: ['points', 'custom_attributes.a,b'],
    widths: [{ column: 'custom_attributes.a,b', width: 240 }],
  };
  expect(displayed(wide)).toEqual({ ...wide, density: undefined, hidden: undefined });
  expect(displayed({})).toEqual({});
  expect(displayed(undefined)).toBeUndefined();
  expect(displayOfLink(new URLSearchParams('hidden=&density=huge'))).toBeUndefined();
});

test('isCurrentView compares the display only if the view has one', () => {
  const compact = { ...gold, display: { hidden: ['email', 'tags'], density: 'compact' as const } };
  const search = 'tier=3';
  expect(isCurrentView(compact, { search, display: compact.display })).toBe(true);
  const inOtherOrder = { ...compact.display, hidden: ['tags', 'email'] };
  expect(isCurrentView(compact, { search, display: inOtherOrder })).toBe(true);
  expect(isCurrentView(compact, { search, display: { hidden: ['email', 'tags'] } })).toBe(false);
  expect(isCurrentView(compact, { search: '', display: compact.display })).toBe(false);
  expect(isCurrentView(gold, { search, display: compact.display })).toBe(true);
  const byDefault = { ...gold, display: {} };
  expect(isCurrentView(byDefault, { search, display: {} })).toBe(true);
  expect(isCurrentView(byDefault, { search, display: { hidden: ['email'] } })).toBe(false);
  const widths = [
    { column: 'email', width: 200 },
    { column: 'points', width: 96 },
  ];
  const wide = { ...gold, display: { columns: ['email', 'points'], widths } };
  const reordered = { columns: ['email', 'points'], widths: widths.toReversed() };
  expect(isCurrentView(wide, { search, display: reordered })).toBe(true);
  expect(isCurrentView(wide, { search, display: { columns: ['email', 'points'] } })).toBe(false);
});

test('parseSavedViews reads a display, and leaves out one that it cannot read', () => {
  const view = { ...gold, display: { hidden: ['email'], density: 'compact' } };
  expect(parseSavedViews(JSON.stringify([view]))).toEqual([view]);
  const unreadable = { ...gold, display: { density: 'huge' } };
  expect(parseSavedViews(JSON.stringify([unreadable]))).toEqual([gold]);
});

test('parseSavedViews ignores what it cannot read', () => {
  expect(parseSavedViews(JSON.stringify([gold]))).toEqual([gold]);
  expect(parseSavedViews(null)).toEqual([]);
  expect(parseSavedViews('[{"name":1}]')).toEqual([]);
});

test('parseSavedViews has the views of before in the words of today', () => {
  const old = {
    ...gold,
    search: 'sort=-points&tiers=3&tags=none:vip&points=100..&enrolled=last:30',
  };
  const [view] = parseSavedViews(JSON.stringify([old]));
  expect(view?.search).toBe('enrolled_last=30&points_min=100&tag_none=vip&tier=3&sort=-points');
  // What can't be read stays, and the list says so.
  const odd = { ...gold, search: 'tags=odd&tiers=3' };
  expect(parseSavedViews(JSON.stringify([odd]))).toEqual([odd]);
});
