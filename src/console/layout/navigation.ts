import {
  CircleUserRound,
  Gem,
  Globe,
  LayoutDashboard,
  LayoutPanelLeft,
  Link2,
  ListChecks,
  type LucideIcon,
  Mail,
  ScrollText,
  ShieldCheck,
  Sparkles,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import type { Sections } from '#console/api/sections.ts';
import { paths } from '#console/paths.ts';

export interface NavigationItem {
  /** The text of the link and the heading of its page. */
  readonly name: string;
  readonly icon: LucideIcon;
  readonly to: (teamId: string) => string;
  /** The second key of its shortcut, after "g". */
  readonly key: string;
  /** The part of the configuration that a deployment with this page has. */
  readonly needs?: keyof Sections | 'inbox' | 'directory' | 'jobs' | 'people' | 'audit';
  /** What a badge beside the link counts. */
  readonly badge?: 'accounts';
}

export interface NavigationGroup {
  readonly label?: string;
  readonly items: readonly NavigationItem[];
}

const TEAM_NAVIGATION: readonly NavigationGroup[] = [
  {
    items: [
      {
        name: 'Overview',
        icon: LayoutDashboard,
        to: paths.overview,
        key: 'o',
      },
    ],
  },
  {
    label: 'Advocacy',
    items: [
      {
        name: 'Accounts',
        icon: Link2,
        to: paths.accounts,
        key: 'a',
        badge: 'accounts',
        needs: 'accounts',
      },
      { name: 'Boards', icon: LayoutPanelLeft, to: paths.boards, key: 'b', needs: 'boards' },
      { name: 'Domains', icon: Globe, to: paths.domains, key: 'd', needs: 'domains' },
      {
        name: 'Email templates',
        icon: Mail,
        to: paths.emailTemplates,
        key: 'e',
        needs: 'emailTemplates',
      },
    ],
  },
  {
    label: 'Loyalty',
    items: [
      { name: 'Members', icon: Users, to: paths.members, key: 'm', needs: 'loyalty' },
      { name: 'Activities', icon: Sparkles, to: paths.activities, key: 't', needs: 'loyalty' },
      {
        name: 'Webhooks',
        icon: Webhook,
        to: paths.webhooks,
        key: 'w',
        needs: 'inbox',
      },
      { name: 'Program', icon: Gem, to: paths.program, key: 'r', needs: 'directory' },
    ],
  },
  {
    label: 'Team',
    items: [
      { name: 'People', icon: UsersRound, to: paths.people, key: 'h', needs: 'people' },
      { name: 'Jobs', icon: ListChecks, to: paths.jobs, key: 'j', needs: 'jobs' },
      { name: 'Audit log', icon: ScrollText, to: paths.auditLog, key: 'l', needs: 'audit' },
    ],
  },
];

const PERSONAL_NAVIGATION: readonly NavigationItem[] = [
  { name: 'Security', icon: ShieldCheck, to: paths.security, key: 's' },
  { name: 'Profile', icon: CircleUserRound, to: paths.profile, key: 'p' },
];

interface Navigation {
  readonly team: readonly NavigationGroup[];
  readonly personal: readonly NavigationItem[];
}

/** The links to the pages that this deployment has. */
export function useNavigation(): Navigation {
  const { sections, inbox, directory, people, jobs, audit } = useApi();
  const available = { ...sections, inbox, directory, people, jobs, audit };
  return {
    team: TEAM_NAVIGATION.map((group) => ({
      ...group,
      items: group.items.filter(({ needs }) => !needs || available[needs]),
    })).filter(({ items }) => items.length > 0),
    personal: PERSONAL_NAVIGATION,
  };
}
