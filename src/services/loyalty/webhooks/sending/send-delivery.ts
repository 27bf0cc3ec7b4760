import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { webhookSecretContext } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import type { Attempt } from './delivery-attempts.ts';
import type { AttemptResult, WebhookPoster } from './post-webhook.ts';
import type { RequestBody } from './request-body.ts';
import { type SigningKeys, signWebhook } from './sign-webhook.ts';

export interface Sent {
  result: AttemptResult;
  /** The nonce and the signatures that were sent; null if nothing was sent. */
  headers: Record<string, string> | null;
}

/** Sends a request, signed with the secret in force and, while one replaces it, with the other one. */
export async function sendDelivery(
  dependencies: WebhookDependencies,
  poster: WebhookPoster,
  attempt: Attempt,
  { parts }: RequestBody,
): Promise<Sent> {
  const secret = decryptSecret(dependencies, attempt, attempt.encryptedSecret);
  if (secret === undefined) {
    return {
      result: { status: null, error: "The webhook's secret can't be decrypted" },
      headers: null,
    };
  }
  const { otherEncryptedSecret } = attempt;
  const other =
    otherEncryptedSecret === null
      ? undefined
      : decryptSecret(dependencies, attempt, otherEncryptedSecret);
  const send = async (keys: SigningKeys): Promise<Sent> => {
    const headers = signWebhook(parts, keys, dependencies.clock.now());
    return { result: await poster.post(attempt.url, parts, headers), headers };
  };
  const sent = await send({ secret, other });
  // The receiver may know the other secret only, and no more than the documented header.
  return other !== undefined && isRejected(sent.result)
    ? send({ secret: other, other: secret })
    : sent;
}

const isRejected = ({ status }: AttemptResult) =>
  status !== null && status >= 400 && status < 500 && status !== 429;

/** Undefined if it was encrypted with a key that this deployment doesn't have. */
function decryptSecret(
  { encryption, log }: WebhookDependencies,
  { programId, targetId }: Attempt,
  encryptedSecret: string,
): string | undefined {
  try {
    return encryption.decrypt(encryptedSecret, webhookSecretContext(programId));
  } catch (error) {
    log.error({ err: error, programId, targetId }, "webhook secret can't be decrypted");
    return undefined;
  }
}
