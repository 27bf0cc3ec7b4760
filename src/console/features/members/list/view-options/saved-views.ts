import * as z from 'zod/mini';
import { readFilter } from '#console/features/members/filter-params/filter-params.ts';
import {
  FIRST_PAGE,
  type MembersView,
  membersSearch,
  parseMembersView,
} from '#console/features/members/members-view.ts';
import {
  type DisplayOptions,
  displayOptionsSchema,
  isSameDisplay,
} from '#console/features/members/stored-display.ts';
import { VIEW_NAME_MAX_LENGTH } from '#contract/account/saved-views.ts';
import { joinList, splitList } from '#contract/gateway/filters/filter-values.ts';

/** Filters, order and how the list is displayed, by name. */
export interface NewView {
  readonly name: string;
  /** Its query string. */
  readonly search: string;
  /** Undefined for a view that was saved without it: choosing it changes only filters and order. */
  readonly display?: DisplayOptions | undefined;
  /** Whether the whole team has it. */
  readonly shared?: boolean | undefined;
}

export interface SavedView extends NewView {
  readonly id: string;
  /** The name of the user who shared it; undefined for the user's own views. */
  readonly sharedBy?: string | undefined;
}

export function ownViews(views: readonly SavedView[]): readonly SavedView[] {
  return views.filter(({ sharedBy }) => sharedBy === undefined);
}

const displaySchema = z.catch(z.optional(displayOptionsSchema), undefined);

const viewsSchema = z.array(
  z.object({ id: z.string(), name: z.string(), search: z.string(), display: displaySchema }),
);

export function parseSavedViews(stored: string | null): readonly SavedView[] {
  try {
    return viewsSchema.parse(JSON.parse(stored ?? '[]')).map(currentView);
  } catch {
    return [];
  }
}

/** Reads a view's display; undefined if there is none, or one of another version of Patron. */
export function parseViewDisplay(display: unknown): DisplayOptions | undefined {
  return displaySchema.parse(display);
}

/** The query string of what a view saves. Page, page size and language belong to no view. */
export function searchToSave({ cursor, from, count, language, ...view }: MembersView): string {
  return membersSearch({ ...FIRST_PAGE, ...view });
}

/** A view of before in the words of today, which links have, too; unchanged if a part of it can't be read. */
export function currentView<View extends NewView>(view: View): View {
  const search = new URLSearchParams(view.search);
  if (readFilter(search).unreadable.length > 0) return view;
  return { ...view, search: searchToSave(parseMembersView(search)) };
}

/** Whether the list shows exactly what the view saved. */
export function isCurrentView(
  view: NewView,
  { search, display }: { search: string; display: DisplayOptions },
): boolean {
  if (view.search !== search) return false;
  return view.display === undefined || isSameDisplay(view.display, display);
}

/** The view with a name, whatever its case. */
export function findByName<View extends NewView>(
  views: readonly View[],
  name: string,
): View | undefined {
  return views.find((view) => view.name.toLowerCase() === name.toLowerCase());
}

/** The name, or one with a number if another view has it: "Gold 2". */
export function freeName(views: readonly NewView[], name: string): string {
  let free = name;
  for (let number = 2; findByName(views, free); number += 1) {
    const suffix = ` ${number}`;
    free = `${name.slice(0, VIEW_NAME_MAX_LENGTH - suffix.length)}${suffix}`;
  }
  return free;
}

const DEFAULT = 'default';

/** The query string of a link to a view, with its columns and row height. */
export function linkSearch({ search, display }: NewView): string {
  if (!display) return search;
  const params = new URLSearchParams(search);
  if (display.columns) params.set('columns', joinList(display.columns));
  params.set('hidden', display.hidden?.join() ?? DEFAULT);
  const widths = display.widths?.flatMap(({ column, width }) => [column, String(width)]);
  if (widths) params.set('widths', joinList(widths));
  params.set('density', display.density ?? DEFAULT);
  return params.toString();
}

/** The columns and the row height in the URL of a view; undefined in any other. */
export function displayOfLink(params: URLSearchParams): DisplayOptions | undefined {
  const [hidden, density] = ['hidden', 'density'].map((name) => params.get(name));
  if (hidden === null || density === null) return undefined;
  const [columns, widths] = ['columns', 'widths'].map((name) => {
    const list = params.get(name);
    return list === null ? undefined : splitList(list);
  });
  return parseViewDisplay({
    columns,
    hidden: hidden === DEFAULT ? undefined : hidden?.split(',').filter((id) => id !== ''),
    widths: widths && toWidths(widths),
    density: density === DEFAULT ? undefined : density,
  });
}

/** @param list columns and their widths in turn */
function toWidths(list: readonly string[]) {
  return list.flatMap((column, index) =>
    index % 2 === 0 ? { column, width: Number(list[index + 1]) } : [],
  );
}
