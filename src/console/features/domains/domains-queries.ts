import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { type Domain, listDomains } from '#contract/advocacy/domains.ts';
import { type KnownExperience, knownExperiences } from './known-experiences.ts';

/** How often domains are read again while one waits for its certificate, in ms. */
const POLL_MS = 3000;

/** Everything that was read of a team's domains. */
export const domainsKey = (teamId: string) => ['teams', teamId, 'domains'] as const;

export interface DomainList {
  readonly domains: readonly Domain[];
  /** The experiences that the list brings with it: those that are a default somewhere. */
  readonly experiences: readonly KnownExperience[];
}

/** All domains that the person can access; read again and again while one is pending. */
export function domainsQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: domainsKey(teamId),
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

export function isPending(domain: Domain): boolean {
  return domain.attributes.status === 'pending';
}
