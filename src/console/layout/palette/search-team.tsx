import type { QueryClient } from '@tanstack/react-query';
import {
  Bookmark,
  Globe,
  LayoutPanelLeft,
  Link2,
  Mail,
  Medal,
  Search,
  Sparkles,
  UsersRound,
  Webhook,
} from 'lucide-react';
import type { Client } from '#console/api/client.ts';
import { allEmailTemplatesQuery } from '#console/features/email-templates/email-templates-queries.ts';
import { templateName } from '#console/features/email-templates/template-attributes.ts';
import { linkSearch } from '#console/features/members/list/view-options/saved-views.ts';
import { savedViews } from '#console/features/members/list/view-options/saved-views-store.ts';
import { webhooksQuery } from '#console/features/program/webhooks/webhooks-queries.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { fullAccountName } from '#console/shared/accounts/account-name.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { allBoardsQuery, boardName } from '#console/shared/accounts/boards-usage.ts';
import { domainName } from '#console/shared/domains/display-domain-name.ts';
import { domainsQuery } from '#console/shared/domains/domains-query.ts';
import { jobsKey } from '#console/shared/jobs/job-keys.ts';
import { allActivitiesQuery } from '#console/shared/loyalty/activities-query.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { peopleQuery } from '#console/shared/people/people-query.ts';
import { isSearchable } from '#contract/gateway/filters/directory-filters.ts';
import { joinList } from '#contract/gateway/filters/filter-values.ts';
import { createJob } from '#contract/gateway/jobs.ts';
import { type Command, containsAll } from './commands.ts';
import { type Found, findMembers, MAX_RESULTS, type TeamSearch } from './find-members.tsx';
import { findActions } from './found-actions.ts';

/** Searches the members and the lists of a team. Never rejects: it says what couldn't be searched. */
export async function searchTeam(search: TeamSearch): Promise<Found> {
  if (!isSearchable(search.text)) return { groups: [] };
  const lists = listSearches(search).filter(({ isAllowed }) => isAllowed);
  const [members, ...others] = await Promise.allSettled([
    findMembers(search),
    ...lists.map(({ load }) => load()),
  ]);
  const failed = [members, ...others].flatMap(({ status }, index) =>
    status === 'rejected' ? (lists[index - 1]?.label ?? 'Members').toLowerCase() : [],
  );
  const memberGroups = members.status === 'fulfilled' ? members.value.groups : [];
  return {
    groups: [
      { label: 'More actions', isSearch: true, commands: findActions(search) },
      ...memberGroups.slice(0, 1),
      ...others.map((result, index) => ({
        label: lists[index]?.label ?? '',
        isSearch: true,
        commands: result.status === 'fulfilled' ? matches(result.value, search, lists[index]) : [],
      })),
      // Unless they were asked for, what can be done with a member comes after what was found.
      ...memberGroups.slice(1),
    ],
    failure: failed.length > 0 ? `Couldn't search ${failed.join(', ')}.` : undefined,
    hint: members.status === 'fulfilled' ? members.value.hint : undefined,
  };
}

function matches(
  items: readonly Command[],
  { text }: TeamSearch,
  list: ListSearch | undefined,
): readonly Command[] {
  const found = items.filter(({ name, detail = '' }) => containsAll(`${name} ${detail}`, text));
  if (found.length <= MAX_RESULTS || !list?.page) return found.slice(0, MAX_RESULTS);
  const all: Command = {
    name: `Show all ${list.label.toLowerCase()} for “${text}”`,
    icon: Search,
    path: `${list.page}?${new URLSearchParams({ q: text })}`,
  };
  return [...found.slice(0, MAX_RESULTS), all];
}

interface ListSearch {
  readonly label: string;
  readonly isAllowed: boolean;
  readonly load: () => Promise<readonly Command[]>;
  /** A page that shows all that match; undefined where none can search. */
  readonly page?: string;
}

