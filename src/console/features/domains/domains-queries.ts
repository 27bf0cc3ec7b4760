import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { type Domain, getDomain, listDomains } from '#contract/advocacy/domains.ts';
import type { AnyResource } from '#contract/json-api.ts';
import { type KnownExperience, knownExperiences } from './experience/known-experiences.ts';

/** How often domains are read again while one waits for its certificate, in ms. */
const POLL_MS = 3000;

/** Everything that was read of a team's domains. */
export const domainsKey = (teamId: string) => ['teams', teamId, 'domains'] as const;

/** The list of a team's domains, read whole. */
export interface DomainList {
  readonly domains: readonly Domain[];
  /** The experiences that the list brings with it: those that are a default somewhere. */
  readonly experiences: readonly KnownExperience[];
}

/** All domains that the person can access; read again and again while one is pending. */
export function domainsQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: [...domainsKey(teamId), 'list'],
    queryFn: async ({ signal }): Promise<DomainList> => {
      const reply = await api.advocacy.request(listDomains, {
        params: { team_id: teamId },
        query: { include: 'default_experience' },
        signal,
      });
      return { domains: reply.data, experiences: knownExperiences(reply.included) };
    },
    refetchInterval: (query) => (query.state.data?.domains.some(isPending) ? POLL_MS : false),
  });
}

/** What the panel of a domain shows. */
export interface DomainDetails {
  readonly domain: Domain;
  /** The one at its root, where there is one and it came along. */
  readonly experience: AnyResource | undefined;
}

/** One domain with its default experience; read again and again while it is pending. */
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
  });
}

/** Whether the domain's certificate is still being issued. */
export function isPending(domain: Domain): boolean {
  return domain.attributes.status === 'pending';
}
