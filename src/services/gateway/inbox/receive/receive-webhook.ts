import { findInboxSecrets } from '#services/gateway/loyalty/loyalty-connections.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { createGroupCommit } from '#services/platform/database/group-commit.ts';
import { shareReads } from '#services/platform/database/share-reads.ts';
import { errorResponse, notFound } from '#services/platform/json-api/errors.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { MalformedDeliveryError, parseDelivery } from './delivery.ts';
import { findSignatureError } from './signature.ts';
import { type AuthenticRequest, type StoredDelivery, storeDeliveries } from './store-deliveries.ts';
import { type IncomingRequest, storeRejected } from './store-rejected.ts';

/** Larger bodies are rejected unread (decisions.md, 36). */
export const WEBHOOK_BODY_LIMIT = 1024 * 1024;
/** The most requests that are stored in one transaction, and the size of their bodies. */
const BATCH_MAX = 100;
const BATCH_MAX_BYTES = 4 * 1024 * 1024;

interface WebhookReceiver {
  /**
   * Stores a webhook request and its verdict; the inbox worker processes its events.
   * @throws {JsonApiError} 400 if malformed and 401 if the signature is invalid or stale, both after
   *   storing it; 404 if the team has no loyalty program; 503 if its secret can't be decrypted
   */
  receive(incoming: IncomingRequest): Promise<StoredDelivery>;
  /**
   * Stores a request whose body exceeds `WEBHOOK_BODY_LIMIT`, without the body.
   * @throws {JsonApiError} 404 and 503 as `receive`
   */
  storeTooLarge(incoming: Omit<IncomingRequest, 'body'>): Promise<void>;
}

/** Requests that a team gets at the same time share the look-up of its secret and a transaction. */
export function createWebhookReceiver({
  db,
  encryption,
}: {
  db: Queries;
  encryption: Encryption;
}): WebhookReceiver {
  const findSecrets = shareReads((teamId: number) => findInboxSecrets(db, encryption, teamId));
  const store = createGroupCommit({
    keyOf: ({ incoming }: AuthenticRequest) => incoming.teamId,
    write: (requests, teamId) => storeDeliveries({ db, encryption }, teamId, requests),
    maxItems: BATCH_MAX,
    maxBytes: BATCH_MAX_BYTES,
    bytesOf: ({ incoming }) => incoming.body?.byteLength ?? 0,
  });

  const getSecrets = async (teamId: number) => {
    const secrets = await findSecrets(teamId);
    if (secrets === undefined) throw notFound();
    return secrets;
  };

  return {
    async receive(incoming) {
      const { secret, previous } = await getSecrets(incoming.teamId);
      const { body = new Uint8Array(), receivedAt } = incoming;
      const signed = { ...incoming, body };
      const signatureError = findSignatureError(signed, secret, receivedAt);
      const isValid = (signature: string | undefined, key: string) =>
        signature !== undefined &&
        findSignatureError({ ...signed, signature }, key, receivedAt) === undefined;
      const hasPrevious = previous !== undefined && previous.until > receivedAt;
      const keys = hasPrevious ? [secret, previous.secret] : [secret];
      // While a secret is replaced, at either end.
      const isValidOtherwise = keys.some(
        (key) => isValid(signed.signature, key) || isValid(incoming.otherSignature, key),
      );
      if (signatureError && !isValidOtherwise) {
        const { verdict, reason } = signatureError;
        await storeRejected({ db, encryption }, incoming, verdict, reason);
        throw errorResponse(401, { detail: signatureError.reason });
      }
      try {
        return await store({ incoming, delivery: parseDelivery(body, receivedAt) });
      } catch (error) {
        if (!(error instanceof MalformedDeliveryError)) throw error;
        await storeRejected({ db, encryption }, incoming, 'malformed', error.message);
        throw errorResponse(400, { detail: error.message });
      }
    },
    async storeTooLarge(incoming) {
      await getSecrets(incoming.teamId);
      const reason = `Larger than ${WEBHOOK_BODY_LIMIT / 1024 / 1024} MB.`;
      await storeRejected(
        { db, encryption },
        { ...incoming, body: undefined },
        'too_large',
        reason,
      );
    },
  };
}
