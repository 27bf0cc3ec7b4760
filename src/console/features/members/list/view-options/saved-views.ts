import * as z from 'zod/mini';
import {
  FIRST_PAGE,
  type MembersView,
  membersSearch,
} from '#console/features/members/members-view.ts';
import { type DisplayOptions, displayOptionsSchema, isSameDisplay } from './display-options.ts';

/** A named view: filters, order and how the list is displayed. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** Its query string. */
  readonly search: string;
  /** Undefined for a view that was saved without it: choosing it changes only filters and order. */
  readonly display?: DisplayOptions | undefined;
}

export const VIEW_NAME_MAX_LENGTH = 60;

const viewsSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    search: z.string(),
    display: z.catch(z.optional(displayOptionsSchema), undefined),
  }),
);

export function parseSavedViews(stored: string | null): readonly SavedView[] {
  try {
    return viewsSchema.parse(JSON.parse(stored ?? '[]'));
  } catch {
    return [];
  }
}

/** The query string of what a view saves. Page, page size and language belong to no view. */
export function searchToSave({ cursor, from, count, language, ...view }: MembersView): string {
  return membersSearch({ ...FIRST_PAGE, ...view });
}

/** Whether the list shows exactly what the view saved. */
export function isCurrentView(
  view: SavedView,
  { search, display }: { search: string; display: DisplayOptions },
): boolean {
  if (view.search !== search) return false;
  return view.display === undefined || isSameDisplay(view.display, display);
}

/** Adds a view, or replaces the one of the same name. */
export function saveView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const index = views.findIndex(({ name }) => isSameName(name, view.name));
  return index < 0 ? [...views, view] : views.with(index, view);
}

/** @returns undefined if another view has the name */
export function renameView(
  views: readonly SavedView[],
  view: SavedView,
  name: string,
): readonly SavedView[] | undefined {
  if (views.some((other) => other !== view && isSameName(other.name, name))) return undefined;
  return views.map((other) => (other === view ? { ...other, name } : other));
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
