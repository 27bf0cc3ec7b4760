import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import type { DisplayOptions } from '#console/features/members/stored-display.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { type StoredPreference, storedPreference } from '#console/ui/hooks/stored-preference.ts';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from '#contract/account/saved-views.ts';
import { LIST_COUNT_MAX } from '#contract/cursor-list.ts';
import {
  currentView,
  findByName,
  freeName,
  isCurrentView,
  type NewView,
  ownViews,
  parseSavedViews,
  parseViewDisplay,
  type SavedView,
} from './saved-views.ts';

export interface SavedViewsStore {
  readonly list: (signal: AbortSignal) => Promise<readonly SavedView[]>;
  readonly create: (view: NewView) => Promise<unknown>;
  readonly update: (id: string, view: NewView) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
}

/** The views that the user's account has in a team, and those that others share. */
function accountViews(account: Client, teamId: string): SavedViewsStore {
  const params = { team_id: teamId };
  return {
    async list(signal) {
      const views: SavedView[] = [];
      let cursor: string | undefined;
      do {
        const query = { count: LIST_COUNT_MAX, start_cursor: cursor };
        const page = await account.request(listSavedViews, { params, query, signal });
        for (const { id, name, search, display, shared, owner } of page.data) {
          const sharedBy = owner?.name;
          views.push({
            ...currentView({ id, name, search, shared, sharedBy }),
            display: parseViewDisplay(display ?? undefined),
          });
        }
        cursor = page.more ? (page.next_cursor ?? undefined) : undefined;
      } while (cursor !== undefined);
      return views;
    },
    create: (view) => account.request(createSavedView, { params, body: toBody(view) }),
    update: (id, view) =>
      account.request(updateSavedView, { params: { ...params, view_id: id }, body: toBody(view) }),
    remove: (id) => account.request(deleteSavedView, { params: { ...params, view_id: id } }),
  };
}

function toBody({ name, search, display, shared }: NewView) {
  return { name, search, display: display ? toDisplay(display) : null, shared };
}

const toDisplay = ({ columns, hidden, widths, density }: DisplayOptions) => {
  return { columns: columns?.slice(), hidden: hidden?.slice(), widths: widths?.slice(), density };
};

/** The views on this device, for deployments whose accounts have none. */
export function deviceViews({ read, write }: Pick<StoredPreference, 'read' | 'write'>) {
  const list = () => parseSavedViews(read());
  const store = (views: readonly SavedView[]) =>
    write(views.length > 0 ? JSON.stringify(views) : null);
  return {
    list: async () => list(),
    create: async (view) => store([...list(), { ...view, id: crypto.randomUUID() }]),
    update: async (id, view) =>
      store(list().map((other) => (other.id === id ? { ...view, id } : other))),
    remove: async (id) => store(list().filter((other) => other.id !== id)),
  } satisfies SavedViewsStore;
}

/**
 * Moves the views of a device, one by one: those that are left when it fails stay where they are. A
 * name that the target already has gets a number.
 */
export async function moveViews(
  from: SavedViewsStore,
  to: SavedViewsStore,
  signal: AbortSignal,
): Promise<void> {
  const views = await from.list(signal);
  if (views.length === 0) return;
  const moved: NewView[] = [...ownViews(await to.list(signal))];
  for (const { id, ...view } of views) {
    const same = findByName(moved, view.name);
    // Another tab, or a request without a response, may have moved it.
    if (!same || !isSameView(same, view)) {
      const named = { ...view, name: freeName(moved, view.name) };
      await to.create(named);
      moved.push(named);
    }
    await from.remove(id);
  }
}

function isSameView(one: NewView, other: NewView): boolean {
  if (!one.display || !other.display) {
    return one.search === other.search && one.display === other.display;
  }
  return isCurrentView(one, { search: other.search, display: other.display });
}

interface SavedViews {
  /** The views, sorted by name. */
  readonly views: readonly SavedView[];
  /** How many views on this device couldn't be moved to the account. */
  readonly unmoved: number;
}

/**
 * The user's views of a team's members, and where they are stored.
 *
 * @param userId undefined while the user is loading
 */
export function savedViews({ account }: Pick<Api, 'account'>, teamId: string, userId?: string) {
  const device = deviceViews(storedPreference(`members-views.${teamId}.${userId ?? ''}`));
  const store: SavedViewsStore = account ? accountViews(account, teamId) : device;
  const options = queryOptions({
    queryKey: ['teams', teamId, 'saved-views'],
    enabled: userId !== undefined,
    queryFn: async ({ signal }): Promise<SavedViews> => {
      if (store !== device) await moveViews(device, store, signal).catch(() => {});
      const views = await store.list(signal);
      return {
        views: views.toSorted((a, b) => a.name.localeCompare(b.name)),
        unmoved: store === device ? 0 : (await device.list()).length,
      };
    },
  });
  return { store, options };
}

/** @param isNeeded whether to load them */
export function useSavedViews(teamId: string, isNeeded = true) {
  const { account } = useApi();
  const queryClient = useQueryClient();
  const userId = useCurrentUser().data?.id;
  const { store, options } = useMemo(
    () => savedViews({ account }, teamId, userId),
    [account, teamId, userId],
  );
  return {
    store,
    query: useQuery({ ...options, enabled: isNeeded && userId !== undefined }),
    /** Reads the views again after a change, also while the menu is closed. */
    refresh: () =>
      queryClient.invalidateQueries({ queryKey: options.queryKey, refetchType: 'all' }),
    isOnDevice: account === undefined,
  };
}
