import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import { DIRECTORY_PAGE_SIZES, type MembersView, parseMembersView } from './members-view.ts';

const preference = storedPreference('members-page-size');

/** Remembers the page size that was chosen last on this device. */
export function storePageSize(size: number): void {
  preference.write(String(size));
}

/** Reads the URL of a list on the directory; without a page size it has the remembered one. */
export function parseDirectoryView(search: URLSearchParams): MembersView {
  const view = parseMembersView(search);
  if (search.has('count')) return view;
  const stored = Number(preference.read());
  return { ...view, count: DIRECTORY_PAGE_SIZES.find((size) => size === stored) ?? view.count };
}
