import { expect, test } from 'vitest';
import { parseMembersView } from '#console/features/members/members-view.ts';
import { findPreviousPage, findSiblings } from './member-siblings.ts';

const [first, second, third] = ['1', '2', '3'].map((id) => ({
  id,
  member_id: `M-${id}`,
  member_status: 'active',
})) as [Member, Member, Member];
type Member = { id: string; member_id: string; member_status: string };

test('findSiblings finds the previous and the next member', () => {
  const page = [first, second, third];
  expect(findSiblings(page, second)).toEqual({ index: 1, previous: first, next: third });
  expect(findSiblings(page, first)?.previous).toBeUndefined();
  expect(findSiblings(page, third)?.next).toBeUndefined();
  expect(findSiblings([first], third)).toBeUndefined();
});

test('findPreviousPage finds the page whose next cursor is the cursor of this one', () => {
  const view = (search: string) => parseMembersView(new URLSearchParams(search));
  const pages = [
    { view: view(''), nextCursor: 'b' },
    { view: view('cursor=b&from=101'), nextCursor: 'c' },
  ];
  expect(findPreviousPage(pages, view('cursor=c&from=201'))).toEqual(view('cursor=b&from=101'));
  expect(findPreviousPage(pages, view('cursor=b&from=101'))).toEqual(view(''));
  expect(findPreviousPage(pages, view(''))).toBeUndefined();
  expect(findPreviousPage(pages, view('cursor=x&from=101'))).toBeUndefined();
});
