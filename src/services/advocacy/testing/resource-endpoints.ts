import type { Endpoint } from '#contract/endpoint.ts';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';

/** Every JSON:API endpoint of the contract. Deletions come last, because others need the resources. */
export const resourceEndpoints: readonly Endpoint[] = contractEndpoints
  // The OAuth endpoints don't use JSON:API and are tested elsewhere.
  .filter(({ folder, file }) => folder === 'advocacy' && file !== 'advocacy/oauth.ts')
  .map(({ endpoint }) => endpoint)
  .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
