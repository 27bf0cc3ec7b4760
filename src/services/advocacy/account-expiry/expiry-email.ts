import { emailLink } from '#services/platform/messages/email-html.ts';
import { nameInEmail } from '#services/platform/messages/name-in-email.ts';
import { EXPIRY_STAGES, type ExpiryStage } from './expiry-notices-table.ts';

export interface ExpiringAccount {
  name: string;
  username: string;
  /** The account's type, in words. */
  network: string;
  stage: ExpiryStage;
  expiresAt: Date;
}

interface ExpiryEmail {
  team: string;
  now: Date;
  accounts: readonly ExpiringAccount[];
  /** The page of the accounts that need attention. */
  accountsUrl: string;
}

/** Accounts named in each stage; the page has all of them. */
const MAX_NAMED = 20;

const TITLES: Record<ExpiryStage, string> = {
  expired: 'Expired',
  '3_days': 'Expire within 3 days',
  '14_days': 'Expire within 14 days',
};
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** One email about all accounts of a team, those that need attention first at the top. */
export function expiryEmail({ team: teamName, now, accounts, accountsUrl }: ExpiryEmail) {
  const team = nameInEmail(teamName);
  const expired = accounts.filter(({ expiresAt }) => expiresAt <= now).length;
  const expiring = accounts.length - expired;
  const stages = EXPIRY_STAGES.map((stage) =>
    accounts.filter((account) => account.stage === stage),
  ).filter((list) => list.length > 0);
  return {
    subject:
      expired === accounts.length
        ? `${countAccounts(expired, team)} ${expired === 1 ? 'has' : 'have'} expired`
        : `${countAccounts(expiring, team)} ${expiring === 1 ? 'expires' : 'expire'} soon`,
    text: [
      'Once an account has expired, boards that use it get no new posts until you reauthorize it.',
      ...stages.map(describeStage),
      emailLink('Reauthorize accounts', accountsUrl),
      `You get this email because you are an administrator of ${team}. You can turn these emails off on your Profile page.`,
    ].join('\n\n'),
  };
}

function describeStage(list: readonly ExpiringAccount[]): string {
  const [first] = list;
  const lines = list
    .slice(0, MAX_NAMED)
    .map(
      ({ name, network, expiresAt }) =>
        `• ${nameInEmail(name)}, ${network}: ${DATE.format(expiresAt)}`,
    );
  const others = list.length - lines.length;
  return [
    ...(first ? [TITLES[first.stage]] : []),
    ...lines,
    ...(others > 0 ? [`• and ${others} more`] : []),
  ].join('\n');
}

function countAccounts(count: number, team: string): string {
  return count === 1 ? `1 ${team} account` : `${count} ${team} accounts`;
}
