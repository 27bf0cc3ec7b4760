import {
  CircleUserRound,
  Globe,
  LayoutDashboard,
  LayoutPanelLeft,
  Link2,
  type LucideIcon,
  Mail,
  ShieldCheck,
  Sparkles,
  Users,
  Webhook,
} from 'lucide-react';
import { paths } from '#console/paths.ts';

export interface NavigationItem {
  /** The link's name and its page's title. */
  readonly name: string;
  /** The route of its page, which team-pages.ts or personal-pages.ts must list for the link to appear. */
  readonly section: string;
  readonly icon: LucideIcon;
  readonly to: (teamId: string) => string;
  /** The second key of its shortcut, after "g". */
  readonly key: string;
  /** The part of the configuration without which a deployment has no such page. */
  readonly needs?: 'inbox';
}

interface NavigationGroup {
  /** Undefined for links that stand alone. */
  readonly label?: string;
  readonly items: readonly NavigationItem[];
}

/** The pages of a team. */
export const TEAM_NAVIGATION: readonly NavigationGroup[] = [
  {
    items: [
      {
        name: 'Overview',
        section: 'overview',
        icon: LayoutDashboard,
        to: paths.overview,
        key: 'o',
      },
    ],
  },
  {
    label: 'Advocacy',
    items: [
      { name: 'Accounts', section: 'accounts', icon: Link2, to: paths.accounts, key: 'a' },
      { name: 'Boards', section: 'boards', icon: LayoutPanelLeft, to: paths.boards, key: 'b' },
      { name: 'Domains', section: 'domains', icon: Globe, to: paths.domains, key: 'd' },
      {
        name: 'Email templates',
        section: 'email-templates',
        icon: Mail,
        to: paths.emailTemplates,
        key: 'e',
      },
    ],
  },
  {
    label: 'Loyalty',
    items: [
      { name: 'Members', section: 'members', icon: Users, to: paths.members, key: 'm' },
      { name: 'Activities', section: 'activities', icon: Sparkles, to: paths.activities, key: 't' },
      {
        name: 'Webhooks',
        section: 'webhooks',
        icon: Webhook,
        to: paths.webhooks,
        key: 'w',
        needs: 'inbox',
      },
    ],
  },
];

/** The pages of the person. */
export const PERSONAL_NAVIGATION: NavigationGroup = {
  items: [
    { name: 'Security', section: 'security', icon: ShieldCheck, to: paths.security, key: 's' },
    { name: 'Profile', section: 'profile', icon: CircleUserRound, to: paths.profile, key: 'p' },
  ],
};
