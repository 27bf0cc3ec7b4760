import * as fc from 'fast-check';
import type { Endpoint } from '#contract/endpoint.ts';
import { type RawRequest, type RawResponse, sendRaw } from '#services/platform/testing/send-raw.ts';
import { fuzzRequest, type Target } from './fuzz-request.ts';

/** The same requests each time, until PATRON_FUZZ_SEED says otherwise. */
const SEED = Number(process.env.PATRON_FUZZ_SEED ?? 20_261_121);
/** Requests to each endpoint; PATRON_FUZZ_RUNS asks for a longer look. */
const RUNS = Number(process.env.PATRON_FUZZ_RUNS ?? 80);

/**
 * Sends hostile requests to an endpoint; a failure is shrunk to the least of them that fails.
 * @param origin of the server, without a path
 * @param expectDocumented throws unless the reply is of a shape that the contract documents
 * @returns the statuses that were answered, to see how far the requests came; with another seed,
 *   they may by chance not come as far
 */
export async function fuzzEndpoint(
  origin: string,
  endpoint: Endpoint,
  target: Target,
  expectDocumented: (reply: RawResponse, request: RawRequest) => void,
): Promise<Set<number>> {
  const statuses = new Set<number>();
  const property = fc.asyncProperty(fuzzRequest(endpoint, target), async (request) => {
    const reply = await sendRaw(origin, request);
    statuses.add(reply.status);
    if (reply.status >= 500) throw new Error(`Status ${reply.status}: ${reply.body}`);
    expectDocumented(reply, request);
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS });
  return statuses;
}
