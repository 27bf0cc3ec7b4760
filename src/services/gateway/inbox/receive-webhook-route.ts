import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { WEBHOOK_DELIVERY_PATH } from '#contract/console/inbox.ts';
import { WEBHOOK_NONCE_HEADER, WEBHOOK_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';
import { notFound, refusal } from '../../platform/json-api/errors.ts';
import { pathInteger } from '../../platform/json-api/path-integer.ts';
import type { GatewayDependencies } from '../dependencies.ts';
import { findWebhookSecret } from '../loyalty/loyalty-connections.ts';
import { MalformedDeliveryError, readDelivery } from './delivery.ts';
import { keepDelivery } from './keep-delivery.ts';
import { type IncomingRequest, keepRefused } from './keep-refused.ts';
import { findSignatureProblem } from './signature.ts';

const BODY_LIMIT = 1024 * 1024;

type Dependencies = Pick<GatewayDependencies, 'db' | 'clock' | 'encryption'>;

/**
 * Where the loyalty program delivers its events (loyalty.md, Events; decisions.md, 36). There is no
 * token: the signature says who sends. The answer goes out once the request is kept; the inbox's
 * worker does the work.
 */
export function receiveWebhookRoute(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, clock } = dependencies;
  app.route({
    method: 'POST',
    url: WEBHOOK_DELIVERY_PATH,
    bodyLimit: BODY_LIMIT,
    handler: async (request, reply) => {
      const incoming = readRequest(request, clock.now());
      const verdict = await receive(incoming, dependencies);
      return reply.type('application/json').send(JSON.stringify({ verdict }));
    },
    errorHandler: async (error: FastifyError, request) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
        const incoming = { ...readRequest(request, clock.now()), body: undefined };
        await requireSecret(incoming.teamId, dependencies);
        await keepRefused(db, incoming, 'too_large', `The body has more than ${BODY_LIMIT} bytes.`);
      }
      throw error;
    },
  });
}

function readRequest(request: FastifyRequest, receivedAt: Date): IncomingRequest {
  return {
    teamId: pathInteger(request, 'team_id'),
    receivedAt,
    signature: headerOf(request, WEBHOOK_SIGNATURE_HEADER),
    nonce: headerOf(request, WEBHOOK_NONCE_HEADER),
    body: (request.body as Uint8Array | undefined) ?? new Uint8Array(),
  };
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** @throws {JsonApiError} 404 where the team has no loyalty program, 503 */
async function requireSecret(teamId: number, { db, encryption }: Dependencies) {
  const secret = await findWebhookSecret(db, encryption, teamId);
  if (secret === undefined) throw notFound();
  return secret;
}

/**
 * Keeps the request with its verdict.
 * @throws {JsonApiError} 400 malformed, 401 bad signature or stale, 404, 503
 */
async function receive(
  incoming: IncomingRequest,
  dependencies: Dependencies,
): Promise<'accepted' | 'duplicate'> {
  const { db } = dependencies;
  const secret = await requireSecret(incoming.teamId, dependencies);
  const { body = new Uint8Array(), receivedAt } = incoming;
  const problem = findSignatureProblem({ ...incoming, body }, secret, receivedAt);
  if (problem) {
    await keepRefused(db, incoming, problem.verdict, problem.reason);
    throw refusal(401, { detail: problem.reason });
  }
  try {
    return await keepDelivery(db, incoming, readDelivery(body, receivedAt));
  } catch (error) {
    if (!(error instanceof MalformedDeliveryError)) throw error;
    await keepRefused(db, incoming, 'malformed', error.message);
    throw refusal(400, { detail: error.message });
  }
}
