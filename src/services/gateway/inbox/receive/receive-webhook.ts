import { findWebhookSecret } from '#services/gateway/loyalty/loyalty-connections.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse, notFound } from '#services/platform/json-api/errors.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { MalformedDeliveryError, parseDelivery } from './delivery.ts';
import { findSignatureError } from './signature.ts';
import { type StoredDelivery, storeDelivery } from './store-delivery.ts';
import { type IncomingRequest, storeRejected } from './store-rejected.ts';

/** Larger bodies are rejected unread (decisions.md, 36). */
export const WEBHOOK_BODY_LIMIT = 1024 * 1024;

interface Dependencies {
  db: Queries;
  encryption: Encryption;
}

/**
 * Stores a webhook request and its verdict; the inbox worker processes its events.
 * @throws {JsonApiError} 400 if malformed and 401 if the signature is invalid or stale, both after
 *   storing it; 404 if the team has no loyalty program; 503 if its secret can't be decrypted
 */
export async function receiveWebhook(
  incoming: IncomingRequest,
  dependencies: Dependencies,
): Promise<StoredDelivery> {
  const { db } = dependencies;
  const secret = await getSecret(incoming.teamId, dependencies);
  const { body = new Uint8Array(), receivedAt } = incoming;
  const signatureError = findSignatureError({ ...incoming, body }, secret, receivedAt);
  if (signatureError) {
    await storeRejected(db, incoming, signatureError.verdict, signatureError.reason);
    throw errorResponse(401, { detail: signatureError.reason });
  }
  try {
    return await storeDelivery(db, incoming, parseDelivery(body, receivedAt));
  } catch (error) {
    if (!(error instanceof MalformedDeliveryError)) throw error;
    await storeRejected(db, incoming, 'malformed', error.message);
    throw errorResponse(400, { detail: error.message });
  }
}

/**
 * Stores a request whose body exceeds `WEBHOOK_BODY_LIMIT`, without the body.
 * @throws {JsonApiError} 404 and 503 as `receiveWebhook`
 */
export async function storeTooLarge(
  incoming: Omit<IncomingRequest, 'body'>,
  dependencies: Dependencies,
): Promise<void> {
  await getSecret(incoming.teamId, dependencies);
  const reason = `Larger than ${WEBHOOK_BODY_LIMIT / 1024 / 1024} MB.`;
  await storeRejected(dependencies.db, { ...incoming, body: undefined }, 'too_large', reason);
}

async function getSecret(teamId: number, { db, encryption }: Dependencies): Promise<string> {
  const secret = await findWebhookSecret(db, encryption, teamId);
  if (secret === undefined) throw notFound();
  return secret;
}
