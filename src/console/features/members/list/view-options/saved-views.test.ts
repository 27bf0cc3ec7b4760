import { expect, test } from 'vitest';
import { parseMembersView } from '#console/features/members/members-view.ts';
import { parseSavedViews, renameView, saveView, searchToSave } from './saved-views.ts';

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

test('parseSavedViews ignores what it cannot read', () => {
  expect(parseSavedViews(JSON.stringify([gold]))).toEqual([gold]);
  expect(parseSavedViews(null)).toEqual([]);
  expect(parseSavedViews('[{"name":1}]')).toEqual([]);
});
