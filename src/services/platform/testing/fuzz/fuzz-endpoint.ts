import * as fc from 'fast-check';
import type { Endpoint } from '#contract/endpoint.ts';
import { type RawRequest, type RawResponse, sendRaw } from '#services/platform/testing/send-raw.ts';
import { fuzzRequest, type Target } from './fuzz-request.ts';

/** Fixed, so that every run sends the same requests. */
const SEED = Number(process.env.PATRON_FUZZ_SEED ?? 20_261_121);
/** The number of requests per endpoint. */
const RUNS = Number(process.env.PATRON_FUZZ_RUNS ?? 80);

/**
 * Sends random, partly malformed requests to an endpoint. fast-check shrinks a failing request to a
 * minimal one.
 * @param origin the server's URL without a path
 * @param expectDocumented throws unless the contract documents the response's shape
 * @returns the statuses of all responses, which show how far the requests got. They depend on the seed.
 */
export async function fuzzEndpoint(
  origin: string,
  endpoint: Endpoint,
  target: Target,
  expectDocumented: (response: RawResponse, request: RawRequest) => void,
): Promise<Set<number>> {
  const statuses = new Set<number>();
  const property = fc.asyncProperty(fuzzRequest(endpoint, target), async (request) => {
    const response = await sendRaw(origin, request);
    statuses.add(response.status);
    if (response.status >= 500) throw new Error(`Status ${response.status}: ${response.body}`);
    expectDocumented(response, request);
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS });
  return statuses;
}
