import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { LOCALE } from '#console/lib/locale.ts';
import { type Domain, listDomains } from '#contract/advocacy/domains.ts';
import { domainName } from './display-domain-name.ts';
import {
  type KnownExperience,
  knownExperiences,
  rememberExperiences,
} from './known-experiences.ts';

/** How often domains are refetched while one is pending. */
export const PENDING_POLL_MS = 3_000;

/** A certificate takes seconds to minutes; after this long something may be wrong. */
const OVERDUE_MS = 10 * 60_000;

/** The key prefix of all domain queries of a team. */
export const domainsKey = (teamId: string) => ['teams', teamId, 'domains'] as const;

/** Internationalized names are sorted as they are read, not by their ASCII form. */
const { compare: compareNames } = new Intl.Collator(LOCALE);

/** The complete list: it has no pages (advocacy.md, Domains). */
export interface DomainList {
  readonly domains: readonly Domain[];
  /** The experiences that are the default of a domain, or were earlier in this tab. */
  readonly experiences: readonly KnownExperience[];
}

/**
 * All domains that the user can access, by name; polled while one is pending.
 *
 * @param idlePollMs how often they are refetched otherwise
 */
export function domainsQuery(api: Api, teamId: string, idlePollMs: number | false = false) {
  return queryOptions({
    queryKey: [...domainsKey(teamId), 'list'],
    queryFn: async ({ signal }): Promise<DomainList> => {
      const response = await api.advocacy.request(listDomains, {
        params: { team_id: teamId },
        query: { include: 'default_experience' },
        signal,
      });
      const domains = response.data.toSorted((a, b) => compareNames(domainName(a), domainName(b)));
      return {
        domains,
        experiences: rememberExperiences(teamId, knownExperiences(response.included)),
      };
    },
    refetchInterval: ({ state }) =>
      state.data?.domains.some(isPending) ? PENDING_POLL_MS : idlePollMs,
  });
}

/** Only `valid` is specified as a final status (decisions.md, 56). */
function isLive(domain: Domain): boolean {
  return domain.attributes.status === 'valid';
}

/** Whether the certificate is still being issued. */
export function isPending(domain: Domain): boolean {
  return domain.attributes.status === 'pending';
}

/** Whether DNS records of a domain that was valid are missing or wrong. */
export function hasLostRecords(domain: Domain): boolean {
  return isLive(domain) && domain.meta?.records_lost_at !== undefined;
}

/** Whether a domain has been pending for too long. */
export function isOverdue({ attributes }: Domain, now: Date): boolean {
  const { created_at: createdAt } = attributes;
  return createdAt !== undefined && now.getTime() - Date.parse(createdAt) > OVERDUE_MS;
}

/** Whether something has to be done for a domain to go live: a wait of minutes is normal. */
export function isStuck(domain: Domain, now: Date): boolean {
  if (isLive(domain)) return false;
  const isRecent = domain.attributes.created_at !== undefined && !isOverdue(domain, now);
  return !(isPending(domain) && isRecent);
}
