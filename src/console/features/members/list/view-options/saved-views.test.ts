import { expect, test } from 'vitest';
import { parseMembersView } from '#console/features/members/members-view.ts';
import {
  isCurrentView,
  parseSavedViews,
  renameView,
  saveView,
  searchToSave,
} from './saved-views.ts';

const gold = { id: 'a', name: 'Gold', search: 'tiers=3' };
const blocked = { id: 'b', name: 'Blocked', search: 'status=blocked' };

test('searchToSave keeps filters and order only', () => {
  const search = 'status=blocked&sort=-points&language=Deutsch&count=50&from=51&cursor=abc';
  const view = parseMembersView(new URLSearchParams(search));
  expect(searchToSave(view)).toBe('status=blocked&sort=-points');
});

test('saveView replaces a view of the same name', () => {
  const views = saveView([gold], blocked);
  expect(views).toEqual([gold, blocked]);
  const platinum = { id: 'c', name: 'GOLD', search: 'tiers=4' };
  expect(saveView(views, platinum)).toEqual([platinum, blocked]);
});

test('renameView rejects the name of another view', () => {
  const views = [gold, blocked];
  expect(renameView(views, gold, 'blocked')).toBeUndefined();
  expect(renameView(views, gold, 'GOLD')).toEqual([{ ...gold, name: 'GOLD' }, blocked]);
});

test('isCurrentView compares the display only if the view has one', () => {
  const compact = { ...gold, display: { hidden: ['email', 'tags'], density: 'compact' as const } };
  const search = 'tiers=3';
  expect(isCurrentView(compact, { search, display: compact.display })).toBe(true);
  const inOtherOrder = { ...compact.display, hidden: ['tags', 'email'] };
  expect(isCurrentView(compact, { search, display: inOtherOrder })).toBe(true);
  expect(isCurrentView(compact, { search, display: { hidden: ['email', 'tags'] } })).toBe(false);
  expect(isCurrentView(compact, { search: '', display: compact.display })).toBe(false);
  expect(isCurrentView(gold, { search, display: compact.display })).toBe(true);
  const byDefault = { ...gold, display: {} };
  expect(isCurrentView(byDefault, { search, display: {} })).toBe(true);
  expect(isCurrentView(byDefault, { search, display: { hidden: ['email'] } })).toBe(false);
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
