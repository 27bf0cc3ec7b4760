import { Ban, Link2, MailPlus, RefreshCw, Webhook } from 'lucide-react';
import { CONNECT_ACCOUNT, paths } from '#console/paths.ts';
import { isForbiddenByRole } from '#console/session/scope-reason.ts';
import { type Command, containsAll } from './commands.ts';
import type { TeamSearch } from './find-members.tsx';

/** Actions that are too many or too rare to list without a text. Only those that the user may take. */
export function findActions(search: TeamSearch): Command[] {
  const { api, accountTypes, canReadMembers, scopes, team, text } = search;
  const may = (scope: string) => scopes.includes(scope) && !isForbiddenByRole(scope, team.meta);
  const { id } = team;
  const invite: Command = {
    name: 'Invite someone',
    keywords: 'people person colleague user',
    icon: MailPlus,
    path: paths.newInvitation(id),
  };
  const reauthorize: Command = {
    name: 'Reauthorize accounts',
    keywords: 'expiring expired expires attention reconnect',
    icon: RefreshCw,
    path: `${paths.accounts(id)}?show=attention&sort=expires_at`,
  };
  const blocked: Command = {
    name: 'Blocked members',
    keywords: 'status',
    icon: Ban,
    path: `${paths.members(id)}?status=blocked`,
  };
  const developers: Command = {
    name: 'Webhooks and API keys of the program',
    keywords: 'add webhook endpoint create developers',
    icon: Webhook,
    path: `${paths.program(id)}?tab=developers`,
  };
  const connect = accountTypes.map(({ type, label, fields }): Command => {
    const command = { name: `Connect ${label}`, keywords: 'account', icon: Link2 };
    return fields.length > 0
      ? { ...command, path: paths.newAccount(id, type) }
      : { ...command, path: paths.accounts(id), state: CONNECT_ACCOUNT };
  });
  const canInvite = api.people && team.meta?.can_administer !== false && may('users:write');
  const canConnect = api.sections.accounts && may('accounts:write');
  return [
    ...(canInvite ? [invite] : []),
    ...(canConnect ? [reauthorize, ...connect] : []),
    ...(api.program && team.meta?.can_administer !== false ? [developers] : []),
    ...(api.sections.loyalty && canReadMembers ? [blocked] : []),
  ].filter(({ name, keywords = '' }) => containsAll(`${name} ${keywords}`, text));
}
