import type { FastifyInstance } from 'fastify';
import { checkWebhook, type SignatureCheck } from '#contract/gateway/webhook-checks.ts';
import { WEBHOOK_OTHER_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { registerForTeam } from '#services/gateway/gateway-operation.ts';
import { findDelivery } from '#services/gateway/inbox/inbox-deliveries.ts';
import type { InboxDeliveryRow } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import {
  findLoyaltyKeys,
  findWebhookSecret,
} from '#services/gateway/loyalty/loyalty-connections.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { checkSignature } from './check-signature.ts';

/** Names the mistake in the signature of a received or pasted request (decisions.md, 51). */
export function webhookChecksRoute(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, encryption } = dependencies;

  registerForTeam(app, dependencies, checkWebhook, async ({ teamId, body }) => {
    const secret = await findWebhookSecret(db, encryption, teamId);
    const keys = await findLoyaltyKeys(db, encryption, teamId);
    if (secret === undefined || keys === undefined) throw notFound();
    const others = { "the team's API key": keys.apiKey, 'the partner ID': keys.partnerId };
    if (!('webhook_request_id' in body)) {
      const { nonce, signature, other_signature: other = '' } = body;
      const request = { body: Buffer.from(body.body), nonce: nonce.trim() };
      const check = checkSignature({ ...request, signature: signature.trim() }, secret, others);
      if (check.valid || other.trim() === '') return check;
      // Either may be made with the secret in force.
      const otherCheck = checkSignature({ ...request, signature: other.trim() }, secret, others);
      return otherCheck.valid ? { ...otherCheck, explanation: OTHER_MATCHES } : check;
    }
    const delivery = await findDelivery(db, teamId, body.webhook_request_id);
    if (!delivery) throw notFound();
    return checkDelivery(delivery, secret, others);
  });
}

const OTHER_MATCHES = `The signature in ${WEBHOOK_OTHER_SIGNATURE_HEADER} matches. The first one is made with the other secret.`;

function checkDelivery(
  delivery: InboxDeliveryRow,
  secret: string,
  others: Readonly<Record<string, string>>,
): SignatureCheck {
  const { body, nonce, signature, verdict, reason } = delivery;
  if (body === null) {
    const explanation = "The body was too large to store, so its signature can't be checked.";
    return { valid: false, cause: 'body_not_stored', explanation, expected_over: null };
  }
  const request = { body, nonce: nonce ?? '', signature: signature ?? '' };
  const check = checkSignature(request, secret, others);
  return check.valid && verdict === 'stale'
    ? { ...check, valid: false, cause: 'stale', explanation: `The signature matches. ${reason}` }
    : check;
}
