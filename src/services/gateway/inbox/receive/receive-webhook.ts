import { findWebhookSecret } from '#services/gateway/loyalty/loyalty-connections.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse, notFound } from '#services/platform/json-api/errors.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { MalformedDeliveryError, readDelivery } from './delivery.ts';
import { findSignatureError } from './signature.ts';
import { storeDelivery } from './store-delivery.ts';
import { type IncomingRequest, storeRejected } from './store-rejected.ts';

/** The largest body that is read, in bytes (decisions.md, 36). */
export const WEBHOOK_BODY_LIMIT = 1024 * 1024;

interface Dependencies {
  db: Queries;
  encryption: Encryption;
}

/**
 * Keeps a request with its verdict; the inbox's worker processes its events.
 * @throws {JsonApiError} 400 malformed, 401 bad signature or stale, both of them kept; 404 where the
 *   team has no loyalty program, 503 where its secret can't be read
 */
export async function receiveWebhook(
  incoming: IncomingRequest,
  dependencies: Dependencies,
): Promise<'accepted' | 'duplicate'> {
  const { db } = dependencies;
  const secret = await getSecret(incoming.teamId, dependencies);
  const { body = new Uint8Array(), receivedAt } = incoming;
  const problem = findSignatureError({ ...incoming, body }, secret, receivedAt);
  if (problem) {
    await storeRejected(db, incoming, problem.verdict, problem.reason);
    throw errorResponse(401, { detail: problem.reason });
  }
  try {
    return await storeDelivery(db, incoming, readDelivery(body, receivedAt));
  } catch (error) {
    if (!(error instanceof MalformedDeliveryError)) throw error;
    await storeRejected(db, incoming, 'malformed', error.message);
    throw errorResponse(400, { detail: error.message });
  }
}

/**
 * Keeps a request whose body was larger than `WEBHOOK_BODY_LIMIT`, without it.
 * @throws {JsonApiError} 404 where the team has no loyalty program, 503 where its secret can't be read
 */
export async function storeTooLarge(
  incoming: Omit<IncomingRequest, 'body'>,
  dependencies: Dependencies,
): Promise<void> {
  await getSecret(incoming.teamId, dependencies);
  const reason = `The body has more than ${WEBHOOK_BODY_LIMIT} bytes.`;
  await storeRejected(dependencies.db, { ...incoming, body: undefined }, 'too_large', reason);
}

async function getSecret(teamId: number, { db, encryption }: Dependencies): Promise<string> {
  const secret = await findWebhookSecret(db, encryption, teamId);
  if (secret === undefined) throw notFound();
  return secret;
}