/** Lists that are short enough to be fetched as a whole, and are cached by their pages. */
function listSearches({
  api,
  queryClient,
  accountTypes,
  scopes,
  canReadMembers,
  team,
  userId,
}: TeamSearch): readonly ListSearch[] {
  const { id } = team;
  const { program } = api;
  return [
    {
      label: 'Accounts',
      page: paths.accounts(id),
      isAllowed: scopes.includes('accounts:read'),
      load: async () =>
        (await queryClient.fetchQuery(allAccountsQuery(api, id))).rows.map((account) => ({
          id: `account ${account.id}`,
          name: fullAccountName(accountTypes, account),
          detail: account.attributes.name,
          icon: Link2,
          path: paths.account(id, account.id),
        })),
    },
    {
      label: 'Boards',
      isAllowed: scopes.includes('boards:read'),
      load: async () =>
        (await queryClient.fetchQuery(allBoardsQuery(api, id))).rows.map((board) => ({
          id: `board ${board.id}`,
          name: boardName(board),
          icon: LayoutPanelLeft,
          path: paths.board(id, board.id),
        })),
    },
    {
      label: 'Domains',
      isAllowed: scopes.includes('domains:read'),
      load: async () =>
        (await queryClient.fetchQuery(domainsQuery(api, id))).domains.map((domain) => ({
          id: `domain ${domain.id}`,
          name: domainName(domain),
          icon: Globe,
          path: paths.domain(id, domain.id),
        })),
    },
    {
      label: 'Email templates',
      page: paths.emailTemplates(id),
      isAllowed: api.sections.emailTemplates,
      load: async () =>
        (await queryClient.fetchQuery(allEmailTemplatesQuery(api, id))).rows.map((template) => ({
          id: `template ${template.id}`,
          name: templateName(template),
          icon: Mail,
          path: paths.emailTemplate(id, template.id),
        })),
    },
    {
      label: 'Activities',
      isAllowed: api.sections.loyalty && canReadMembers,
      load: async () =>
        (await queryClient.fetchQuery(allActivitiesQuery(api, id, undefined))).rows.map(
          (activity) => ({
            id: `activity ${activity.activity_id}`,
            name: activity.activity_name || activity.activity_id,
            icon: Sparkles,
            path: paths.activity(id, activity.activity_id),
          }),
        ),
    },
    {
      label: 'Views',
      isAllowed: api.directory !== undefined && canReadMembers,
      load: async () =>
        (await queryClient.fetchQuery(savedViews(api, id, userId).options)).views.map((view) => ({
          id: `view ${view.id}`,
          name: view.name,
          icon: Bookmark,
          path: `${paths.members(id)}?${linkSearch(view)}`,
        })),
    },
    {
      label: 'Members by tier',
      isAllowed: api.directory !== undefined && canReadMembers,
      load: async () =>
        ((await queryClient.fetchQuery(facetsQuery(api, id)))?.tiers ?? []).map((tier) => ({
          id: `tier ${tier.value}`,
          name: `${tier.name} members`,
          detail: formatCount(tier.count, 'member'),
          icon: Medal,
          path: `${paths.members(id)}?${new URLSearchParams({ tier: joinList([tier.value]) })}`,
        })),
    },
    {
      label: 'Webhooks',
      isAllowed: program !== undefined && team.meta?.can_administer !== false,
      load: async () =>
        (program ? await queryClient.fetchQuery(webhooksQuery(program, id)) : []).map(
          (webhook) => ({
            id: `webhook ${webhook.id}`,
            name: webhook.url,
            detail: 'Webhook',
            icon: Webhook,
            path: paths.programWebhook(id, webhook.id),
          }),
        ),
    },
    {
      label: 'People',
      isAllowed: api.people !== undefined && scopes.includes('users:read'),
      load: async () =>
        (await queryClient.fetchQuery(peopleQuery(api, id))).people.map((person) => ({
          id: `person ${person.kind} ${person.id}`,
          name: person.name ?? person.email,
          detail: person.email,
          icon: UsersRound,
          path: paths.people(id),
        })),
    },
  ];
}

/** Starts an export of all members of a team. @returns the job, with a title for the user */
export async function startExportOfAll(jobs: Client, teamId: string, queryClient: QueryClient) {
  const { data } = await jobs.request(createJob, {
    params: { team_id: teamId },
    body: { data: { kind: 'export', selection: { filter: {} } } },
  });
  void queryClient.invalidateQueries({ queryKey: jobsKey(teamId) });
  return { id: data.id, title: `Exporting ${formatCount(data.total, 'member')}` };
}
