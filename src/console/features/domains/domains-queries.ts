import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import {
  domainsKey,
  domainsQuery,
  isPending,
  PENDING_POLL_MS,
} from '#console/shared/domains/domains-query.ts';
import {
  listDomainExperiences,
  type PublishedExperience,
} from '#contract/advocacy/domain-setup.ts';
import { type Domain, getDomain } from '#contract/advocacy/domains.ts';
import type { AnyResource } from '#contract/json-api.ts';

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
      query.state.data && isPending(query.state.data.domain) ? PENDING_POLL_MS : false,
    refetchIntervalInBackground: true,
  });
}

export interface PublishedExperiences {
  /** The first ones by title; see `MAX_PUBLISHED_EXPERIENCES`. */
  readonly experiences: readonly PublishedExperience[];
  readonly total: number;
}

/** What is published on a domain; disabled if the deployment can't list it. */
export function publishedExperiencesQuery(api: Api, teamId: string, domainId: string) {
  const client = api.domainSetup;
  return queryOptions({
    queryKey: [...domainsKey(teamId), 'experiences', domainId],
    enabled: client !== undefined,
    queryFn: async ({ signal }): Promise<PublishedExperiences> => {
      if (!client) throw new Error('This deployment has no domain setup');
      const params = { team_id: teamId, domain_id: domainId };
      const { data, meta } = await client.request(listDomainExperiences, { params, signal });
      return { experiences: data, total: meta.total };
    },
  });
}

export const domainsLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' } }) => {
    void queryClient.prefetchQuery(domainsQuery(api, teamId));
    return null;
  };

export const domainLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '', domainId = '' } }) => {
    void queryClient.prefetchQuery(domainQuery(api, teamId, domainId));
    return null;
  };
