import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { LOCALE } from '#console/lib/locale.ts';
import { type Domain, getDomain, listDomains } from '#contract/advocacy/domains.ts';
import type { AnyResource } from '#contract/json-api.ts';
import { displayDomainName } from './display-domain-name.ts';
import {
  type KnownExperience,
  knownExperiences,
  rememberExperiences,
} from './experience/known-experiences.ts';

/** How often domains are refetched while one is pending. */
export const POLL_MS = 3000;

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

/** All domains that the user can access; polled while one is pending. */
export function domainsQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: [...domainsKey(teamId), 'list'],
    queryFn: async ({ signal }): Promise<DomainList> => {
      const response = await api.advocacy.request(listDomains, {
        params: { team_id: teamId },
        query: { include: 'default_experience' },
        signal,
      });
      const domains = response.data.toSorted((a, b) =>
        compareNames(displayDomainName(a.attributes.name), displayDomainName(b.attributes.name)),
      );
      return {
        domains,
        experiences: rememberExperiences(teamId, knownExperiences(response.included)),
      };
    },
    // A user who waits for a domain works in another tab.
    refetchIntervalInBackground: true,
    refetchInterval: (query) => (query.state.data?.domains.some(isPending) ? POLL_MS : false),
  });
}

export interface DomainDetails {
  readonly domain: Domain;
  /** The default experience, if there is one and the response includes it. */
  readonly experience: AnyResource | undefined;
}

/** One domain with its default experience; polled while it is pending. */
export function domainQuery(api: Api, teamId: string, domainId: string) {
  return queryOptions({
    queryKey: [...domainsKey(teamId), 'one', domainId],
    queryFn: async ({ signal }): Promise<DomainDetails> => {
      const { data, included } = await api.advocacy.request(getDomain, {
        params: { team_id: teamId, domain_id: domainId },
        query: { include: 'default_experience' },
        signal,
      });
      const experience = included?.find(({ type }) => type === 'experience');
      return { domain: data, experience };
    },
    refetchInterval: (query) =>
      query.state.data && isPending(query.state.data.domain) ? POLL_MS : false,
    refetchIntervalInBackground: true,
  });
}

/** Whether the certificate is still being issued. */
export function isPending(domain: Domain): boolean {
  return domain.attributes.status === 'pending';
}

export const domainsLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' } }) => {
    void queryClient.prefetchQuery(domainsQuery(api, teamId));
    return null;
  };
