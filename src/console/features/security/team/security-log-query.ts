import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Client } from '#console/api/client.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { type CursorPage, cursorPage } from '#console/api/lists/cursor-page.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { cursorFields, cursorSearch } from '#console/lib/url/cursor-search.ts';
import { AUDIT_TOTAL_MAX } from '#contract/audit/audit-events.ts';
import { instantSchema } from '#contract/instant.ts';
import {
  listTeamSecurityEvents,
  SECURITY_LOG_ACTIONS,
  type SecurityEvent,
} from '#contract/people/security-log.ts';

const text = z.catch(z.optional(z.string().check(z.trim(), z.minLength(1))), undefined);
const instant = z.catch(z.optional(instantSchema), undefined);

/** The kinds of events, by the names of their actions. */
export const EVENT_KINDS = {
  sign_ins: /^sign_in\.success$/,
  failures: /\.(failure|lock|reject)$/,
  sessions: /sign_out$|^session\./,
  methods: /^(factor|passkey|password|user|person)\.(?!sign_out$|reject$)/,
} as const;
export type EventKind = keyof typeof EVENT_KINDS;
const kindNames = Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]];

export const securityLogSearch = cursorSearch(
  z.object({
    q: text,
    user: text,
    kind: z.catch(z.optional(z.enum(kindNames)), undefined),
    since: instant,
    until: instant,
    ...cursorFields,
  }),
);
export type SecurityLogView = ReturnType<typeof securityLogSearch.parse>;
export type SecurityLogFilters = Pick<SecurityLogView, 'q' | 'user' | 'kind' | 'since' | 'until'>;

export function securityLogFilters({ q, user, kind, since, until }: SecurityLogFilters) {
  const action = kind && SECURITY_LOG_ACTIONS.filter((each) => EVENT_KINDS[kind].test(each));
  return { q, user, action: action?.join(','), since, until };
}

/** One page of a team's security log. Shows the previous page while it loads. */
export function securityLogQuery(rules: Client, teamId: string, view: SecurityLogView) {
  return queryOptions({
    queryKey: ['teams', teamId, 'security-log', view] as const,
    queryFn: async ({ signal }): Promise<CursorPage<SecurityEvent>> => {
      const response = await rules.request(listTeamSecurityEvents, {
        params: { team_id: teamId },
        query: { ...securityLogFilters(view), start_cursor: view.cursor, count: view.count },
        signal,
      });
      const page = cursorPage(response, view);
      return response.total < AUDIT_TOTAL_MAX ? page : { ...page, total: undefined };
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
  });
}

export const securityLogLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const view = securityLogSearch.parse(new URL(request.url).searchParams);
    if (api.rules) void queryClient.prefetchQuery(securityLogQuery(api.rules, teamId, view));
    return null;
  };
